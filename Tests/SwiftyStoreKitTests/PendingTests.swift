import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct PendingTests {
    @Test func `pending transactions are those of the queue that are not being paid`() {
        let shop = Shop.make()
        shop.queue.hold([
            TestTransaction.make("a"), TestTransaction.make("b", state: .purchasing),
            TestTransaction.make("c", state: .deferred),
        ])
        let pending = shop.coordinator.pendingTransactions
        #expect(pending.map(\.productId) == ["a", "c"])
        #expect(pending.map(\.needsFinishTransaction) == [true, false])
    }

    // Rule 47.
    @Test func `a transaction of the queue is finished`() {
        let shop = Shop.make()
        let transaction = TestTransaction.make()
        shop.coordinator.finish(transaction)
        #expect(shop.queue.finished.all == [transaction])
    }

    // Rule 47.
    @Test func `something that is no transaction of StoreKit is not finished`() {
        let shop = Shop.make()
        shop.coordinator.finish(ForeignTransaction())
        #expect(shop.queue.finished.count == 0)
    }

    // Q2; finishing one that is being paid would crash on Apple's systems.
    @Test(arguments: [SKPaymentTransactionState.purchasing, .deferred])
    func `a transaction that has not ended is not finished`(state: SKPaymentTransactionState) {
        let shop = Shop.make()
        shop.coordinator.finish(TestTransaction.make(state: state))
        #expect(shop.queue.finished.count == 0)
    }
}
