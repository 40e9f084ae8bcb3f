import StoreKit
import Testing

@Suite struct SKPaymentTransactionObserverTests {
    private let queue = SKPaymentQueue()

    @Test func `only updated transactions must be handled`() {
        let observer: any SKPaymentTransactionObserver = MinimalObserver()
        observer.paymentQueue(queue, removedTransactions: [])
        observer.paymentQueue(
            queue,
            restoreCompletedTransactionsFailedWithError: SKError(.unknown)
        )
        observer.paymentQueueRestoreCompletedTransactionsFinished(queue)
        observer.paymentQueue(queue, updatedDownloads: [])
        observer.paymentQueueDidChangeStorefront(queue)
        observer.paymentQueue(queue, didRevokeEntitlementsForProductIdentifiers: [])
        #expect(
            !observer.paymentQueue(queue, shouldAddStorePayment: SKPayment(), for: SKProduct())
        )
    }

    @Test func `a question mark after the name reaches the observer's own method`() {
        let observer = CallingObserver()
        let maybe: (any SKPaymentTransactionObserver)? = observer
        maybe?.paymentQueue(queue, updatedTransactions: [])
        maybe?.paymentQueue?(queue, removedTransactions: [])
        maybe?.paymentQueue?(
            queue,
            restoreCompletedTransactionsFailedWithError: SKError(.clientInvalid)
        )
        maybe?.paymentQueueRestoreCompletedTransactionsFinished?(queue)
        maybe?.paymentQueue?(queue, updatedDownloads: [])
        maybe?.paymentQueueDidChangeStorefront?(queue)
        maybe?.paymentQueue?(queue, didRevokeEntitlementsForProductIdentifiers: ["gold"])
        #expect(
            observer.calls == [
                "updated", "removed", "failed 1", "finished", "downloads", "storefront",
                "revoked gold",
            ]
        )
    }

    @Test func `a question mark brings back the observer's answer`() {
        let maybe: (any SKPaymentTransactionObserver)? = CallingObserver()
        let answer = maybe?.paymentQueue?(
            queue,
            shouldAddStorePayment: SKPayment(),
            for: SKProduct()
        )
        #expect(answer == true)
    }

    @Test func `an exclamation mark after the name works alike`() {
        let observer = CallingObserver()
        let wide: any SKPaymentTransactionObserver = observer
        // swift-format-ignore: NeverForceUnwrap
        wide.paymentQueue!(queue, removedTransactions: [])
        #expect(observer.calls == ["removed"])
    }
}

private final class MinimalObserver: NSObject, SKPaymentTransactionObserver {
    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {}
}

private final class CallingObserver: NSObject, SKPaymentTransactionObserver {
    private(set) var calls: [String] = []

    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) { calls.append("updated") }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    ) { calls.append("removed") }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        restoreCompletedTransactionsFailedWithError error: any Error
    ) { calls.append("failed \((error as NSError).code)") }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        calls.append("finished")
    }

    func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload]) {
        calls.append("downloads")
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        shouldAddStorePayment payment: SKPayment,
        for product: SKProduct
    ) -> Bool { true }

    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {
        calls.append("storefront")
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    ) { calls.append("revoked " + productIdentifiers.joined()) }
}
