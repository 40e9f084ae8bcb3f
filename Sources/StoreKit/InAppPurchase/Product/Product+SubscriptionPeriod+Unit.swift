public import Foundation
import _FoundationICU

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

extension Product.SubscriptionPeriod.Unit: Comparable, CustomDebugStringConvertible {
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

    /// Whether the first unit is shorter.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

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
    public var localizedDescription: String { formatted(FormatStyle(locale: .current)) }

    /// Formats the unit.
    public func formatted<S>(
        _ format: S
    ) -> S.FormatOutput where S: Foundation.FormatStyle, S.FormatInput == Self {
        format.format(self)
    }

    /// A format of units: their names in a locale, such as `month` or `Monat`.
    ///
    /// The case of the first letter is that of a word within a sentence.
    public struct FormatStyle: Foundation.FormatStyle {
        let locale: Locale

        /// Returns the name of a unit in the format's locale; in English for a locale without data.
        public func format(_ value: Product.SubscriptionPeriod.Unit) -> String {
            value.name(in: locale.identifier(.icu)) ?? value.debugDescription
        }

        /// Returns a format for another locale.
        public func locale(_ locale: Locale) -> Product.SubscriptionPeriod.Unit.FormatStyle {
            Self(locale: locale)
        }
    }
}

extension Product.SubscriptionPeriod.Unit {
    /// Returns ICU's name of the unit; nil when ICU reports an error.
    ///
    /// See `udatpg.h`, whose functions have a prefix in Foundation's copy of ICU.
    fileprivate func name(in locale: String) -> String? {
        var status = U_ZERO_ERROR
        let names = swift_udatpg_open(locale, &status)
        guard let names, status.isSuccess else { return nil }
        defer { swift_udatpg_close(names) }
        return String(capacity: 256) {
            swift_udatpg_getFieldDisplayName(names, icuField, UDATPG_WIDE, $0, $1, &$2)
        }
    }

    private var icuField: UDateTimePatternField {
        switch self {
        case .day: UDATPG_DAY_FIELD
        case .week: UDATPG_WEEK_OF_YEAR_FIELD
        case .month: UDATPG_MONTH_FIELD
        case .year: UDATPG_YEAR_FIELD
        }
    }
}
