import StoreTestSupport
import StrictJSON
import Testing

@testable import storectl

@Suite("Parts of lists, and their notes", .timeLimit(.minutes(10)))
struct ListSummaryTests {
    private let trial: Trial

    init() throws {
        trial = try Trial()
        trial.run("customers", "--add", "ben")
    }

    /// The last line of the output.
    private func summary(_ arguments: String...) -> Substring? {
        trial.run(list: arguments).output.split(separator: "\n").last
    }

    @Test("A summary counts what a list is divided into, in the order of the words")
    func kinds() {
        trial.run("buy", "monthly", "--customer", "ben")
        trial.run("expire", "1")
        trial.run("buy", "monthly")
        #expect(
            summary("subscriptions", "--all-customers", "--last", "1")
                == "The newest 1 of 2 subscriptions (1 expired, 1 subscribed); --limit 2 lists all."
        )
        trial.run("request-refund", "2")
        trial.run("request-refund", "1")
        trial.run("decline-refund", "2")
        #expect(
            summary("refund-requests", "--all-customers", "--limit", "1")
                == "The oldest 1 of 2 requests (1 declined, 1 open); --limit 2 lists all."
        )
    }

    @Test("Products, customers and notifications are counted alone")
    func counts() {
        #expect(
            summary("products", "--limit", "1")
                == "The oldest 1 of 3 products; --limit 3 lists all."
        )
        #expect(
            summary("customers", "--last", "1")
                == "The newest 1 of 2 customers; --limit 2 lists all."
        )
        #expect(
            summary("family", "join", "customer", "--customer", "ben", "--limit", "1")
                == "The oldest 1 of 2 customers; --limit 2 lists all."
        )
        trial.run("notify", "to")
        for _ in 1...3 { trial.run("buy", "coins") }
        #expect(
            summary("notify", "list", "--limit", "2")
                == "The oldest 2 of 3 notifications; --limit 3 lists all."
        )
    }

    @Test("A list that is complete has no summary, and JSON has none either")
    func complete() {
        trial.run("buy", "coins")
        trial.run("buy", "level")
        let all = trial.run("transactions")
        #expect(trial.run("transactions", "--limit", "2").output == all.output)
        #expect(trial.run("transactions", "--last", "3").output == all.output)
        let first = trial.run("transactions", "--limit", "1", "--json")
        #expect(first.json.members?.count == 1)
        #expect(first.value("transactions")?.elements?.count == 1)
        #expect(first.value("transactions", "0", "id") == .number("1"))
    }

    @Test("Requests of several customers are in the order in which they were made")
    func requests() {
        trial.run("buy", "coins")
        trial.run("buy", "coins", "--customer", "ben")
        trial.run("buy", "coins")
        for id in ["3", "2", "1"] { trial.run("request-refund", id) }
        let outcome = trial.run("refund-requests", "--all-customers", "--json")
        let ids = outcome.value("refundRequests")?.elements?.compactMap {
            $0["transactionID"]?.number
        }
        #expect(ids == [3, 2, 1])
    }

    @Test("A customer is charged in every currency, and refunds count")
    func charges() {
        trial.run("buy", "coins")
        trial.run("settings", "set", "storefront", "DEU")
        trial.run("buy", "level")
        trial.run("buy", "coins")
        trial.run("refund", "3")
        let lines = trial.run("customers").output.split(separator: "\n")
        #expect(lines[1] == " 1  customer  2.99 EUR + 0.99 USD")
    }

    @Test("An interrupted purchase is noted, and found by its condition")
    func interrupted() {
        trial.run("settings", "set", "interruptsPurchases", "on")
        #expect(trial.run("buy", "coins").status == .refused)
        trial.run("settings", "set", "interruptsPurchases", "off")
        trial.run("buy", "level")
        let found = trial.run("transactions", "--condition", "interrupted")
        #expect(found.output.contains("coins    failed "))
        #expect(found.output.contains("interrupted"))
        #expect(!found.output.contains("level"))
    }

    @Test("A purchase that a family shares is noted in the list of the other customer")
    func shared() {
        trial.run("buy", "level")
        trial.run("family", "join", "customer", "--customer", "ben")
        #expect(trial.run("transactions", "--customer", "ben").output.contains("  family"))
        #expect(!trial.run("transactions").output.contains("family"))
    }

    @Test("The timeline of a subscription is in JSON")
    func timeline() throws {
        trial.run("buy", "monthly")
        trial.run("advance", "1mo")
        let outcome = trial.run("subscriptions", "--json")
        let timeline = try #require(outcome.value("subscriptions", "0", "timeline")?.elements)
        #expect(timeline.count >= 2)
        let start = JSONValue.string("2026-01-01T00:00:00.000Z")
        #expect(timeline.contains { $0["start"] == start })
    }
}
