import StoreKit
import Testing

@testable import SwiftyStoreKit

/// A purchase by identifier that is given up between the answer of the look-up and the payment.
@Suite struct PurchaseRequestTests {
    private let shop = Shop.make()
    private let results = Recorder<PurchaseResult>()

    private func request() -> PurchaseRequest {
        shop.coordinator.purchase(
            productId: "coins",
            options: PaymentOptions(),
            answer: PaymentAnswer({ [results] in results.record($0) })
        )
    }

    private func answer() {
        shop.requests.last?.answerAll()
        shop.turns.run()
    }

    // The queue is asked for its transactions after the product was found and before it is paid.
    @Test func `one that is abandoned before the payment is queued is not paid`() {
        let abandoned = Recorder<Bool>()
        let request = request()
        shop.queue.onTransactions = { abandoned.record(request.abandon()) }
        answer()
        #expect(abandoned.all.first == true)
        #expect(shop.queue.payments.count == 0 && results.count == 0)
    }

    @Test func `one that is cancelled before the payment is queued is not paid`() {
        let request = request()
        shop.queue.onTransactions = { request.cancel() }
        answer()
        #expect(results.all.map { $0.failure?.code } == [.paymentCancelled])
        #expect(shop.queue.payments.count == 0)
    }

    @Test func `one that is abandoned while the payment is queued leaves it to the handler`() {
        let batches = shop.complete()
        let abandoned = Recorder<Bool>()
        let request = request()
        shop.queue.onAdd = { queue, payment in
            abandoned.record(request.abandon())
            queue.update(TestTransaction.make(payment))
        }
        answer()
        #expect(abandoned.all == [true])
        #expect(results.count == 0)
        #expect(batches.all.map { $0.map(\.productId) } == [["coins"]])
    }

    @Test func `one that is cancelled while the payment is queued is paid`() {
        let request = request()
        shop.queue.onAdd = { queue, payment in
            request.cancel()
            queue.update(TestTransaction.make(payment))
        }
        answer()
        #expect(results.all.map { $0.success?.productId } == ["coins"])
        #expect(!request.abandon())
    }
}
