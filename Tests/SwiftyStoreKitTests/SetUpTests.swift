import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct SetUpTests {
    // Rule 1.
    @Test func `one observer is registered however much is called`() {
        let shop = Shop.make()
        _ = shop.complete()
        _ = shop.retrieve()
        _ = shop.buy()
        _ = shop.restore()
        #expect(shop.queue.observers.count == 1)
    }

    // Rule 2.
    @Test func `the observer is removed when the coordinator ends`() {
        let queue = PaymentQueueSpy()
        var shop: Shop? = Shop.make(queue: queue)
        #expect(shop != nil && queue.observers.count == 1)
        shop = nil
        #expect(queue.observers.isEmpty)
    }

    // Q29.
    @Test func `the coordinator keeps its queue alive`() {
        weak var queue: PaymentQueueSpy?
        let coordinator: PurchaseCoordinator
        do {
            let spy = PaymentQueueSpy()
            queue = spy
            coordinator = PurchaseCoordinator(queue: spy)
        }
        withExtendedLifetime(coordinator) { #expect(queue != nil) }
    }

    // Rule 1: asking whether payments are allowed needs no observer.
    @Test func `whether payments are allowed is StoreKit's answer`() {
        #expect(SwiftyStoreKit.canMakePayments == SKPaymentQueue.canMakePayments())
    }

    // Rule 24: a log message where there was an assertion.
    @Test func `buying before completeTransactions is no crash`() {
        let shop = Shop.make()
        _ = shop.buy()
        #expect(shop.queue.payments.count == 1)
    }

    // The protocol's own default, which keeps queues of before compiling.
    @Test func `a queue that keeps no transactions has none`() {
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
