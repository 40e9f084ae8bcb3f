import Foundation
import LocalAppStore
import StrictJSON
import Testing

@testable import storectl

@Suite("Lists", .timeLimit(.minutes(10)))
struct ListingTests {
    let trial: Trial

    init() throws {
        trial = try Trial()
    }

    @Test("Products are a table with the offers as buy takes them")
    func products() {
        #expect(
            trial.run("products").output == """
                PRODUCT  TYPE                          PRICE  PERIOD  NAME   OFFERS
                coins    consumable                 0.99 USD          Coins
                level    nonConsumable              2.99 USD                 code:Friends
                monthly  autoRenewableSubscription  4.99 USD  P1M            \
                promotional:loyal code:Friends winBack:back

                """
        )
    }

    @Test("Products in JSON have sorted members, and a subscription its offers")
    func productsJSON() {
        let text = trial.run("products", "--json").output
        #expect(
            text.hasPrefix(
                """
                {
                  "products": [
                    {
                      "codeOffers": [],
                      "currency": "USD",
                      "displayName": "Coins",
                      "id": "coins",
                      "isFamilyShareable": false,
                      "kind": "consumable",
                      "price": "0.99"
                    },
                """
            )
        )
        let oneTime = trial.run("products", "--json").value("products", "1", "codeOffers", "0")
        #expect(
            oneTime
                == .object([
                    "id": .string("Friends"), "kind": .string("code"),
                    "paymentMode": .string("oneTime"), "price": .string("0.99"),
                ])
        )
        let offer = trial.run("products", "--json")
            .value("products", "2", "subscription", "codeOffers", "0")
        #expect(
            offer
                == .object([
                    "id": .string("Friends"), "kind": .string("code"),
                    "paymentMode": .string("freeTrial"), "period": .string("P1W"),
                    "periods": .number("1"), "price": .string("0"),
                ])
        )
    }

    @Test("Products need no ledger, and make none; with one they have its storefront")
    func productsWithoutLedger() throws {
        let trial = try Trial(hasLedger: false)
        let nothing = ["STOREKIT_STORE": "", "STOREKIT_BUNDLE_IDENTIFIER": ""]
        let outcome = trial.run("products", "--json", environment: nothing)
        #expect(outcome.value("storefront") == .string("USA"))
        #expect(trial.run("products").status == .success)
        #expect(!FileManager.default.fileExists(atPath: trial.path("shop.ledger")))
        trial.run("settings", "set", "storefront", "DEU")
        #expect(trial.run("products", "--json").value("storefront") == .string("DEU"))
    }

    @Test("A file is checked without a ledger, and its warnings are on standard error elsewhere")
    func check() throws {
        let file = trial.path("Shop.storekit")
        let good = trial.run("check", file, environment: ["STOREKIT_STORE": ""])
        #expect(
            good.output == """
                products       3
                subscriptions  1
                groups         1
                warnings       none

                """
        )
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try trial.write(
            text.replacingOccurrences(of: "familyShareable", with: "familyShareble"),
            to: "Shop.storekit"
        )
        let warning =
            #"Shop.storekit, products[1].familyShareble: unknown key; did you mean "#
            + #""familyShareable"?"#
        let warned = trial.run("check")
        #expect(warned.output.hasPrefix("warning: \(warning)\n") && warned.status == .success)
        #expect(trial.run("check", "--strict").status == .refused)
        let path = trial.run("check", "--json").value("warnings", "0", "path")
        #expect(path == .string("products[1].familyShareble"))
        trial.run("buy", "level")
        let receipt = trial.run("receipt", "verify")
        #expect(receipt.errors == "storectl: warning: \(warning)\n")
        let json = trial.run("products", "--json")
        #expect(json.errors.hasPrefix("{\n  \"warning\": {\n    \"file\": \"Shop.storekit\","))
        #expect(json.value("products") != nil)
        try trial.write("{", to: "Shop.storekit")
        #expect(trial.run("check").status == .malformedFile)
        #expect(trial.run("check", trial.path("nowhere")).status == .missingFile)
    }

    @Test("Wide characters keep the columns aligned")
    func wideCharacters() {
        let rows = ["日本語", "e\u{301}te\u{301}", "👍🏽 한국"].enumerated()
        let table = TextTable(
            rows.map { (name: $1, number: $0 + 1) },
            [.text("NAME") { $0.name }, .number("N") { "\($0.number)" }]
        )
        #expect(
            table.text(TextStyle(Console.current), ifEmpty: "") == """
                NAME     N
                日本語   1
                e\u{301}te\u{301}      2
                👍🏽 한국  3

                """
        )
    }

    @Test("A column without content is left out, and only states have colours")
    func columns() {
        let table = TextTable(
            ["failed", "open"],
            [
                .text("NAME") { $0 }, .text("NONE") { _ in nil }, .number("EMPTY") { _ in "" },
                .state("STATE") { $0 },
            ]
        )
        var console = Console.current
        console.isOutputTerminal = true
        console.environment = [:]
        #expect(
            table.text(TextStyle(console), ifEmpty: "") == """
                \u{1B}[1mNAME\u{1B}[0m    \u{1B}[1mSTATE\u{1B}[0m
                failed  \u{1B}[31mfailed\u{1B}[0m
                open    open

                """
        )
    }

    @Test("A table without rows is a sentence, and a value that is missing has no line")
    func empty() {
        let style = TextStyle(Console.current)
        let table = TextTable([String](), [.text("NAME") { $0 }])
        #expect(table.text(style, ifEmpty: "No names.") == "No names.\n")
        let list = style.list([("name", "coins"), ("offer", nil), ("id", "1")])
        #expect(list == "name  coins\nid    1\n")
    }

    @Test("A table of many rows is written in time")
    func manyRows() {
        let table = TextTable(
            Array(1...50_000),
            [.number("ID") { "\($0)" }, .text("NAME") { _ in "name" }]
        )
        let text = table.text(TextStyle(Console.current), ifEmpty: "")
        #expect(text.utf8.count == 50_001 * 12)
    }

    @Test("Of a long list, text has the newest rows and a summary, and JSON all")
    func longLists() throws {
        let store = try trial.store()
        for _ in 1...205 { try store.buy(PaymentRequest(productID: "coins")) }
        try store.refunds.refund(7)
        func lines(_ options: String...) -> [Substring] {
            trial.run(list: ["transactions"] + options).output.split(separator: "\n")
        }
        let standard = lines()
        #expect(standard.count == 202 && standard[1].hasPrefix("  6  coins"))
        let rest = "205 transactions (204 purchased, 1 refunded); --limit 205 lists all."
        #expect(standard[201] == "The newest 200 of \(rest)")
        #expect(lines("--limit", "205").count == 206)
        let oldest = lines("--limit", "2")
        #expect(oldest[2].hasPrefix(" 2  coins") && oldest[3] == "The oldest 2 of \(rest)")
        let newest = lines("--last", "1")
        #expect(newest[1].hasPrefix("205  coins") && newest[2] == "The newest 1 of \(rest)")
        let all = trial.run("transactions", "--json")
        #expect(all.value("transactions", "204", "id") == .number("205"))
        let last = trial.run("transactions", "--json", "--last", "1")
        #expect(last.value("transactions", "0", "id") == .number("205"))
        for options in [["--limit", "0"], ["--limit", "1", "--last", "1"]] {
            #expect(trial.run(list: ["transactions"] + options).status == .usage)
        }
    }

    @Test("A transaction has the order by which the App Store finds it")
    func orderID() {
        trial.run("buy", "coins")
        let bought = trial.run("transactions", "--json").value("transactions", "0", "orderID")
        #expect(bought == .string("LAS0000000001"))
    }

    @Test("Transactions are listed by product, state and customer")
    func transactions() throws {
        #expect(trial.run("transactions").output == "No transactions.\n")
        trial.run("buy", "coins", "--quantity", "2")
        trial.run("buy", "level")
        trial.run("customers", "--add", "ben")
        trial.run("buy", "coins", "--customer", "ben")
        #expect(
            trial.run("transactions", "--all-customers").output == """
                ID  CUSTOMER  PRODUCT  STATE      QTY   CHARGED  DATE                  NOTE
                 1  customer  coins    purchased    2  1.98 USD  2026-01-01T00:00:00Z  unfinished
                 2  customer  level    purchased    1  2.99 USD  2026-01-01T00:00:00Z  unfinished
                 3  ben       coins    purchased    1  0.99 USD  2026-01-01T00:00:00Z  unfinished

                """
        )
        let coins = trial.run("transactions", "--product", "coins", "--json")
        #expect(coins.value("transactions", "0", "id") == .number("1"))
        #expect(coins.value("transactions", "1") == nil)
        let deferred = trial.run("transactions", "--state", "deferred", "--json")
        #expect(deferred.value("transactions") == .array([]))
        let wrong = trial.run("transactions", "--state", "lost")
        #expect(wrong.status == .usage)
        #expect(wrong.errors.contains("purchased"))
    }

    /// A shop with a better and a lesser subscription of one group.
    private static let metals = """
        {"subscriptionGroups": [{"id": "club", "name": "Club", "subscriptions": [
          {"productID": "gold", "type": "RecurringSubscription", "displayPrice": "9.99",
           "groupNumber": 1, "recurringSubscriptionPeriod": "P1M"},
          {"productID": "silver", "type": "RecurringSubscription", "displayPrice": "4.99",
           "groupNumber": 2, "recurringSubscriptionPeriod": "P1M"}
        ]}], "products": [], "nonRenewingSubscriptions": [], "settings": {},
         "version": {"major": 4, "minor": 0}}
        """

    @Test("A downgrade is no transaction before the renewal")
    func downgrade() throws {
        try trial.write(Self.metals, to: "Shop.storekit")
        trial.run("buy", "gold")
        let bought = trial.run("buy", "silver", "--json")
        #expect(bought.value("transaction", "state") == .string("scheduled"))
        let listed = trial.run("transactions", "--json")
        #expect(listed.value("transactions", "0", "productID") == .string("gold"))
        #expect(listed.value("transactions", "1") == nil)
        #expect(trial.run("transactions", "--state", "scheduled").status == .usage)
        #expect(trial.run("subscriptions").output.hasSuffix("  renews as silver\n"))
        let renewed = trial.run("advance", "40d", "--json")
        #expect(renewed.value("transactions", "0", "productID") == .string("silver"))
    }

    @Test("A transaction that another product replaced is upgraded")
    func upgrade() throws {
        try trial.write(Self.metals, to: "Shop.storekit")
        trial.run("buy", "silver")
        trial.run("buy", "gold")
        let upgraded = trial.run("transactions", "--condition", "upgraded").output
        #expect(upgraded.contains("  silver   upgraded "))
        #expect(!upgraded.contains("gold"))
    }

    @Test("Lists are complete, oldest first, also over several pages", arguments: 1...4)
    func pages(pageSize: Int) throws {
        let store = try trial.store()
        for name in ["a", "b", "c"] {
            let customer = try store.customers.acting(addingIfNeeded: name)
            try customer.buy(PaymentRequest(productID: "monthly"))
        }
        let entries = try store.entries(TransactionListQuery(), pageSize: pageSize)
        #expect(entries.map(\.id) == [1, 2, 3])
        let subscriptions = try store.subscriptions(ofCustomer: nil, pageSize: pageSize)
        #expect(subscriptions.map(\.status.subscription.id) == [1, 2, 3])
        let customers = try store.customerBalances(pageSize: pageSize).map(\.customer.id)
        #expect(customers == (try store.customers.all().map(\.id)))
    }

    @Test("A transaction in JSON has no member for what it has not")
    func transactionJSON() {
        trial.run("buy", "level")
        #expect(
            trial.run("transactions", "--json").output == """
                {
                  "transactions": [
                    {
                      "amountCharged": "2.99",
                      "currency": "USD",
                      "customer": "customer",
                      "customerID": 1,
                      "hasIssue": false,
                      "id": 1,
                      "isFinished": false,
                      "isRefundRequested": false,
                      "isRenewal": false,
                      "isUpgraded": false,
                      "kind": "nonConsumable",
                      "orderID": "LAS0000000001",
                      "originalID": 1,
                      "originalPurchaseDate": "2026-01-01T00:00:00.000Z",
                      "ownership": "purchased",
                      "price": "2.99",
                      "productID": "level",
                      "purchaseDate": "2026-01-01T00:00:00.000Z",
                      "quantity": 1,
                      "state": "purchased",
                      "storefront": "USA"
                    }
                  ]
                }

                """
        )
    }

    @Test("Subscriptions are listed with what comes next")
    func subscriptions() {
        #expect(trial.run("subscriptions").output == "No subscriptions.\n")
        trial.run("buy", "monthly")
        #expect(
            trial.run("subscriptions").output == """
                ID  PRODUCT  STATUS      AUTO-RENEW  EXPIRES               NEXT EVENT
                 1  monthly  subscribed  on          2026-02-01T00:00:00Z  2026-02-01T00:00:00Z

                """
        )
        let json = trial.run("subscriptions", "--all-customers", "--json")
        #expect(json.value("subscriptions", "0", "status") == .string("subscribed"))
        #expect(json.value("subscriptions", "0", "customer") == .string("customer"))
        #expect(json.value("subscriptions", "0", "billingIssue") == nil)
    }

    @Test("Customers are added once, and have what they were charged")
    func customers() {
        trial.run("buy", "level")
        #expect(
            trial.run("customers", "--add", "ben").output == """
                ID  NAME       CHARGED
                 1  customer  2.99 USD
                 2  ben              0

                """
        )
        let again = trial.run("customers", "--add", "ben")
        #expect(again.status == .refused)
        #expect(again.errors == "storectl: The store already has a customer \"ben\"\n")
        let balance = trial.run("customers", "--json").value("customers", "0", "balance")
        #expect(balance == .object(["USD": .string("2.99")]))
    }
}
