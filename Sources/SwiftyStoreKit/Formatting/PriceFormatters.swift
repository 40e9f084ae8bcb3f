import Foundation

/// One currency formatter for each locale, because making one is slow.
final class PriceFormatters: Sendable {
    static let shared = PriceFormatters()

    private struct Formatters: @unchecked Sendable {
        // Unchecked because a formatter never leaves the lock.
        var byLocale: [Locale: NumberFormatter] = [:]
    }

    private let formatters = Locked(Formatters())

    func string(_ price: NSDecimalNumber, _ locale: Locale) -> String? {
        // The number may be of a client's class, so only its value goes under the lock.
        let amount = price.decimalValue
        return formatters.withLock { formatters in
            let formatter = formatters.byLocale[locale] ?? Self.make(locale)
            formatters.byLocale[locale] = formatter
            return formatter.string(from: NSDecimalNumber(decimal: amount))
        }
    }

    private static func make(_ locale: Locale) -> NumberFormatter {
        let formatter = NumberFormatter()
        formatter.locale = locale
        formatter.numberStyle = .currency
        return formatter
    }
}
