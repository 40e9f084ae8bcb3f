public import Foundation
package import LocalAppStore

extension Product {
    /// A length of calendar time between two renewals of a subscription, or of an offer.
    public struct SubscriptionPeriod: Equatable, Hashable, Sendable {
        /// The unit of time.
        public let unit: Unit

        /// The number of units.
        public let value: Int
    }
}

extension Product.SubscriptionPeriod: CustomDebugStringConvertible {
    // The lengths that the App Store has for subscriptions and offers.

    /// One week.
    public static var weekly: Self { Self(unit: .week, value: 1) }

    /// One month.
    public static var monthly: Self { Self(unit: .month, value: 1) }

    /// One year.
    public static var yearly: Self { Self(unit: .year, value: 1) }

    /// Three days.
    public static var everyThreeDays: Self { Self(unit: .day, value: 3) }

    /// Two weeks.
    public static var everyTwoWeeks: Self { Self(unit: .week, value: 2) }

    /// Two months.
    public static var everyTwoMonths: Self { Self(unit: .month, value: 2) }

    /// Three months.
    public static var everyThreeMonths: Self { Self(unit: .month, value: 3) }

    /// Six months.
    public static var everySixMonths: Self { Self(unit: .month, value: 6) }

    /// Returns the dates from the reference date to one period later.
    ///
    /// The period is added in the Gregorian calendar and the current time zone. The range is empty
    /// for a period that is not positive.
    public func dateRange(referenceDate: Date = .now) -> Range<Date> {
        let end = Calendar(identifier: .gregorian)
            .date(byAdding: unit.calendarComponent, value: value, to: referenceDate)
        return referenceDate..<max(referenceDate, end ?? referenceDate)
    }

    /// Formats the dates from a reference date to one period later.
    public func formatted<S>(
        _ format: S,
        referenceDate: Date = .now
    ) -> S.FormatOutput where S: FormatStyle, S.FormatInput == Range<Date> {
        format.format(dateRange(referenceDate: referenceDate))
    }

    /// Formats the time from a reference date to one period later.
    public func formatted<S>(
        _ format: S,
        referenceDate: Date = .now
    ) -> S.FormatOutput where S: FormatStyle, S.FormatInput == Duration {
        let range = dateRange(referenceDate: referenceDate)
        return format.format(.seconds(range.upperBound.timeIntervalSince(range.lowerBound)))
    }

    /// The number and the unit in English, as in `3 months`.
    public var debugDescription: String {
        value == 1 ? "1 \(unit.debugDescription)" : "\(value) \(unit.debugDescription)s"
    }
}

extension DateComponents {
    /// Makes components with the length of a period; weeks are counted in `weekOfYear`.
    public init(subscriptionPeriod period: Product.SubscriptionPeriod) {
        self.init()
        setValue(period.value, for: period.unit.calendarComponent)
    }
}

// The periods of the local store. Its type has the same name as this module's shorter one.
extension Product.SubscriptionPeriod {
    /// Makes the period of the local store's.
    package init(_ period: LocalAppStore.SubscriptionPeriod) {
        self.init(unit: Unit(period.unit), value: period.value)
    }

    /// Decodes a period such as `P3D`, `P1W`, `P2M` or `P1Y`: ISO 8601 with exactly one number from
    /// 1 to 9999.
    package init?(iso8601 text: String) {
        guard let period = LocalAppStore.SubscriptionPeriod(iso8601: text) else { return nil }
        self.init(period)
    }
}

extension Product.SubscriptionPeriod.Unit {
    fileprivate init(_ unit: LocalAppStore.SubscriptionPeriod.Unit) {
        switch unit {
        case .day: self = .day
        case .week: self = .week
        case .month: self = .month
        case .year: self = .year
        }
    }
}
