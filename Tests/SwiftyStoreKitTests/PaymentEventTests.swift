import StoreKit
import Testing

@testable import SwiftyStoreKit

/// Purchases that wait for approval.
@Suite struct DeferringTests {
    private let app = TestApp.make()
    private let deferrals = Recorder<PurchaseDetails>()
    private let transaction = TestTransaction.make(state: .purchasing)

    private func buyAndDefer() -> Recorder<PurchaseResult> {
        let deferrals = deferrals
        let options = PaymentOptions(atomically: false)
        let results = app.buy(options: options) { deferrals.record($0) }
        app.deliver(transaction)
        app.deliver(transaction.becomes(.deferred))
        return results
    }

    @Test func `waiting is reported apart from the result and nothing is finished`() {
        let results = buyAndDefer()
        #expect(deferrals.all.map(\.productId) == ["coins"])
        #expect(deferrals.last?.needsFinishTransaction == false)
        #expect(results.count == 0)
        #expect(app.queue.finished.count == 0)
    }

    @Test func `waiting is reported once`() {
        _ = buyAndDefer()
        app.deliver(transaction)
        #expect(deferrals.count == 1)
    }

    @Test func `approval ends the purchase in its own callback`() {
        let batches = app.complete()
        let results = buyAndDefer()
        app.deliver(transaction.becomes(.purchased))
        #expect(results.all.map { $0.success?.productId } == ["coins"])
        #expect(results.last?.success?.needsFinishTransaction == true)
        #expect(batches.count == 0)
        #expect(app.queue.finished.count == 0)
    }

    @Test func `refusal ends the purchase in its own callback`() {
        let results = buyAndDefer()
        app.deliver(transaction.becomes(.failed, error: SKError(.paymentCancelled)))
        #expect(results.all.map { $0.failure?.code } == [.paymentCancelled])
    }

    @Test func `a payment that was not seen to begin is bound while it waits`() {
        let results = app.buy()
        let unseen = TestTransaction.make(state: .deferred, date: nil)
        app.deliver(unseen)
        let batches = app.complete()
        app.deliver(TestTransaction.make())
        #expect(batches.count == 1)
        app.deliver(unseen.becomes(.purchased))
        #expect(results.last?.success?.transaction as? TestTransaction === unseen)
    }

    @Test func `approval after a relaunch arrives in the complete handler`() {
        let batches = app.complete()
        app.deliver(transaction.becomes(.deferred))
        app.deliver(transaction.becomes(.purchased))
        #expect(batches.all.map { $0.map(\.productId) } == [["coins"], ["coins"]])
        #expect(app.queue.finished.count == 1)
    }
}

/// A payment that fails first and is purchased after all.
@Suite struct InterruptingTests {
    private let app = TestApp.make()

    private func failThenBuy(_ code: SKError.Code, later: String = "coins") -> [Bool] {
        let batches = app.complete()
        _ = app.buy()
        app.deliver(TestTransaction.make(state: .failed, error: SKError(code)))
        app.deliver(TestTransaction.make(later))
        app.deliver(TestTransaction.make(later))
        return batches.all.flatMap { $0.map(\.followsFailedPayment) }
    }

    @Test func `the purchase after a failure is marked once`() {
        #expect(failThenBuy(.unknown) == [true, false])
    }

    @Test func `cancelling does not mark what comes later`() {
        #expect(failThenBuy(.paymentCancelled) == [false, false])
    }

    @Test func `another product is not marked`() {
        #expect(failThenBuy(.unknown, later: "gems") == [false, false])
    }

    @Test func `a payment that succeeds removes the mark`() {
        let batches = app.complete()
        _ = app.buy()
        app.deliver(TestTransaction.make(state: .failed, error: SKError(.unknown)))
        _ = app.buy()
        app.deliver(TestTransaction.make())
        app.deliver(TestTransaction.make())
        #expect(batches.all.flatMap { $0.map(\.followsFailedPayment) } == [false])
    }

    @Test func `a payment that waits removes the mark`() {
        let batches = app.complete()
        _ = app.buy()
        app.deliver(TestTransaction.make(state: .failed, error: SKError(.unknown)))
        _ = app.buy()
        app.deliver(TestTransaction.make(state: .deferred))
        app.deliver(TestTransaction.make())
        #expect(batches.all.flatMap { $0.map(\.followsFailedPayment) } == [false])
    }

    @Test func `the mark stays until there is a handler`() {
        _ = app.buy()
        app.deliver(TestTransaction.make(state: .failed, error: SKError(.unknown)))
        let late = TestTransaction.make()
        app.deliver(late)
        app.deliver(late)
        let batches = app.complete()
        app.turns.run()
        #expect(batches.all.flatMap { $0.map(\.followsFailedPayment) } == [true])
    }
}
