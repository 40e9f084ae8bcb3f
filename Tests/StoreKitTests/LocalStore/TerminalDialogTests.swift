import Foundation
import LocalAppStore
import Testing

@testable import StoreClient
@testable import StoreKit

@Suite("The purchase sheet in a terminal")
struct TerminalDialogTests {
    @Test("It shows the product, the quantity and the price, and asks")
    func text() throws {
        #expect(
            try shown(PaymentRequest(productID: "coins", quantity: 3), storefront: "DEU") == """

                [App Store] Münzen x 3
                Ein Sack
                Buy for 2,97\u{A0}€? (y/n)\u{20}
                """
        )
    }

    @Test("It shows a product without texts by its identifier, and omits a quantity of one")
    func bareText() throws {
        #expect(
            try shown(PaymentRequest(productID: "level"), locale: "en_US") == """

                [App Store] level
                Buy for $2.99? (y/n)\u{20}
                """
        )
    }

    @Test("It shows the price after an offer")
    func offers() throws {
        #expect(
            try prompt(for: .freeTrial, "P1W") == "Try free for 1 week, then $4.99 a month?"
        )
        #expect(
            try prompt(for: .payUpFront, "P2M", times: 3, price: 7.99)
                == "Buy 6 months for $7.99, then $4.99 a month?"
        )
        #expect(
            try prompt(for: .payAsYouGo, "P1M", times: 3, price: 2.49)
                == "Buy for $2.49 a month for 3 months, then $4.99 a month?"
        )
        #expect(
            try prompt(for: .freeTrial, "P3D", renewing: "P3M")
                == "Try free for 3 days, then $4.99 every 3 months?"
        )
    }

    @Test("It does not offer a trial again")
    func usedTrial() throws {
        let store = try Store.sample()
        try store.pay(PaymentRequest(productID: "monthly"))
        store.clock.advance(by: 8 * 86_400)
        let output = Output()
        let dialog = TerminalDialog(show: output.write, answer: { "n" })
        store.confirmationPolicy = .ask(dialog.confirms)
        try store.pay(PaymentRequest(productID: "monthly"))
        #expect(output.text.withLock { $0 }.hasSuffix("Buy for $4.99? (y/n) "))
    }

    @Test("Yes confirms", arguments: ["y", "Y", "yes", "YES", " yes "])
    func yes(answer: String) throws {
        #expect(try state(after: answer) == .purchased)
    }

    @Test(
        "Any other input, and its end, cancels",
        arguments: ["n", "", "no", "yesterday", nil]
    )
    func no(answer: String?) throws {
        #expect(try state(after: answer) == .failed)
    }

    private func shown(
        _ request: PaymentRequest,
        locale: String = "de_DE",
        storefront: String = "USA"
    ) throws -> String {
        let output = Output()
        let store = try Store.sample()
        try store.updateSettings {
            $0.localeIdentifier = locale
            $0.storefront = storefront
        }
        let dialog = TerminalDialog(show: output.write, answer: { "n" })
        store.confirmationPolicy = .ask(dialog.confirms)
        try store.pay(request)
        return output.text.withLock { $0 }
    }

    private func prompt(
        for mode: CatalogOffer.PaymentMode,
        _ period: String,
        times count: Int = 1,
        price: Decimal = 0,
        renewing: String = "P1M"
    ) throws -> String {
        let offer = CatalogOffer(
            paymentMode: mode,
            period: try #require(StorePeriod(iso8601: period)),
            numberOfPeriods: count,
            price: price
        )
        let terms = SubscriptionTerms(
            groupID: "club",
            period: try #require(StorePeriod(iso8601: renewing)),
            introductoryOffer: offer
        )
        let product = CatalogProduct(
            id: "club",
            kind: .autoRenewableSubscription,
            price: 4.99,
            subscription: terms
        )
        let store = try Store(catalog: Catalog(products: [product]), at: .memory)
        let output = Output()
        let dialog = TerminalDialog(show: output.write, answer: { "n" })
        store.confirmationPolicy = .ask(dialog.confirms)
        try store.pay(PaymentRequest(productID: "club"))
        let line = output.text.withLock { $0 }.split(separator: "\n").last
        return String(try #require(line).dropLast(" (y/n) ".count))
    }

    private func state(after answer: String?) throws -> LedgerEntry.State {
        let store = try Store.sample()
        store.confirmationPolicy = .ask(TerminalDialog(show: { _ in }, answer: { answer }).confirms)
        return try store.pay(PaymentRequest(productID: "coins")).state
    }
}

private final class Output: Sendable {
    let text = Locked("")

    @Sendable func write(_ more: String) {
        text.withLock { $0 += more }
    }
}

// The macro `#require` cannot expand a call with the name of a module.
private typealias StorePeriod = LocalAppStore.SubscriptionPeriod
