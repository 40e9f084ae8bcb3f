import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct SetUpTests {
    @Test func `one observer is registered however much is called`() {
        let app = TestApp.make()
        _ = app.complete()
        _ = app.retrieve()
        _ = app.buy()
        _ = app.restore()
        #expect(app.queue.observers.count == 1)
    }

    @Test func `the observer is removed when the coordinator ends`() {
        let queue = PaymentQueueSpy()
        var app: TestApp? = TestApp.make(queue: queue)
        #expect(app != nil && queue.observers.count == 1)
        app = nil
        #expect(queue.observers.isEmpty)
    }

    @Test func `the coordinator retains its queue`() {
        weak var queue: PaymentQueueSpy?
        let coordinator: PurchaseCoordinator
        do {
            let spy = PaymentQueueSpy()
            queue = spy
            coordinator = PurchaseCoordinator(queue: spy)
        }
        withExtendedLifetime(coordinator) { #expect(queue != nil) }
    }

    // This needs no observer.
    @Test func `whether payments are allowed is up to StoreKit`() {
        #expect(SwiftyStoreKit.canMakePayments == SKPaymentQueue.canMakePayments())
    }

    // A missing handler is worth a log message and no assertion.
    @Test func `purchasing before completeTransactions does not crash`() {
        let app = TestApp.make()
        _ = app.buy()
        #expect(app.queue.payments.count == 1)
    }

    // The default of the protocol, so that queues written for older versions compile.
    @Test func `a queue that stores no transactions has none`() {
        #expect(PlainQueue().transactions.isEmpty)
        #expect(PurchaseCoordinator(queue: PlainQueue()).pendingTransactions.isEmpty)
    }
}

private final class PlainQueue: PaymentQueue {
    func add(_ observer: any SKPaymentTransactionObserver) {}
    func remove(_ observer: any SKPaymentTransactionObserver) {}
    func add(_ payment: SKPayment) {}
    #if !os(visionOS)
    func start(_ downloads: [SKDownload]) {}
    func pause(_ downloads: [SKDownload]) {}
    func resume(_ downloads: [SKDownload]) {}
    func cancel(_ downloads: [SKDownload]) {}
    #endif
    func restoreCompletedTransactions(withApplicationUsername username: String?) {}
    func finishTransaction(_ transaction: SKPaymentTransaction) {}
}
