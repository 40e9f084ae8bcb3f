// Apple's session has no store that these members could access.
#if !canImport(Darwin)
import LocalAppStore
import StoreKit
public import StoreKitTest

// Waiting for the effects of a test.
extension SKTestSession {
    /// Returns when everything that the test caused so far was delivered.
    ///
    /// Payments reached the store, requests for products and receipts and those of verifyReceipt
    /// got their responses, and the observers of `SKPaymentQueue.default()` and the handlers of
    /// SwiftyStoreKit were called. Their own actions, such as finishing a transaction, are
    /// included. The clock stays, so the call doesn't wait for events that a fault plan delays, or
    /// for the work of an app's task after it was resumed.
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
    /// the main queue it returns immediately, and the logger receives a warning.
    @available(*, noasync, message: "Write: await deliveries()")
    public func deliveries() {
        let store = storeInUse
        let queue = SKPaymentQueue.default()
        _ = MainQueueWait.run { queue.device.whenQuiet(store, $0) }
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
            device.whenQuiet(store) { continuation.resume() }
        }
    }
}
#endif
