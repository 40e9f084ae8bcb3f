public import Foundation
import _FoundationICU

extension Product.SubscriptionPeriod.Unit {
    /// A format of units: their names in a locale, such as `month` or `Monat`.
    ///
    /// The case of the first letter is that of a word within a sentence.
    public struct FormatStyle: Foundation.FormatStyle {
        private var locale: Locale

        /// Makes a format for a locale.
        package init(locale: Locale) {
            self.locale = locale
        }

        /// Names a unit.
        ///
        /// - Parameter value: The unit.
        /// - Returns: The name in the format's locale; in English for a locale without data.
        public func format(_ value: Product.SubscriptionPeriod.Unit) -> String {
            value.name(in: locale.identifier(.icu)) ?? value.debugDescription
        }

        /// Changes the locale.
        ///
        /// - Parameter locale: The locale of the names.
        /// - Returns: A format for that locale.
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
        guard let names, status.rawValue <= U_ZERO_ERROR.rawValue else { return nil }
        defer { swift_udatpg_close(names) }
        var buffer = [UInt16](repeating: 0, count: 256)
        let count = Int32(buffer.count)
        let length = swift_udatpg_getFieldDisplayName(
            names,
            icuField,
            UDATPG_WIDE,
            &buffer,
            count,
            &status
        )
        guard status.rawValue <= U_ZERO_ERROR.rawValue, 1...count ~= length else { return nil }
        return String(decoding: buffer[..<Int(length)], as: UTF16.self)
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
