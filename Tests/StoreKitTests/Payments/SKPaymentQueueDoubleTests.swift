import StoreKit
import Testing

@Suite struct SKPaymentQueueDoubleTests {
    @Test func `a double of the queue takes over what it overrides`() {
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
