import AppReceipt
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON
import Testing

@testable import storectl

@Suite("Advancing the time", .timeLimit(.minutes(10)))
struct AdvanceTests {
    let trial: Trial

    init() throws {
        trial = try Trial()
    }

    @Test("What happened meanwhile is shown")
    func advancing() {
        trial.run("buy", "monthly")
        #expect(
            trial.run("advance", "1mo").output == """
                2026-01-01T00:00:00Z -> 2026-02-01T00:00:00Z

                ID  PRODUCT  STATE      QTY   CHARGED  DATE                  EXPIRES               \
                NOTE
                 2  monthly  purchased    1  4.99 USD  2026-02-01T00:00:00Z  2026-03-01T00:00:00Z  \
                unfinished

                ID  PRODUCT  STATUS      AUTO-RENEW  EXPIRES               NEXT EVENT
                 1  monthly  subscribed  on          2026-03-01T00:00:00Z  2026-03-01T00:00:00Z

                """
        )
        #expect(
            trial.run("advance", "--to", "2026-02-01T12:00:00.250Z").output
                == "2026-02-01T00:00:00Z -> 2026-02-01T12:00:00Z\nNothing happened.\n"
        )
        let back = trial.run("advance", "--to", "2020-01-01T00:00:00Z")
        #expect(back.status == .refused)
        #expect(back.errors.contains("time cannot go back"))
    }

    @Test(
        "A duration has a number and a unit",
        arguments: [
            ("90s", 90), ("15m", 900), ("12h", 43_200), ("30d", 2_592_000), ("2w", 1_209_600),
            ("1mo", 2_678_400), ("1y", 31_536_000),
        ] as [(String, TimeInterval)]
    )
    func durations(text: String, seconds: TimeInterval) throws {
        let start = Date(timeIntervalSince1970: 1_767_225_600)
        let clock = StoreClock.manual(startingAt: start)
        let store = try Store(catalog: Catalog(products: []), at: .memory, clock: clock)
        try #require(TimeStep(text)).run(in: store)
        #expect(clock.now == start + seconds)
    }

    @Test("Of much that happened, the newest and a summary are shown")
    func summary() throws {
        let store = try trial.store()
        for number in 1...20 {
            let customer = try store.customers.acting(addingIfNeeded: "customer-\(number)")
            try customer.buy(PaymentRequest(productID: "monthly"))
        }
        let lines = trial.run("advance", "1y").output.split(separator: "\n")
        #expect(
            lines[202]
                == "The newest 200 of 240 transactions (240 purchased); --limit 240 lists all."
        )
        let last = trial.run("advance", "1mo", "--last", "1", "--json")
        #expect(last.value("transactions", "0", "id") == .number("280"))
        #expect(last.value("transactions", "1") == nil)
    }

    @Test("What happened to other customers is shown, too")
    func otherCustomers() {
        trial.run("customers", "--add", "ben")
        trial.run("buy", "monthly", "--customer", "ben")
        let changes = trial.run("advance", "1mo", "--json")
        #expect(changes.value("transactions", "0", "customer") == .string("ben"))
        #expect(changes.value("subscriptions", "0", "status") == .string("subscribed"))
    }

    @Test("A duration is as long in any unit", arguments: ["63072000s", "1051200m", "730d"])
    func longDurations(text: String) {
        let outcome = trial.run("advance", text, "--json")
        #expect(outcome.value("to") == .string("2028-01-01T00:00:00.000Z"))
    }

    @Test(
        "A duration beyond every calendar is refused",
        arguments: ["99999999999999y", "9999999mo"]
    )
    func excessiveDurations(text: String) {
        #expect(TimeStep(text) == nil)
    }

    @Test("Anything else is refused", arguments: ["", "30", "d", "-3d", "0d", "1.5h", "3 d", "3q"])
    func malformed(text: String) {
        #expect(TimeStep(text) == nil)
        #expect(trial.run("advance", "--", text).status == .usage)
    }

    @Test("It takes a duration or a date, and not both")
    func either() {
        #expect(trial.run("advance").status == .usage)
        #expect(trial.run("advance", "1d", "--to", "2027-01-01T00:00:00Z").status == .usage)
        #expect(trial.run("advance", "--to", "tomorrow").status == .usage)
    }

    @Test("With the system's clock, later commands have the time")
    func durable() throws {
        for _ in 0..<10 {
            #expect(trial.run("advance", "10y", clock: .system()).status == .success)
        }
        let entry = trial.run("buy", "level", "--json", clock: .system())
        guard case .string(let text)? = entry.value("transaction", "purchaseDate"),
            let date = Date(rfc3339: text)
        else {
            Issue.record("\(entry)")
            return
        }
        #expect(date > Date(timeIntervalSince1970: 4_900_000_000))
    }

    @Test("More than ten years at once are refused", arguments: ["11y", "9000y", "1000mo"])
    func excess(duration: String) {
        let outcome = trial.run("advance", duration)
        #expect(outcome.status == .refused)
        #expect(outcome.errors.contains("ten years at once"))
        #expect(trial.run("advance", "--to", "2200-01-01T00:00:00Z").status == .refused)
        #expect(trial.clock.now == Date(timeIntervalSince1970: 1_767_225_600))
    }
}
