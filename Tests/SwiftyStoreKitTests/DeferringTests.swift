import StoreKit
import SwiftyStoreKit
import Testing

/// Rule 33, Q2 and Q27: purchases that wait for approval.
@Suite struct DeferringTests {
    private let shop = Shop.make()
    private let deferrals = Recorder<PurchaseDetails>()
    private let transaction = TestTransaction.make(state: .purchasing)

    private func buyAndDefer() -> Recorder<PurchaseResult> {
        let deferrals = deferrals
        let options = PaymentOptions(atomically: false)
        let results = shop.buy(options: options) { deferrals.record($0) }
        shop.deliver(transaction)
        shop.deliver(transaction.becomes(.deferred))
        return results
    }

    @Test func `waiting is told apart from the result and nothing is finished`() {
        let results = buyAndDefer()
        #expect(deferrals.all.map(\.productId) == ["coins"])
        #expect(deferrals.last?.needsFinishTransaction == false)
        #expect(results.count == 0)
        #expect(shop.queue.finished.count == 0)
    }

    @Test func `waiting is told once`() {
        _ = buyAndDefer()
        shop.deliver(transaction)
        #expect(deferrals.count == 1)
    }

    @Test func `approval ends the purchase in its own callback`() {
        let batches = shop.complete()
        let results = buyAndDefer()
        shop.deliver(transaction.becomes(.purchased))
        #expect(results.all.map { $0.success?.productId } == ["coins"])
        #expect(results.last?.success?.needsFinishTransaction == true)
        #expect(batches.count == 0)
        #expect(shop.queue.finished.count == 0)
    }

    @Test func `refusal ends the purchase in its own callback`() {
        let results = buyAndDefer()
        shop.deliver(transaction.becomes(.failed, error: SKError(.paymentCancelled)))
        #expect(results.all.map { $0.failure?.code } == [.paymentCancelled])
    }

    @Test func `a payment that was not seen to begin is bound while it waits`() {
        let results = shop.buy()
        let unseen = TestTransaction.make(state: .deferred, date: nil)
        shop.deliver(unseen)
        let batches = shop.complete()
        shop.deliver(TestTransaction.make())
        #expect(batches.count == 1)
        shop.deliver(unseen.becomes(.purchased))
        #expect(results.last?.success?.transaction as? TestTransaction === unseen)
    }

    @Test func `approval after a relaunch arrives in the complete handler`() {
        let batches = shop.complete()
        shop.deliver(transaction.becomes(.deferred))
        shop.deliver(transaction.becomes(.purchased))
        #expect(batches.all.map { $0.map(\.productId) } == [["coins"], ["coins"]])
        #expect(shop.queue.finished.count == 1)
    }
}
