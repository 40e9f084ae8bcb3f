// The whole of this module: what needs the trait depends on it, and so stops here, with one error.
#if !LocalAppStore
#error("LocalAppStore needs its package trait: .package(url: ..., traits: [\"LocalAppStore\"])")
#endif
