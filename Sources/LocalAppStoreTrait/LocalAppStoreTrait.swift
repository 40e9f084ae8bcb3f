// This is the whole module. Targets that need the trait depend on it, so that their only error is:
#if !LocalAppStore
#error("LocalAppStore needs its package trait: .package(url: ..., traits: [\"LocalAppStore\"])")
#endif
