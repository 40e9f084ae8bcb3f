import Foundation
import StoreKit
import Testing

@testable import SwiftyStoreKit

@Suite struct PurchasingByIdentifierTests {
    private let app = TestApp.make()
    private let results = Recorder<PurchaseResult>()

    private func buy(_ options: PaymentOptions = PaymentOptions()) -> any InAppRequest {
        app.coordinator.purchase(.identifier("coins"), options: options) { results.record($0) }
    }

    private func respond(_ body: (ProductsRequestSpy) -> Void) throws {
        body(try #require(app.requests.last))
        app.turns.run()
    }

    @Test func `a product that is found is bought`() throws {
        _ = buy()
        try respond { $0.respondToAll() }
        #expect(app.queue.payments.all.map(\.productIdentifier) == ["coins"])
        #expect(results.count == 0)
        app.deliver(TestTransaction.make())
        #expect(results.last?.success?.product.productIdentifier == "coins")
    }

    @Test func `a product of one store is not paid in another`() throws {
        final class OneStore: Sendable {}
        let stores = Recorder<OneStore>()
        stores.record(OneStore())
        let app = TestApp.make(storeInUse: { stores.last })
        app.coordinator.purchase(.identifier("coins"), options: PaymentOptions()) {
            results.record($0)
        }
        stores.record(OneStore())
        try #require(app.requests.last).respondToAll()
        app.turns.run()
        #expect(results.last?.failure?.code == .unknown)
        #expect(app.queue.payments.count == 0)
    }

    @Test func `a failed look-up is the purchase's error`() throws {
        _ = buy()
        try respond { $0.fail(URLError(.timedOut)) }
        let error = try #require(results.last?.failure)
        #expect(error.code == .unknown)
        let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(underlying?.domain == NSURLErrorDomain)
    }

    @Test func `an identifier that is not sold is an invalid payment and is named`() throws {
        _ = buy()
        try respond { $0.respond(invalid: ["coins"]) }
        let error = try #require(results.last?.failure)
        #expect(error.code == .paymentInvalid)
        #expect(error.localizedDescription == "The item is not available.")
        #expect("\(error)".contains("coins"))
    }

    @Test func `an empty response is an unknown error`() throws {
        _ = buy()
        try respond { $0.respond() }
        #expect(results.last?.failure?.code == .unknown)
    }

    @Test func `cancelling the look-up cancels the purchase once`() throws {
        let request = buy()
        request.cancel()
        request.cancel()
        try respond { $0.respondToAll() }
        #expect(results.all.map { $0.failure?.code } == [.paymentCancelled])
        #expect(app.requests.last?.cancelCount == 1)
        #expect(app.queue.payments.count == 0)
    }

    // The moment between the response and the payment.
    @Test func `cancelling after the response still buys nothing`() throws {
        let request = buy()
        try #require(app.requests.last).respondToAll()
        request.cancel()
        app.turns.run()
        #expect(results.all.map { $0.failure?.code } == [.paymentCancelled])
        #expect(app.queue.payments.count == 0)
    }

    @Test func `cancelling does nothing once the payment is queued`() throws {
        let request = buy()
        try respond { $0.respondToAll() }
        request.cancel()
        app.turns.run()
        #expect(results.count == 0)
        app.deliver(TestTransaction.make())
        #expect(results.all.map { $0.success?.productId } == ["coins"])
    }

    @Test func `a discount reaches the payment`() throws {
        let offer = SKPaymentDiscount(
            identifier: "half",
            keyIdentifier: "key",
            nonce: UUID(),
            signature: "",
            timestamp: 1
        )
        _ = buy(PaymentOptions(discount: PaymentDiscount(discount: offer)))
        try respond { $0.respondToAll() }
        #expect(app.queue.payments.last?.paymentDiscount?.identifier == "half")
    }

    // It must not recurse.
    @Test func `buying inside the callback of a look-up works`() throws {
        let (app, results) = (app, results)
        app.coordinator.retrieveProductsInfo(["coins"]) { _ in
            app.coordinator.purchase(.identifier("coins"), options: PaymentOptions()) {
                results.record($0)
            }
        }
        try respond { $0.respondToAll() }
        #expect(app.queue.payments.count == 1)
    }
}

/// A purchase by identifier that is given up between the look-up and the payment.
@Suite struct PurchaseRequestTests {
    private let app = TestApp.make()
    private let results = Recorder<PurchaseResult>()

    private func request() -> PurchaseRequest {
        PurchaseRequest(
            .identifier("coins"),
            PaymentOptions(),
            PaymentCallbacks { [results] in results.record($0) },
            on: app.coordinator
        )
    }

    private func respond() {
        app.requests.last?.respondToAll()
        app.turns.run()
    }

    // The queue's transactions are read after the product was found and before it is paid.
    @Test func `a request that is abandoned before the payment is queued is not paid`() {
        let abandoned = Recorder<Bool>()
        let request = request()
        app.queue.onTransactions = { abandoned.record(request.abandon()) }
        respond()
        #expect(abandoned.all.first == true)
        #expect(app.queue.payments.count == 0 && results.count == 0)
    }

    @Test func `a request that is cancelled before the payment is queued is not paid`() {
        let request = request()
        app.queue.onTransactions = { request.cancel() }
        respond()
        #expect(results.all.map { $0.failure?.code } == [.paymentCancelled])
        #expect(app.queue.payments.count == 0)
    }

    @Test func `a request that is abandoned while the payment is queued leaves it to the handler`()
    {
        let batches = app.complete()
        let abandoned = Recorder<Bool>()
        let request = request()
        app.queue.onAdd = { queue, payment in
            abandoned.record(request.abandon())
            queue.update(TestTransaction.make(payment))
        }
        respond()
        #expect(abandoned.all == [true])
        #expect(results.count == 0)
        #expect(batches.all.map { $0.map(\.productId) } == [["coins"]])
    }

    @Test func `a request that is cancelled while the payment is queued is paid`() {
        let request = request()
        app.queue.onAdd = { queue, payment in
            request.cancel()
            queue.update(TestTransaction.make(payment))
        }
        respond()
        #expect(results.all.map { $0.success?.productId } == ["coins"])
        #expect(!request.abandon())
    }
}
