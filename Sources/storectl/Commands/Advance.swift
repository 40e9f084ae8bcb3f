import AppReceipt
import ArgumentParser
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

struct Advance: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Advances the store's time for every process, and lists the changes.",
        discussion: """
            The ledger keeps by how much its time is ahead of the system's clock; it never goes \
            back. Units are s, m, h, d, w, mo and y; months and years are those of the calendar. \
            At most ten years pass at once. Advances of several commands at the same time add up.
            """
    )

    @Argument(
        help: .value("duration", "How long, such as 30d, 12h, 1mo or 1y."),
        transform: reading("a number and a unit, s, m, h, d, w, mo or y, such as 30d") { text in
            TimeStep(text)
        }
    )
    var duration: TimeStep?

    @Option(
        help: .value("date", "The date, such as 2027-01-31T12:00:00Z."),
        transform: reading("a date in RFC 3339, such as 2027-01-31T12:00:00Z", Date.init(rfc3339:))
    )
    var to: Date?

    @OptionGroup var list: ListOptions
    @OptionGroup var common: CommonOptions

    var missingLedger: StoreOptions.MissingLedger { .made }

    func validate() throws {
        guard (duration == nil) != (to == nil) else {
            throw ValidationError("Give a duration, or a date with --to.")
        }
    }

    func report(in store: Store) throws -> AdvanceReport {
        let before = try LedgerState(of: store, allCustomers: true)
        let start = store.clock.now
        try (duration ?? to.map(TimeStep.date))?.run(in: store)
        let changes = try LedgerState(of: store, allCustomers: true).changes(since: before)
        let statuses = list.excerpt(of: changes.subscriptions, "subscriptions", output) {
            "\($0.subscription.status)"
        }
        let subscriptions = try statuses.map { try $0.map { try SubscriptionRow($0, in: store) } }
        return AdvanceReport(
            start: start,
            end: store.clock.now,
            transactions: try ListReport(list, of: changes.entries, output, in: store),
            subscriptions: ListReport(rows: subscriptions)
        )
    }
}

/// The changes while time passed.
struct AdvanceReport: Report {
    let start: Date
    let end: Date
    let transactions: ListReport<TransactionRow>
    let subscriptions: ListReport<SubscriptionRow>

    var json: JSONValue {
        .object([
            "from": .date(start),
            "subscriptions": .array(subscriptions.rows.elements.map(\.json)),
            "to": .date(end),
            "transactions": .array(transactions.rows.elements.map(\.json)),
        ])
    }

    func text(_ style: TextStyle) -> String {
        let title = "\(start.iso8601Seconds) -> \(style.bold(end.iso8601Seconds))\n"
        let changes = [
            transactions.rows.elements.isEmpty ? nil : transactions.text(style),
            subscriptions.rows.elements.isEmpty ? nil : subscriptions.text(style),
        ]
        .compactMap { $0 }
        return changes.isEmpty
            ? title + "Nothing happened.\n" : ([title] + changes).joined(separator: "\n")
    }
}
