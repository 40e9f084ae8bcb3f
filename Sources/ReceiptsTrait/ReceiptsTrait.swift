// Targets that need the trait depend on this module, so that building them without it stops here,
// with one error.
#if !Receipts
#error("AppReceipt needs its package trait: .package(url: ..., traits: [\"Receipts\"])")
#endif
