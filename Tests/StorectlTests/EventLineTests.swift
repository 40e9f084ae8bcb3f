import Foundation
import LocalAppStore
import StoreTestSupport
import StrictJSON
import Testing

@testable import storectl

@Suite("Lines about events", .timeLimit(.minutes(10)))
struct EventLineTests {
    private static let time = "2026-01-01T00:00:00.000Z"

    private let trial: Trial
    private let store: Store
    private let written = Locked("")

    init() throws {
        trial = try Trial()
        store = try trial.store()
    }

    private var text: String { written.withLock { $0 } }

    private func makeLines(isJSON: Bool = false) throws -> EventLines {
        try EventLines(of: store, isJSON: isJSON) { [written] text in
            written.withLock { $0 += text }
        }
    }

    private func change(
        of entryIDs: [Int64] = [],
        subscriptions: [Int64] = [],
        isCleared: Bool = false
    ) throws -> LedgerChange {
        var change = LedgerChange()
        change.purchases = [
            LedgerChange.Purchases(
                customerID: try store.customer.id,
                entryIDs: entryIDs,
                subscriptionIDs: subscriptions,
                isCleared: isCleared
            )
        ]
        return change
    }

    private var settingsChange: LedgerChange {
        var change = LedgerChange()
        change.hasNewSettings = true
        return change
    }

    @Test("A transaction and a subscription have a line each, once for each change")
    func purchases() throws {
        trial.run("buy", "monthly")
        let lines = try makeLines()
        let change = try change(of: [1], subscriptions: [1])
        lines.write(change)
        lines.write(change)
        trial.run("auto-renew", "1", "off")
        lines.write(change)
        let subscription =
            "\(Self.time) subscription 1: customer customer, monthly, subscribed, "
            + "until 2026-02-01T00:00:00Z, auto-renew"
        #expect(
            text == """
                \(Self.time) transaction 1: customer customer, monthly, purchased, 4.99 USD, \
                unfinished
                \(subscription) on
                \(subscription) off

                """
        )
    }

    @Test("A refund leaves the charge that remains, and a finished transaction has no note")
    func refund() throws {
        trial.run("buy", "coins")
        trial.run("finish", "1")
        trial.run("refund", "1")
        try makeLines().write(try change(of: [1]))
        #expect(text == "\(Self.time) transaction 1: customer customer, coins, refunded, 0 USD\n")
    }

    @Test("What was removed is named, and a customer who is gone is passed over")
    func removed() throws {
        var change = try change(of: [7], isCleared: true)
        let other = LedgerChange.Purchases(
            customerID: 99,
            entryIDs: [1],
            subscriptionIDs: [],
            isCleared: true
        )
        change.purchases.insert(other, at: 0)
        try makeLines().write(change)
        #expect(
            text == """
                \(Self.time) cleared: customer customer
                \(Self.time) transaction 7: removed

                """
        )
    }

    @Test("A clearing is a line again after another purchase")
    func clearings() throws {
        let lines = try makeLines()
        let clearing = try change(isCleared: true)
        lines.write(clearing)
        lines.write(clearing)
        trial.run("buy", "coins")
        lines.write(try change(of: [1]))
        lines.write(clearing)
        let cleared = "\(Self.time) cleared: customer customer\n"
        let purchase = """
            \(Self.time) transaction 1: customer customer, coins, purchased, 0.99 USD, \
            unfinished\n
            """
        #expect(text == cleared + purchase + cleared)
    }

    @Test("The settings that changed are named with their values, and no others")
    func settings() throws {
        let lines = try makeLines()
        lines.write(settingsChange)
        trial.run("settings", "set", "sharedSecret", "hush")
        trial.run("settings", "set", "failsRenewals", "on")
        lines.write(settingsChange)
        lines.write(settingsChange)
        trial.run("settings", "set", "sharedSecret", "none")
        lines.write(settingsChange)
        #expect(
            text == """
                \(Self.time) settings: failsRenewals on, sharedSecret hush
                \(Self.time) settings: sharedSecret none

                """
        )
    }

    @Test("An attempt has a line when it ends, with the address but no secret of it")
    func attempts() throws {
        try store.notifications.updateSettings { settings in
            settings.isRecording = true
            settings.url = URL(string: "http://ben:hush@127.0.0.1:9/hook?key=hush")
        }
        trial.run("buy", "coins")
        let lines = try makeLines()
        let attempt = try #require(try store.notifications.beginAttempt())
        let identifier = attempt.notification.identifier
        var change = LedgerChange()
        change.notifications = [UUID(), identifier]
        lines.write(change)
        let subject = "ONE_TIME_CHARGE \(identifier.uuidString.lowercased())"
        let first = "\(Self.time) notification \(subject): transaction 1, customer customer\n"
        #expect(text == first)
        try store.notifications.end(attempt, with: .unsuccessfulStatus, status: 503)
        lines.write(change)
        #expect(
            text == first + "\(Self.time) attempt 1 of \(subject): at \(Self.time), "
                + "to http://127.0.0.1:9/hook: UNSUCCESSFUL_HTTP_RESPONSE_CODE 503\n"
        )
    }

    @Test("In JSON each line names its event, and has the row under that name")
    func json() throws {
        trial.run("buy", "monthly")
        trial.run("settings", "set", "storefront", "DEU")
        let lines = try makeLines(isJSON: true)
        lines.write(try change(of: [1, 7], subscriptions: [1], isCleared: true))
        trial.run("settings", "set", "storefront", "FRA")
        lines.write(settingsChange)
        lines.writeTime()
        let documents = try text.split(separator: "\n").map { try JSONValue(text: String($0)) }
        let events: [String?] = [
            "cleared", "transaction", "transaction", "subscription", "settings", "time",
        ]
        #expect(documents.map { $0["event"]?.text } == events)
        try #require(documents.count == events.count)
        #expect(documents[0]["cleared"] == .string("customer"))
        let listed = trial.run("transactions", "--json")
        #expect(documents[1]["transaction"] == listed.value("transactions", "0"))
        #expect(documents[2]["transaction"] == .object(["id": .number("7")]))
        #expect(documents[3]["subscription"]?["status"] == .string("subscribed"))
        // All settings, because those without a value are missing.
        #expect(documents[4]["settings"] == trial.run("settings", "show", "--json").json)
        #expect(documents[5]["time"] == .string(Self.time))
    }

    @Test("An advance of the time is a line")
    func advance() throws {
        let lines = try makeLines()
        trial.run("advance", "1d")
        lines.writeTime()
        let time = "2026-01-02T00:00:00.000Z"
        #expect(text == "\(time) time: advanced to \(time)\n")
    }
}
