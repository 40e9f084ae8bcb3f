import Foundation

/// A time between two dates, counted by a calendar.
struct DurationSpan {
    let start: Date
    let end: Date
    let calendar: Calendar

    /// The longest span, 100,000 years in seconds: calendars here count longer ones wrongly.
    static let limit = 100_000 * DurationUnit.year.roughSeconds

    /// Makes a span of two dates; nil if they are too far apart.
    init?(from start: Date, to end: Date, in calendar: Calendar) {
        guard abs(end.timeIntervalSince(start)) <= Self.limit else { return nil }
        self.start = start
        self.end = end
        self.calendar = calendar
    }

    /// Makes the span of `components` from `start`; nil if it is too long.
    init?(of components: DateComponents, from start: Date, in calendar: Calendar) {
        let size = DurationUnit.allCases.map {
            abs(Double($0.count(in: components) ?? 0)) * $0.roughSeconds
        }
        guard size.reduce(0, +) <= Self.limit else { return nil }
        let durations = Self.durations(of: components)
        guard let end = calendar.date(byAdding: durations, to: start) else { return nil }
        self.init(from: start, to: end, in: calendar)
    }

    /// Divides the span into whole `units`, largest first.
    ///
    /// With `fraction` the rest is added to the smallest unit, as a fraction of the next such unit.
    /// In a negative span only the largest amount that is not zero is negative.
    func amounts(in units: [DurationUnit], fraction: Bool) -> [DurationAmount]? {
        var cursor = start
        var amounts: [DurationAmount] = []
        for unit in units {
            guard let count = wholeUnits(unit, since: cursor),
                let next = date(adding: count, unit, to: cursor)
            else { return nil }
            cursor = next
            amounts.append(DurationAmount(value: Double(count), unit: unit))
        }
        if fraction, let smallest = units.last {
            amounts[amounts.count - 1].value += part(of: smallest, since: cursor)
        }
        return signedOnce(amounts)
    }

    private static func durations(of components: DateComponents) -> DateComponents {
        let weeks = DurationUnit.week.count(in: components) ?? 0
        return DateComponents(
            year: components.year,
            month: components.month,
            day: (components.day ?? 0) + weeks * DurationUnit.week.length,
            hour: components.hour,
            minute: components.minute,
            second: components.second,
            nanosecond: components.nanosecond
        )
    }

    private func wholeUnits(_ unit: DurationUnit, since cursor: Date) -> Int? {
        let counted = calendar.dateComponents([unit.component], from: cursor, to: end)
        return counted.value(for: unit.component).map { $0 / unit.length }
    }

    private func date(adding count: Int, _ unit: DurationUnit, to cursor: Date) -> Date? {
        calendar.date(byAdding: unit.component, value: count * unit.length, to: cursor)
    }

    private func part(of unit: DurationUnit, since cursor: Date) -> Double {
        let rest = end.timeIntervalSince(cursor)
        let direction = rest < 0 ? -1 : 1
        guard let next = date(adding: direction, unit, to: cursor), next != cursor else { return 0 }
        return Double(direction) * rest / next.timeIntervalSince(cursor)
    }

    private func signedOnce(_ amounts: [DurationAmount]) -> [DurationAmount] {
        guard let first = amounts.firstIndex(where: { $0.value != 0 }) else { return amounts }
        return amounts.enumerated().map { index, amount in
            index <= first
                ? amount : DurationAmount(value: abs(amount.value), unit: amount.unit)
        }
    }
}

/// A number of units of time.
struct DurationAmount: Equatable {
    var value: Double
    let unit: DurationUnit
}

/// A unit of durations, largest first.
enum DurationUnit: Int, CaseIterable {
    case year
    case month
    case week
    case day
    case hour
    case minute
    case second

    /// The component of a calendar that counts this unit; weeks are counted in days.
    var component: Calendar.Component {
        switch self {
        case .year: .year
        case .month: .month
        case .week, .day: .day
        case .hour: .hour
        case .minute: .minute
        case .second: .second
        }
    }

    /// How many of `component` make one unit.
    var length: Int { self == .week ? 7 : 1 }

    /// The option that allows this unit in a formatter.
    var option: NSCalendar.Unit {
        switch self {
        case .year: .year
        case .month: .month
        case .week: .weekOfMonth
        case .day: .day
        case .hour: .hour
        case .minute: .minute
        case .second: .second
        }
    }

    /// Whether a clock shows this unit.
    var isClockTime: Bool { rawValue >= Self.hour.rawValue }

    /// The length in seconds, for comparing magnitudes only.
    var roughSeconds: Double {
        switch self {
        case .year: 31_622_400
        case .month: 2_678_400
        case .week: 604_800
        case .day: 86_400
        case .hour: 3_600
        case .minute: 60
        case .second: 1
        }
    }

    /// The number of this unit in `components`; nil if it is not set.
    func count(in components: DateComponents) -> Int? {
        switch self {
        case .year: components.year
        case .month: components.month
        case .week: components.weekOfMonth ?? components.weekOfYear
        case .day: components.day
        case .hour: components.hour
        case .minute: components.minute
        case .second: components.second
        }
    }
}
