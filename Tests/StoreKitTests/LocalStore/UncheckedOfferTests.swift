import Foundation
import LocalAppStore
import Testing

@testable import StoreKit

@Suite("Offers that nothing can verify", .timeLimit(.minutes(10)))
struct UncheckedOfferTests {
    @Test("Without an offer key the log says, once, that any well-formed signature buys")
    func once() async throws {
        let store = try Store.sample()
        try store.buy(PaymentRequest(productID: "monthly", isMadeOutsideApp: true))
        try store.subscriptions.forceExpiry(ofProduct: "monthly")
        let diagnostics = StoreDiagnostics { _ in }
        let messages = EventStream<String>()
        diagnostics.handler = { messages.record("\($0.rawValue): \($1)") }
        let connection = StoreConnection(store: store, diagnostics: diagnostics)
        let local = LocalPaymentQueue(StoreDevice(connection))
        let queue = SKPaymentQueue(local)
        let observer = RecordingObserver()
        queue.add(observer)
        for number in 1...2 {
            let payment = SKPayment.make("monthly")
            payment.paymentDiscount = SKPaymentDiscount(
                identifier: "winter",
                keyIdentifier: "key",
                nonce: UUID(),
                signature: "MAYCAQECAQE=",
                timestamp: NSNumber(value: number)
            )
            queue.add(payment)
            local.device.work.sync {}
            local.device.payments.sync {}
        }
        diagnostics.report(.info, "end")
        let first = try #require(await messages.next(1).first)
        #expect(first.hasPrefix("warning: The configuration has no key for promotional offers"))
        #expect(await messages.next(1) == ["info: end"])
    }
}
