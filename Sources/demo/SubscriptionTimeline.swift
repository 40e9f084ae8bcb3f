import Foundation

/// A subscription's year as text: its phases on an axis of months, and the app's observations.
///
/// It is a function of observations, which are in the order of their dates, at most 26, and one at
/// each failed payment, each recovery and each end of a grace period: on the dates in between, an
/// issue is as it was observed last.
struct SubscriptionTimeline {
    let observations: [Observation]

    /// The periods as the last observation has them, oldest first.
    private let periods: [Period]
    /// The periods whose renewal failed at first.
    private let failed: Set<UInt>
    private let axis: MonthAxis

    init(_ observations: [Observation]) {
        self.observations = observations
        periods = observations.last?.periods ?? []
        failed = Set(observations.flatMap(\.periods).filter(\.hasIssue).map(\.identifier))
        axis = MonthAxis(from: periods.first?.start ?? observations.first?.date ?? .distantPast)
    }

    func phase(at date: Date) -> Phase {
        if let latest = observations.last(where: { $0.date <= date }),
            latest.periods.contains(where: \.hasIssue)
        {
            return latest.isEntitled ? .gracePeriod : .none
        }
        guard let index = periods.lastIndex(where: { $0.start <= date && date < $0.end }) else {
            return .none
        }
        let period = periods[index]
        if let refundDate = period.refundDate, refundDate <= date { return .refunded }
        if period.isTrial { return .trial }
        let isRecovered = index > 0 && failed.contains(periods[index - 1].identifier)
        return isRecovered ? .recovered : .paid
    }
}

extension SubscriptionTimeline {
    /// A transaction of the subscription, and the period that it is for.
    struct Period: Equatable {
        let identifier: UInt
        var start: Date
        var end: Date
        var isTrial = false
        var refundDate: Date?
        /// Whether the renewal at the end of the period failed, and is not paid yet.
        var hasIssue = false
    }

    /// The state in the App Store and in the app on a date.
    struct Observation {
        let date: Date
        let event: String
        /// The subscription's transactions, oldest first.
        let periods: [Period]
        /// Whether the app let the customer in.
        let isEntitled: Bool
        /// The app's message about it.
        let answer: String
    }

    /// A part of a subscription's life: the character that draws it, and its name.
    enum Phase: String, CaseIterable {
        case trial = "o free trial"
        case paid = "= paid"
        case gracePeriod = "~ grace period"
        case recovered = "+ recovered"
        case refunded = "x refunded"
        case none = ". not subscribed"
    }
}

// The text, without the margin.
extension SubscriptionTimeline {
    /// The axis, the phases, and below them the letters of the observations.
    var chart: [String] {
        // A column shows the phase at its end, so that it agrees with the letter below.
        let phases = axis.columnEnds.map { phase(at: $0 - 1).rawValue.prefix(1) }.joined()
        return [
            row(axis.year, axis.names), row("", axis.ticks), row("App Store", phases),
            row("app looks", marks),
        ]
    }

    /// The meaning of the characters, in two lines.
    var legend: [String] {
        [Phase.allCases.prefix(3), Phase.allCases.dropFirst(3)].map { phases in
            let entries = phases.dropLast().map { $0.rawValue.padded(to: 17) }
            return row("", entries.joined() + (phases.last?.rawValue ?? ""))
        }
    }

    var table: [String] {
        let width = observations.map(\.event.count).max() ?? 0
        return zip(Self.letters, observations).map { letter, observation in
            let date = MonthAxis.day(observation.date).padded(to: 6)
            let event = observation.event.padded(to: width)
            return "\(letter)  \(date)   \(event)   \(observation.answer)"
        }
    }

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

    /// A letter whose column is taken moves to the next one.
    private var marks: String {
        var marks: [Character] = []
        for (letter, observation) in zip(Self.letters, observations) {
            guard let column = axis.column(of: observation.date) else { continue }
            marks += Array(repeating: " ", count: max(0, column - marks.count)) + [letter]
        }
        return String(marks)
    }

    private func row(_ label: String, _ text: String) -> String {
        label.padded(to: 10) + text
    }
}

/// Twelve months side by side, each as wide as the others, regardless of its number of days.
struct MonthAxis {
    static let columnsPerMonth = 5

    private let months: [DateInterval]

    init(from date: Date) {
        months = (0..<12).compactMap { number in
            let month = Self.calendar.date(byAdding: .month, value: number, to: date)
            return month.flatMap { Self.calendar.dateInterval(of: .month, for: $0) }
        }
    }

    var year: String {
        months.first.map { String(Self.calendar.component(.year, from: $0.start)) } ?? ""
    }

    /// The names of the months, of three letters, each above its first column.
    var names: String {
        months.map { Self.name(of: $0.start) }
            .joined(separator: String(repeating: " ", count: Self.columnsPerMonth - 3))
    }

    /// A tick at the first column of each month.
    var ticks: String {
        months.map { _ in "|" + String(repeating: "-", count: Self.columnsPerMonth - 1) }.joined()
    }

    var columnEnds: [Date] {
        months.flatMap { month in
            (1...Self.columnsPerMonth).map { column in
                month.start + month.duration * Double(column) / Double(Self.columnsPerMonth)
            }
        }
    }

    /// The column of a date; nil if the axis does not reach it.
    func column(of date: Date) -> Int? {
        guard let first = months.first, date >= first.start else { return nil }
        return columnEnds.firstIndex { date < $0 }
    }

    /// A date as its month and day, such as "Feb 3", at UTC.
    static func day(_ date: Date) -> String {
        "\(name(of: date)) \(calendar.component(.day, from: date))"
    }

    private static func name(of date: Date) -> String {
        calendar.shortMonthSymbols[calendar.component(.month, from: date) - 1]
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: "en_US_POSIX")
        calendar.timeZone = .gmt
        return calendar
    }()
}
