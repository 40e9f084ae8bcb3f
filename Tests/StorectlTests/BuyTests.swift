import LocalAppStore
import StrictJSON
import Testing

@testable import storectl

@Suite("Buying", .timeLimit(.minutes(10)))
struct BuyTests {
    let trial: Trial

    init() throws {
        trial = try Trial()
    }

    @Test("A purchase is shown, and is in the ledger")
    func buying() throws {
        let account = "7b5a3c0e-9c1d-4c0a-8a4e-0f3d7a2b1c9d"
        let outcome = trial.run("buy", "coins", "--quantity", "3", "--account-token", account)
        #expect(
            outcome.output == """
                transaction  1
                product      coins
                customer     customer
                quantity     3
                state        purchased
                charged      2.97 USD
                date         2026-01-01T00:00:00Z
                note         unfinished

                """
        )
        #expect(outcome.status == .success && outcome.errors.isEmpty)
        let entry = try #require(try trial.store().entries().first)
        #expect(entry.applicationUsername == account)
    }

    @Test("The offer of a code is redeemed")
    func code() {
        let outcome = trial.run("buy", "monthly", "--offer", "code:Friends", "--json")
        #expect(outcome.value("transaction", "price") == .string("0"))
        #expect(outcome.value("transaction", "offer", "kind") == .string("code"))
    }

    @Test("The code of a product that does not renew is redeemed once, for one unit")
    func oneTimeCode() {
        let outcome = trial.run("buy", "level", "--offer", "code:Friends", "--json")
        #expect(outcome.value("transaction", "price") == .string("0.99"))
        #expect(outcome.value("transaction", "offer", "id") == .string("Friends"))
        let again = trial.run("buy", "level", "--offer", "code:Friends")
        #expect(again.status == .refused)
        #expect(again.errors.contains("has redeemed a code of the offer \"Friends\" already"))
    }

    @Test(
        "Offers for former subscribers are requested by kind and name",
        arguments: [("promotional:loyal", "0.49"), ("winBack:back", "0")]
    )
    func offers(offer: String, price: String) {
        let early = trial.run("buy", "monthly", "--offer", offer)
        #expect(early.status == .refused)
        trial.run("buy", "monthly")
        trial.run("expire", "monthly")
        let outcome = trial.run("buy", "monthly", "--offer", offer, "--json")
        #expect(outcome.value("transaction", "price") == .string(price))
        let kind = String(offer.prefix { $0 != ":" })
        #expect(outcome.value("transaction", "offer", "kind") == .string(kind))
    }

    @Test("A refusal has the status 1, and says why on standard error")
    func refusals() {
        let unknown = trial.run("buy", "gold")
        #expect(unknown.status == .refused && unknown.output.isEmpty)
        #expect(
            unknown.errors == """
                storectl: The store has no product gold
                  storectl products lists the products.

                """
        )
        trial.run("settings", "set", "failsTransactions", "on")
        let failed = trial.run("buy", "coins", "--json")
        #expect(failed.status == .refused && failed.output.isEmpty)
        #expect(failed.errors.contains("refused the purchase with code 0"))
    }

    @Test(
        "A wrong command line has the status 64",
        arguments: [
            ["buy"], ["buy", "coins", "--quantity", "0"], ["buy", "coins", "--quantity", "many"],
            ["buy", "monthly", "--offer", "spring"],
            ["buy", "monthly", "--offer", "code:Friends", "--quantity", "2"],
            ["buy", "monthly", "--seats", "0"],
            ["buy", "monthly", "--offer", "code:Friends", "--seats", "2"],
            [
                "buy", "monthly", "--offer", "winBack:back",
                "--account-token", "7b5a3c0e-9c1d-4c0a-8a4e-0f3d7a2b1c9d",
            ],
            ["buy", "coins", "--account-token", "ben"],
        ]
    )
    func usage(arguments: [String]) {
        let outcome = trial.run(list: arguments)
        #expect(outcome.status == .usage)
        #expect(outcome.errors.hasPrefix("Error: "))
    }
}
