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

    @Argument(help: ArgumentHelp("How long, such as 30d, 12h, 1mo or 1y.", valueName: "duration"))
    var duration: TimeStep?

    @Option(help: ArgumentHelp("The date, such as 2027-01-31T12:00:00Z.", valueName: "date"))
    var to: DateArgument?

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (duration == nil) != (to == nil) else {
            throw ValidationError("Give a duration, or a date with --to.")
        }
    }

    func report(in store: Store) throws -> AdvanceReport {
        let before = try LedgerState(of: store, allCustomers: true)
        let start = store.clock.now
        if let date = to?.date {
            guard date >= start else {
                throw Failure(
                    .refused,
                    "It is \(start.iso8601Seconds) in the store already, and time does not go back."
                )
            }
            try store.time.advance(to: date)
        }
        try duration?.pass(in: store)
        let changes = try LedgerState(of: store, allCustomers: true).changes(since: before)
        return AdvanceReport(
            start: start,
            end: store.clock.now,
            transactions: changes.transactions,
            subscriptions: try changes.subscriptions.map { try SubscriptionRow($0, in: store) }
        )
    }
}

/// A length of time as the command line names it.
struct TimeStep: ExpressibleByArgument {
    private enum Length {
        case seconds(TimeInterval)
        case calendar(SubscriptionPeriod)
    }

    private let length: Length

    /// The seconds of each unit, roughly.
    private static let units: [String: TimeInterval] = [
        "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800, "mo": 2_629_800, "y": 31_557_600,
    ]

    /// Ten thousand years, beyond which dates cannot be computed.
    private static let longest: TimeInterval = 10_000 * 31_557_600

    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && $0.isNumber }
        let unit = String(argument.dropFirst(digits.count))
        guard let value = Int(digits), value > 0, let seconds = Self.units[unit],
            Double(value) * seconds <= Self.longest
        else { return nil }
        switch unit {
        case "s": length = .seconds(Double(value))
        case "m": length = .seconds(Double(value) * 60)
        case "h": length = .seconds(Double(value) * 3600)
        case "d": length = .calendar(SubscriptionPeriod(value: value, unit: .day))
        case "w": length = .calendar(SubscriptionPeriod(value: value, unit: .week))
        case "mo": length = .calendar(SubscriptionPeriod(value: value, unit: .month))
        case "y": length = .calendar(SubscriptionPeriod(value: value, unit: .year))
        default: return nil
        }
    }

    /// Lets the time pass in a store.
    func pass(in store: Store) throws {
        switch length {
        case .seconds(let seconds): try store.time.advance(by: seconds)
        case .calendar(let period): try store.time.advance(by: period)
        }
    }
}

/// A date as the command line names it.
struct DateArgument: ExpressibleByArgument {
    let date: Date

    init?(argument: String) {
        guard let date = Date(iso8601: argument) else { return nil }
        self.date = date
    }
}

/// What happened while time passed.
struct AdvanceReport: Report {
    let start: Date
    let end: Date
    let transactions: [TransactionRow]
    let subscriptions: [SubscriptionRow]

    var json: JSONValue {
        .object([
            "from": .date(start),
            "subscriptions": .array(subscriptions.map(\.json)),
            "to": .date(end),
            "transactions": .array(transactions.map(\.json)),
        ])
    }

    func text(_ style: TextStyle) -> String {
        let happened = [
            "\(start.iso8601Seconds) -> \(style.bold(end.iso8601Seconds))\n",
            transactions.isEmpty
                ? "" : TransactionListReport(transactions: transactions).text(style),
            subscriptions.isEmpty ? "" : SubscriptionReport(subscriptions).text(style),
        ]
        let texts = happened.filter { !$0.isEmpty }
        return texts.count > 1 ? texts.joined(separator: "\n") : texts[0] + "Nothing happened.\n"
    }
}
