import Foundation
import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct PurchasingByIdentifierTests {
    private let shop = Shop.make()
    private let results = Recorder<PurchaseResult>()

    private func buy(_ options: PaymentOptions = PaymentOptions()) -> any InAppRequest {
        shop.coordinator.purchase(productId: "coins", options: options) { results.record($0) }
    }

    private func answer(_ body: (ProductsRequestSpy) -> Void) throws {
        body(try #require(shop.requests.last))
        shop.turns.run()
    }

    // Rule 21.
    @Test func `a product that is found is bought`() throws {
        _ = buy()
        try answer { $0.answerAll() }
        #expect(shop.queue.payments.all.map(\.productIdentifier) == ["coins"])
        #expect(results.count == 0)
        shop.deliver(TestTransaction.make())
        #expect(results.last?.success?.product.productIdentifier == "coins")
    }

    // Rule 21.
    @Test func `a failed look-up is the purchase's error`() throws {
        _ = buy()
        try answer { $0.fail(URLError(.timedOut)) }
        let error = try #require(results.last?.failure)
        #expect(error.code == .unknown)
        let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(underlying?.domain == NSURLErrorDomain)
    }

    // Rule 21.
    @Test func `an identifier that is not sold is an invalid payment and is named`() throws {
        _ = buy()
        try answer { $0.answer(invalid: ["coins"]) }
        let error = try #require(results.last?.failure)
        #expect(error.code == .paymentInvalid)
        #expect(error.localizedDescription.contains("coins"))
    }

    // Rule 21.
    @Test func `an empty answer is an unknown error`() throws {
        _ = buy()
        try answer { $0.answer() }
        #expect(results.last?.failure?.code == .unknown)
    }

    // Rule 22 and Q10.
    @Test func `cancelling the look-up cancels the purchase once`() throws {
        let request = buy()
        request.cancel()
        request.cancel()
        try answer { $0.answerAll() }
        #expect(results.all.map { $0.failure?.code } == [.paymentCancelled])
        #expect(shop.requests.last?.cancelCount == 1)
        #expect(shop.queue.payments.count == 0)
    }

    // Rule 22: also in the moment between answer and payment.
    @Test func `cancelling an answered look-up still buys nothing`() throws {
        let request = buy()
        try #require(shop.requests.last).answerAll()
        request.cancel()
        shop.turns.run()
        #expect(results.all.map { $0.failure?.code } == [.paymentCancelled])
        #expect(shop.queue.payments.count == 0)
    }

    // Rule 22.
    @Test func `cancelling does nothing once the payment is queued`() throws {
        let request = buy()
        try answer { $0.answerAll() }
        request.cancel()
        shop.turns.run()
        #expect(results.count == 0)
        shop.deliver(TestTransaction.make())
        #expect(results.all.map { $0.success?.productId } == ["coins"])
    }

    // Rule 23 and Q39.
    @Test func `a discount reaches the payment`() throws {
        let offer = SKPaymentDiscount(
            identifier: "half",
            keyIdentifier: "key",
            nonce: UUID(),
            signature: "",
            timestamp: 1
        )
        _ = buy(PaymentOptions(discount: PaymentDiscount(discount: offer)))
        try answer { $0.answerAll() }
        #expect(shop.queue.payments.last?.paymentDiscount?.identifier == "half")
    }

    // Q6: this recursed until the stack was full.
    @Test func `buying inside the callback of a look-up works`() throws {
        let (shop, results) = (shop, results)
        shop.coordinator.retrieveProductsInfo(["coins"]) { _ in
            shop.coordinator.purchase(productId: "coins", options: PaymentOptions()) {
                results.record($0)
            }
        }
        try answer { $0.answerAll() }
        #expect(shop.queue.payments.count == 1)
    }
}
