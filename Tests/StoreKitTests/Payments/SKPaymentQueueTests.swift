import StoreKit
import Testing

@Suite("Observers of the payment queue")
struct SKPaymentTransactionObserverTests {
    private let queue = SKPaymentQueue()

    @Test("Only the method for updated transactions is required")
    func requiredMethod() {
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

    @Test("A question mark after the name calls the implemented method")
    func questionMark() {
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

    @Test("A question mark returns the method's result")
    func questionMarkWithResult() {
        let maybe: (any SKPaymentTransactionObserver)? = CallingObserver()
        let decision = maybe?.paymentQueue?(
            queue,
            shouldAddStorePayment: SKPayment(),
            for: SKProduct()
        )
        #expect(decision == true)
    }

    @Test("An exclamation mark after the name works as a question mark does")
    func exclamationMark() {
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

@Suite("Delegates of the payment queue")
struct SKPaymentQueueDelegateTests {
    private let queue = SKPaymentQueue()

    @Test("A delegate without methods continues")
    func defaults() {
        let delegate: any SKPaymentQueueDelegate = SilentDelegate()
        #expect(
            delegate.paymentQueue(queue, shouldContinue: SKPaymentTransaction(), in: SKStorefront())
        )
        #expect(delegate.paymentQueueShouldShowPriceConsent(queue))
    }

    @Test("A question mark after the name returns the method's result")
    func questionMark() {
        let maybe: (any SKPaymentQueueDelegate)? = RefusingDelegate()
        let goesOn = maybe?.paymentQueue?(
            queue,
            shouldContinue: SKPaymentTransaction(),
            in: SKStorefront()
        )
        #expect(goesOn == false)
        #expect(maybe?.paymentQueueShouldShowPriceConsent?(queue) == false)
    }
}

private final class SilentDelegate: NSObject, SKPaymentQueueDelegate {}

private final class RefusingDelegate: NSObject, SKPaymentQueueDelegate {
    func paymentQueue(
        _ paymentQueue: SKPaymentQueue,
        shouldContinue transaction: SKPaymentTransaction,
        in newStorefront: SKStorefront
    ) -> Bool { false }

    func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool { false }
}

@Suite("Test doubles of the payment queue")
struct SKPaymentQueueDoubleTests {
    @Test("A test double of the queue replaces what it overrides")
    func overriding() {
        let double = QueueDouble()
        let queue: SKPaymentQueue = double
        let observer = DeafObserver()
        queue.add(observer)
        queue.add(SKPayment())
        queue.finishTransaction(SKPaymentTransaction())
        queue.remove(observer)
        #expect(double.calls == ["add observer", "add payment", "finish", "remove"])
        #expect(queue.storefront?.countryCode == "FRA")
    }
}

private final class QueueDouble: SKPaymentQueue, @unchecked Sendable {
    private(set) var calls: [String] = []

    override var storefront: SKStorefront? {
        SKStorefront(countryCode: "FRA", identifier: "143442")
    }

    override func add(_ payment: SKPayment) { calls.append("add payment") }

    override func add(_ observer: any SKPaymentTransactionObserver) {
        calls.append("add observer")
    }

    override func remove(_ observer: any SKPaymentTransactionObserver) { calls.append("remove") }

    override func finishTransaction(_ transaction: SKPaymentTransaction) { calls.append("finish") }
}

private final class DeafObserver: NSObject, SKPaymentTransactionObserver {
    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {}
}
