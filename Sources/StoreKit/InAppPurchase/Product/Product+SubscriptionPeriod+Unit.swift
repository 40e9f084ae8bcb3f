public import Foundation

extension Product.SubscriptionPeriod {
    /// A unit of calendar time; a longer one is greater.
    @nonexhaustive
    public enum Unit: Equatable, Hashable, Sendable {
        /// A day.
        case day

        /// A week of seven days.
        case week

        /// A month.
        case month

        /// A year.
        case year
    }
}

extension Product.SubscriptionPeriod.Unit {
    /// The component of a calendar that counts the unit.
    package var calendarComponent: Calendar.Component {
        switch self {
        case .day: .day
        case .week: .weekOfYear
        case .month: .month
        case .year: .year
        }
    }

    /// The position of the unit in the order of length.
    private var rank: Int {
        switch self {
        case .day: 0
        case .week: 1
        case .month: 2
        case .year: 3
        }
    }
}

extension Product.SubscriptionPeriod.Unit: Comparable {
    /// Whether the first unit is shorter.
    public static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.rank < rhs.rank
    }
}

extension Product.SubscriptionPeriod.Unit: CustomDebugStringConvertible {
    /// The unit in English, such as `month`.
    public var debugDescription: String {
        switch self {
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .year: "year"
        }
    }
}

extension Product.SubscriptionPeriod.Unit {
    /// The name of the unit in the current locale.
    public var localizedDescription: String {
        formatted(FormatStyle(locale: .current))
    }

    /// Formats the unit.
    ///
    /// - Parameter format: A style for units.
    /// - Returns: The style's output for the unit.
    public func formatted<S>(
        _ format: S
    ) -> S.FormatOutput where S: Foundation.FormatStyle, S.FormatInput == Self {
        format.format(self)
    }
}
