import Foundation
import LocalAppStore
import Testing

@testable import StoreKit

@Suite("The purchase sheet of a terminal")
struct TerminalDialogTests {
    @Test("It shows what is bought, how many, for how much, and asks")
    func text() throws {
        #expect(
            try shown(PaymentRequest(productID: "coins", quantity: 3), storefront: "DEU") == """

                [App Store] Münzen x 3
                Ein Sack
                Buy for 2,97\u{A0}€? (y/n)\u{20}
                """
        )
    }

    @Test("It shows a product without texts by its identifier, and one piece without a number")
    func bareText() throws {
        #expect(
            try shown(PaymentRequest(productID: "level"), locale: "en_US") == """

                [App Store] level
                Buy for $2.99? (y/n)\u{20}
                """
        )
    }

    @Test("Yes buys", arguments: ["y", "Y", "yes", "YES", " yes "])
    func yes(answer: String) throws {
        #expect(try state(after: answer) == .purchased)
    }

    @Test(
        "Everything else, and the end of the input, cancels",
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
        let store = try Store.shop()
        try store.updateSettings {
            $0.localeIdentifier = locale
            $0.storefront = storefront
        }
        let dialog = TerminalDialog(show: output.write, answer: { "n" })
        store.confirmationPolicy = .ask(dialog.confirms)
        try store.pay(request)
        return output.text.withLock { $0 }
    }

    private func state(after answer: String?) throws -> LedgerEntry.State {
        let store = try Store.shop()
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
