import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct CompletingTests {
    // Rule 4.
    @Test func `registering a handler does not call it`() {
        let shop = Shop.make()
        let batches = shop.complete()
        shop.turns.run()
        #expect(batches.count == 0)
    }

    // Rule 5 and Q25.
    @Test func `a later handler replaces the first`() {
        let shop = Shop.make()
        let first = shop.complete()
        let second = shop.complete()
        shop.deliver(TestTransaction.make())
        #expect(first.count == 0)
        #expect(second.count == 1)
    }

    // Rule 6.
    @Test func `each batch is one call in its own order`() {
        let shop = Shop.make()
        let batches = shop.complete()
        shop.deliver(
            TestTransaction.make("b"),
            TestTransaction.make("x", state: .purchasing),
            TestTransaction.make("a")
        )
        shop.deliver(TestTransaction.make("c"))
        #expect(batches.all.map { $0.map(\.productId) } == [["b", "a"], ["c"]])
    }

    // Rules 10 and 43, Q7.
    @Test func `a transaction that is being paid is neither delivered nor finished`() {
        let shop = Shop.make()
        let batches = shop.complete()
        shop.deliver(TestTransaction.make(state: .purchasing))
        #expect(batches.count == 0)
        #expect(shop.queue.finished.count == 0)
    }

    // Rules 7 and 8, Q2.
    @Test(arguments: [
        (SKPaymentTransactionState.purchased, true, false, 1), (.purchased, false, true, 0),
        (.restored, true, false, 1), (.restored, false, true, 0),
        (.failed, true, false, 1), (.failed, false, false, 1),
        (.deferred, true, false, 0), (.deferred, false, false, 0),
    ])
    func `who finishes depends on state and atomicity`(
        state: SKPaymentTransactionState,
        atomically: Bool,
        needsFinish: Bool,
        finished: Int
    ) {
        let shop = Shop.make()
        let batches = shop.complete(atomically: atomically)
        shop.deliver(TestTransaction.make(state: state))
        #expect(batches.last?.map(\.needsFinishTransaction) == [needsFinish])
        #expect(shop.queue.finished.count == finished)
    }

    // Rule 7.
    @Test func `a purchase tells what its transaction tells`() throws {
        let shop = Shop.make()
        let batches = shop.complete()
        let payment = SKMutablePayment(product: TestProduct.make("coins"))
        payment.quantity = 3
        payment.applicationUsername = "ann"
        let original = TestTransaction.make()
        let transaction = TestTransaction.make(payment, state: .restored, original: original)
        shop.deliver(transaction)
        let purchase = try #require(batches.last?.first)
        #expect(purchase.productId == "coins")
        #expect(purchase.quantity == 3)
        #expect(purchase.applicationUsername == "ann")
        #expect(purchase.transaction as? TestTransaction === transaction)
        #expect(purchase.originalTransaction as? TestTransaction === original)
        #expect(!purchase.followsFailedPayment)
    }

    // Rule 8 and Q3.
    @Test func `the handler is called before anything is finished`() {
        let shop = Shop.make()
        let finishedBefore = Recorder<Int>()
        shop.coordinator.completeTransactions(atomically: true) { _ in
            finishedBefore.record(shop.queue.finished.count)
        }
        shop.deliver(TestTransaction.make(), TestTransaction.make())
        #expect(finishedBefore.all == [0])
        #expect(shop.queue.finished.count == 2)
    }

    // Rule 9 and Q24.
    @Test func `what came before the handler is replayed in one batch`() {
        let shop = Shop.make()
        shop.deliver(TestTransaction.make("a"), TestTransaction.make("b", state: .failed))
        shop.deliver(TestTransaction.make("c"))
        #expect(shop.queue.finished.count == 0)
        let batches = shop.complete()
        shop.turns.run()
        #expect(batches.all.map { $0.map(\.productId) } == [["a", "b", "c"]])
        #expect(shop.queue.finished.count == 3)
    }

    @Test func `a kept transaction is replayed once and as it became`() {
        let shop = Shop.make()
        let waiting = TestTransaction.make("a", state: .deferred)
        shop.deliver(waiting, TestTransaction.make("b"))
        shop.deliver(waiting.becomes(.purchased))
        let batches = shop.complete()
        shop.turns.run()
        #expect(batches.last?.map(\.productId) == ["a", "b"])
        #expect(batches.last?.first?.needsFinishTransaction == false)
        #expect(shop.queue.finished.count == 2)
    }

    @Test func `two objects with one identifier are one kept transaction`() {
        let shop = Shop.make()
        let later = TestTransaction.make(identifier: "1")
        shop.deliver(TestTransaction.make(identifier: "1"))
        shop.deliver(later)
        let batches = shop.complete()
        shop.turns.run()
        #expect(batches.last?.count == 1)
        #expect(batches.last?.first?.transaction as? TestTransaction === later)
    }

    // Rule 46: what has left the queue is not replayed.
    @Test func `a kept transaction that left the queue is forgotten`() {
        let shop = Shop.make()
        let gone = TestTransaction.make("gone")
        shop.deliver(gone, TestTransaction.make("kept"))
        shop.queue.remove(gone)
        let batches = shop.complete()
        shop.turns.run()
        #expect(batches.all.map { $0.map(\.productId) } == [["kept"]])
    }

    @Test func `what was replayed is not replayed again`() {
        let shop = Shop.make()
        shop.deliver(TestTransaction.make())
        _ = shop.complete(atomically: false)
        shop.turns.run()
        let second = shop.complete(atomically: false)
        shop.turns.run()
        #expect(second.count == 0)
    }

    @Test func `a transaction told again before it is finished is delivered once`() {
        let shop = Shop.make()
        let batches = shop.complete()
        let transaction = TestTransaction.make()
        shop.queue.update(transaction)
        shop.queue.update(transaction)
        shop.turns.run()
        #expect(batches.count == 1)
        #expect(shop.queue.finished.count == 1)
    }

    // Q11: a launch batch grows linearly, so this many take no time worth noticing.
    @Test func `a launch with ten thousand transactions delivers each of them`() {
        let shop = Shop.make()
        let batches = shop.complete(atomically: false)
        let transactions = (0..<10_000).map { TestTransaction.make("product \($0)") }
        shop.queue.hold(transactions)
        shop.queue.update(transactions)
        #expect(batches.count == 0)
        shop.turns.runWaiting()
        #expect(batches.all.map(\.count) == [10_000])
    }
}
