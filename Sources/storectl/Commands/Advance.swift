import AppReceipt
import ArgumentParser
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

struct Advance: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Advances the store's time, for every process, and says what happened meanwhile.",
        discussion: """
            The ledger keeps by how much its time is ahead of the system's clock; it never goes \
            back. Units are s, m, h, d, w, mo and y; months and years are those of the calendar. \
            At most ten years pass at once. What several commands advance at the same time adds up.
            """
    )

    @Argument(
        help: ArgumentHelp("How long, such as 30d, 12h, 1mo or 1y.", valueName: "duration"),
        transform: TimeStep.reading("a number and a unit, s, m, h, d, w, mo or y, such as 30d")
    )
    var duration: TimeStep?

    @Option(
        help: ArgumentHelp("The date, such as 2027-01-31T12:00:00Z.", valueName: "date"),
        transform: DateArgument.reading("a date in RFC 3339, such as 2027-01-31T12:00:00Z")
    )
    var to: DateArgument?

    @OptionGroup var list: ListOptions
    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    var missingLedger: StoreOptions.MissingLedger { .made }

    func validate() throws {
        guard (duration == nil) != (to == nil) else {
            throw ValidationError("Give a duration, or a date with --to.")
        }
    }

    func report(in store: Store) throws -> AdvanceReport {
        let before = try LedgerState(of: store, allCustomers: true)
        let start = store.clock.now
        try (duration ?? to?.step)?.run(in: store)
        let changes = try LedgerState(of: store, allCustomers: true).changes(since: before)
        let entries = list.excerpt(
            of: changes.entries,
            "transactions",
            output,
            kind: \.shownState
        )
        let subscriptions = list.excerpt(of: changes.subscriptions, "subscriptions", output) {
            "\($0.subscription.status)"
        }
        return AdvanceReport(
            start: start,
            end: store.clock.now,
            transactions: try entries.map { try TransactionRow.rows(of: $0, in: store) },
            subscriptions: try subscriptions.map {
                try $0.map { try SubscriptionRow($0, in: store) }
            }
        )
    }
}

extension TimeStep: ExpressibleByArgument {
    /// Makes a step of a length of time.
    init?(argument: String) { self.init(argument) }
}

/// A date as the command line names it.
struct DateArgument: ExpressibleByArgument {
    let step: TimeStep

    init?(argument: String) {
        guard let date = Date(rfc3339: argument) else { return nil }
        step = .date(date)
    }
}

/// The changes while time passed.
struct AdvanceReport: Report {
    let start: Date
    let end: Date
    let transactions: Excerpt<TransactionRow>
    let subscriptions: Excerpt<SubscriptionRow>

    var json: JSONValue {
        .object([
            "from": .date(start),
            "subscriptions": .array(subscriptions.elements.map(\.json)),
            "to": .date(end),
            "transactions": .array(transactions.elements.map(\.json)),
        ])
    }

    func text(_ style: TextStyle) -> String {
        let happened = [
            "\(start.iso8601Seconds) -> \(style.bold(end.iso8601Seconds))\n",
            transactions.elements.isEmpty
                ? "" : TransactionListReport(transactions: transactions).text(style),
            subscriptions.elements.isEmpty ? "" : SubscriptionReport(subscriptions).text(style),
        ]
        let texts = happened.filter { !$0.isEmpty }
        return texts.count > 1 ? texts.joined(separator: "\n") : texts[0] + "Nothing happened.\n"
    }
}
