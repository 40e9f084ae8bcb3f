// Apple's session has no store that these members could access.
#if !canImport(Darwin)
import LocalAppStore
import StoreKit
public import StoreKitTest

// Waiting for what a test caused.
extension SKTestSession {
    /// Returns when everything that the test caused so far was delivered.
    ///
    /// Payments reached the store, requests for products and receipts and those of verifyReceipt
    /// were answered, and the observers of `SKPaymentQueue.default()` and the handlers of
    /// SwiftyStoreKit were called. What these did in turn is included, such as finishing a
    /// transaction. The clock stays, so what a fault plan delays is not waited for; nor is what a
    /// task of the app does after it was resumed.
    ///
    /// ```swift
    /// try session.buyProduct(productIdentifier: "com.example.coins")
    /// await session.deliveries()
    /// ```
    public func deliveries() async {
        await SKPaymentQueue.default().quiet(storeInUse)
    }

    /// Returns when everything that the test caused so far was delivered, in a test that is not
    /// `async`.
    ///
    /// Call it in a test of XCTest, or on another thread than the main one. Inside a callback on
    /// the main queue it returns at once, and the logger receives a warning.
    @available(*, noasync, message: "Write: await deliveries()")
    public func deliveries() {
        let store = storeInUse
        let queue = SKPaymentQueue.default()
        _ = MainQueueWait.run { queue.whenQuiet(store, $0) }
    }

    /// The customer's transactions that the app has yet to finish, oldest first.
    ///
    /// A purchase that waits for approval is not among them, because an app cannot finish it.
    public func unfinishedTransactions() -> [SKTestTransaction] {
        let entries = reporting { try $0.unfinishedEntries() } ?? []
        let unfinished = Set(entries.map { UInt(clamping: $0.id) })
        return allTransactions().filter {
            unfinished.contains(UInt(clamping: $0.identifier)) && $0.state != .deferred
        }
    }
}

extension SKPaymentQueue {
    /// Returns when nothing is on its way between the app and a store.
    func quiet(_ store: Store) async {
        await withCheckedContinuation { continuation in
            whenQuiet(store) { continuation.resume() }
        }
    }
}
#endif
