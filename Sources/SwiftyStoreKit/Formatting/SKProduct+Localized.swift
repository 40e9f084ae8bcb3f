public import Foundation
public import StoreKit

extension SKProduct {
    /// The price with its currency, written as the storefront of the price writes it.
    public var localizedPrice: String? { PriceFormatters.shared.string(price, priceLocale) }

    /// The subscription period in words and in the language of the price, for example "1 month".
    ///
    /// Empty for a product that isn't a subscription.
    public var localizedSubscriptionPeriod: String {
        localizedSubscriptionPeriod(locale: priceLocale)
    }

    /// The subscription period in words and in the language of `locale`.
    ///
    /// Empty for a product that isn't a subscription.
    public func localizedSubscriptionPeriod(locale: Locale) -> String {
        PeriodFormatter.string(subscriptionPeriod, locale)
    }
}

extension SKProductDiscount {
    /// The discounted price with its currency, written as the storefront of the price writes it.
    public var localizedPrice: String? { PriceFormatters.shared.string(price, priceLocale) }

    /// One period of the offer in words and in the language of the price, for example "3 days".
    ///
    /// Empty for a period of no units.
    public var localizedSubscriptionPeriod: String {
        localizedSubscriptionPeriod(locale: priceLocale)
    }

    /// One period of the offer in words and in the language of `locale`.
    ///
    /// Empty for a period of no units.
    public func localizedSubscriptionPeriod(locale: Locale) -> String {
        PeriodFormatter.string(subscriptionPeriod, locale)
    }
}

/// One currency formatter for each locale, because making one is slow.
final class PriceFormatters: Sendable {
    static let shared = PriceFormatters()

    private struct Formatters: @unchecked Sendable {
        // Unchecked because a formatter never leaves the lock.
        var byLocale: [Locale: NumberFormatter] = [:]
    }

    private let formatters = Locked(Formatters())

    func string(_ price: NSDecimalNumber, _ locale: Locale) -> String? {
        // The number may be of a client's class, so only its value is used under the lock.
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
