import Testing

// Apple's framework has one environment for all tests, so that they take turns; here each has a
// store of its own. This is the only file that names a module of ours beside SwiftyStoreKit, since
// Apple's names have no word for it; every other file of the folder is source for Xcode, too.
#if canImport(Darwin)
/// Checks of Apple's documentation of StoreKitTest.
@Suite("StoreKitTest, as Apple documents it", .serialized, .timeLimit(.minutes(10)))
enum Parity {}
#else
import StoreTesting

/// Checks of Apple's documentation of StoreKitTest.
@Suite("StoreKitTest, as Apple documents it", .separateStore, .timeLimit(.minutes(10)))
enum Parity {}
#endif
