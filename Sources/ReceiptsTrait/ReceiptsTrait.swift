// The whole of this module: what needs the trait depends on it, and so stops here, with one error.
#if !Receipts
#error("AppReceipt needs its package trait: .package(url: ..., traits: [\"Receipts\"])")
#endif
