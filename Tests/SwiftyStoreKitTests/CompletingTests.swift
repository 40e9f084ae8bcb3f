import StoreKit
import Testing

@testable import SwiftyStoreKit

@Suite struct CompletingTests {
    @Test func `registering a handler does not call it`() {
        let app = TestApp.make()
        let batches = app.complete()
        app.turns.run()
        #expect(batches.count == 0)
    }

    @Test func `a later handler replaces the first`() {
        let app = TestApp.make()
        let first = app.complete()
        let second = app.complete()
        app.deliver(TestTransaction.make())
        #expect(first.count == 0)
        #expect(second.count == 1)
    }

    @Test func `each batch is one call in its own order`() {
        let app = TestApp.make()
        let batches = app.complete()
        app.deliver(
            TestTransaction.make("b"),
            TestTransaction.make("x", state: .purchasing),
            TestTransaction.make("a")
        )
        app.deliver(TestTransaction.make("c"))
        #expect(batches.all.map { $0.map(\.productId) } == [["b", "a"], ["c"]])
    }

    @Test func `a transaction that is being paid is neither delivered nor finished`() {
        let app = TestApp.make()
        let batches = app.complete()
        app.deliver(TestTransaction.make(state: .purchasing))
        #expect(batches.count == 0)
        #expect(app.queue.finished.count == 0)
    }

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
        let app = TestApp.make()
        let batches = app.complete(atomically: atomically)
        app.deliver(TestTransaction.make(state: state))
        #expect(batches.last?.map(\.needsFinishTransaction) == [needsFinish])
        #expect(app.queue.finished.count == finished)
    }

    @Test func `a purchase has the values of its transaction`() throws {
        let app = TestApp.make()
        let batches = app.complete()
        let payment = SKMutablePayment(product: TestProduct.make("coins"))
        payment.quantity = 3
        payment.applicationUsername = "ann"
        let original = TestTransaction.make()
        let transaction = TestTransaction.make(payment, state: .restored, original: original)
        app.deliver(transaction)
        let purchase = try #require(batches.last?.first)
        #expect(purchase.productId == "coins")
        #expect(purchase.quantity == 3)
        #expect(purchase.applicationUsername == "ann")
        #expect(purchase.transaction as? TestTransaction === transaction)
        #expect(purchase.originalTransaction as? TestTransaction === original)
        #expect(!purchase.followsFailedPayment)
    }

    @Test func `the handler is called before anything is finished`() {
        let app = TestApp.make()
        let finishedBefore = Recorder<Int>()
        app.coordinator.completeTransactions(atomically: true) { _ in
            finishedBefore.record(app.queue.finished.count)
        }
        app.deliver(TestTransaction.make(), TestTransaction.make())
        #expect(finishedBefore.all == [0])
        #expect(app.queue.finished.count == 2)
    }

    @Test func `what came before the handler is delivered in one batch`() {
        let app = TestApp.make()
        app.deliver(TestTransaction.make("a"), TestTransaction.make("b", state: .failed))
        app.deliver(TestTransaction.make("c"))
        #expect(app.queue.finished.count == 0)
        let batches = app.complete()
        app.turns.run()
        #expect(batches.all.map { $0.map(\.productId) } == [["a", "b", "c"]])
        #expect(app.queue.finished.count == 3)
    }

    @Test func `a transaction in the backlog is delivered once and as it became`() {
        let app = TestApp.make()
        let waiting = TestTransaction.make("a", state: .deferred)
        app.deliver(waiting, TestTransaction.make("b"))
        app.deliver(waiting.becomes(.purchased))
        let batches = app.complete()
        app.turns.run()
        #expect(batches.last?.map(\.productId) == ["a", "b"])
        #expect(batches.last?.first?.needsFinishTransaction == false)
        #expect(app.queue.finished.count == 2)
    }

    @Test func `two objects with one identifier are one transaction in the backlog`() {
        let app = TestApp.make()
        let later = TestTransaction.make(identifier: "1")
        app.deliver(TestTransaction.make(identifier: "1"))
        app.deliver(later)
        let batches = app.complete()
        app.turns.run()
        #expect(batches.last?.count == 1)
        #expect(batches.last?.first?.transaction as? TestTransaction === later)
    }

    // A transaction that has left the queue is not delivered.
    @Test func `a transaction that left the queue leaves the backlog`() {
        let app = TestApp.make()
        let gone = TestTransaction.make("gone")
        app.deliver(gone, TestTransaction.make("stays"))
        app.queue.remove(gone)
        let batches = app.complete()
        app.turns.run()
        #expect(batches.all.map { $0.map(\.productId) } == [["stays"]])
    }

    @Test func `what was delivered from the backlog is not delivered again`() {
        let app = TestApp.make()
        app.deliver(TestTransaction.make())
        _ = app.complete(atomically: false)
        app.turns.run()
        let second = app.complete(atomically: false)
        app.turns.run()
        #expect(second.count == 0)
    }

    @Test func `a transaction reported again before it is finished is delivered once`() {
        let app = TestApp.make()
        let batches = app.complete()
        let transaction = TestTransaction.make()
        app.queue.update(transaction)
        app.queue.update(transaction)
        app.turns.run()
        #expect(batches.count == 1)
        #expect(app.queue.finished.count == 1)
    }

    @Test func `a transaction reported again after it was finished is not delivered again`() {
        let app = TestApp.make()
        let batches = app.complete()
        let transaction = TestTransaction.make()
        app.queue.update(transaction)
        app.turns.run()
        app.queue.update(transaction)
        app.turns.run()
        #expect(batches.count == 1)
        #expect(app.queue.finished.count == 1)
    }

    // The time grows linearly with the batch, so this many take no time worth noticing.
    @Test func `a launch with ten thousand transactions delivers each of them`() {
        let app = TestApp.make()
        let batches = app.complete(atomically: false)
        let transactions = (0..<10_000).map { TestTransaction.make("product \($0)") }
        app.queue.hold(transactions)
        app.queue.update(transactions)
        #expect(batches.count == 0)
        app.turns.runWaiting()
        #expect(batches.all.map(\.count) == [10_000])
    }
}

@Suite struct TransactionBacklogTests {
    private func observed(_ transaction: TestTransaction) -> ObservedTransaction {
        ObservedTransaction(transaction)
    }

    @Test func `what was removed takes no memory`() {
        var backlog = TransactionBacklog()
        let first = TestTransaction.make("first")
        _ = backlog.insert(observed(first))
        for number in 0..<10_000 {
            let transaction = TestTransaction.make("\(number)", identifier: "\(number)")
            _ = backlog.insert(observed(transaction))
            _ = backlog.remove(ObjectIdentifier(transaction))
        }
        let counts = Mirror(reflecting: backlog).children.compactMap {
            ($0.value as? any Collection)?.count
        }
        #expect(counts.count > 1 && counts.allSatisfy { $0 <= 1 })
        #expect(backlog.removeAll().map(\.key.productID) == ["first"])
        #expect(backlog.removeAll().isEmpty)
    }

    @Test func `the order of arrival stays when others are removed`() {
        var backlog = TransactionBacklog()
        let transactions = (0..<100).map { TestTransaction.make("\($0)") }
        for transaction in transactions { _ = backlog.insert(observed(transaction)) }
        for number in stride(from: 0, to: 100, by: 2) {
            _ = backlog.remove(ObjectIdentifier(transactions[number]))
        }
        _ = backlog.insert(observed(transactions[1]))
        let odd = stride(from: 1, to: 100, by: 2).map(String.init)
        #expect(backlog.removeAll().map(\.key.productID) == odd)
    }
}
