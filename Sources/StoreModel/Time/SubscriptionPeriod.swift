package import Foundation

/// A length of calendar time: a number of days, weeks, months or years.
public struct SubscriptionPeriod: Sendable, Equatable, Hashable {
    /// The number of units; at least 1.
    public var value: Int
    /// The unit.
    public var unit: Unit

    /// The Gregorian calendar at UTC.
    package static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
        return calendar
    }()

    /// Makes a period.
    public init(value: Int = 1, unit: Unit) {
        self.value = value
        self.unit = unit
    }

    /// Decodes a period such as `P3D` or `P1Y`: ISO 8601 with one number from 1 to 9999.
    package init?(iso8601 text: String) {
        let digits = text.dropFirst().dropLast()
        guard text.first == "P", let last = text.last, let unit = Unit(designator: last),
            (1...4).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }),
            let value = Int(digits), value > 0
        else { return nil }
        self.init(value: value, unit: unit)
    }

    /// The period in ISO 8601, such as `P1M`.
    package var iso8601: String { "P\(value)\(unit.designator)" }

    /// The end of `count` periods from `start`, in the Gregorian calendar at UTC.
    ///
    /// The periods are added in one step, not one by one: two months from 31 January end on 31
    /// March, and one month on 28 or 29 February. A date beyond the calendar is
    /// `Date.distantFuture`.
    package func end(from start: Date, count: Int = 1) -> Date {
        let (total, overflows) = value.multipliedReportingOverflow(by: count)
        guard !overflows, total.magnitude <= 1_000_000 else { return .distantFuture }
        let end = Self.calendar.date(byAdding: unit.calendarComponent, value: total, to: start)
        return end ?? .distantFuture
    }

    /// The unit of a period.
    public enum Unit: String, Sendable, CaseIterable {
        /// Calendar days.
        case day
        /// Weeks of seven days.
        case week
        /// Calendar months.
        case month
        /// Calendar years.
        case year

        package init?(designator: Character) {
            guard let unit = Self.allCases.first(where: { $0.designator == designator }) else {
                return nil
            }
            self = unit
        }

        var designator: Character {
            switch self {
            case .day: "D"
            case .week: "W"
            case .month: "M"
            case .year: "Y"
            }
        }

        var calendarComponent: Calendar.Component {
            switch self {
            case .day: .day
            case .week: .weekOfYear
            case .month: .month
            case .year: .year
            }
        }
    }
}
