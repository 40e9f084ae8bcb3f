public import Foundation

/// A length of calendar time: so many days, weeks, months or years.
public struct SubscriptionPeriod: Sendable, Equatable, Hashable {
    /// How many units; at least 1.
    public var value: Int

    /// What is counted.
    public var unit: Unit

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
        return calendar
    }()

    /// Makes a period of so many units.
    public init(value: Int = 1, unit: Unit) {
        self.value = value
        self.unit = unit
    }

    /// Reads a period such as `P3D`, `P1W`, `P2M` or `P1Y`: ISO 8601 with exactly one positive
    /// number, up to 9999.
    public init?(iso8601 text: String) {
        let digits = text.dropFirst().dropLast()
        guard text.first == "P", let last = text.last, let unit = Unit(designator: last),
            (1...4).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }),
            let value = Int(digits), value > 0
        else { return nil }
        self.init(value: value, unit: unit)
    }

    /// The period in ISO 8601, such as `P1M`.
    public var iso8601: String { "P\(value)\(unit.designator)" }

    /// The moment that `count` periods after `start` end, in the Gregorian calendar at UTC.
    ///
    /// Periods are counted from `start` at once: two months after 31 January end on 31 March, and
    /// one on 28 or 29 February. What lies beyond the calendar is the distant future.
    public func end(from start: Date, count: Int = 1) -> Date {
        let (total, isTooMuch) = value.multipliedReportingOverflow(by: count)
        guard !isTooMuch, total.magnitude <= 1_000_000 else { return .distantFuture }
        let end = Self.calendar.date(byAdding: unit.calendarComponent, value: total, to: start)
        return end ?? .distantFuture
    }
}
