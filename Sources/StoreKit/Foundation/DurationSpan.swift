import Foundation

/// Two moments and the calendar in which the time between them is counted.
struct DurationSpan {
    let start: Date
    let end: Date
    let calendar: Calendar

    /// The farthest apart that calendars here count without error: 100,000 years, in seconds.
    static let limit = 100_000 * DurationUnit.year.roughSeconds

    /// Spans two moments; nil when they are too far apart to be counted.
    init?(from start: Date, to end: Date, in calendar: Calendar) {
        guard abs(end.timeIntervalSince(start)) <= Self.limit else { return nil }
        self.start = start
        self.end = end
        self.calendar = calendar
    }

    /// Spans the time that `components` cover from `start`; nil when they cover too much.
    init?(of components: DateComponents, from start: Date, in calendar: Calendar) {
        let size = DurationUnit.allCases.map {
            abs(Double($0.count(in: components) ?? 0)) * $0.roughSeconds
        }
        guard size.reduce(0, +) <= Self.limit else { return nil }
        let durations = Self.durations(of: components)
        guard let end = calendar.date(byAdding: durations, to: start) else { return nil }
        self.init(from: start, to: end, in: calendar)
    }

    /// Counts the span in `units`, largest first, each taking all the whole units that fit.
    ///
    /// With `fraction` the smallest unit takes the rest too, as a part of the unit that follows.
    /// The largest amount that is not zero carries the sign of a span that goes back in time.
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
