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

    /// The subscription period in words and in the language of `locale`, or an empty string.
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

    /// One period of the offer in words and in the language of `locale`, or an empty string.
    public func localizedSubscriptionPeriod(locale: Locale) -> String {
        PeriodFormatter.string(subscriptionPeriod, locale)
    }
}

/// One currency formatter for each locale, because making one is slow.
private final class PriceFormatters: Sendable {
    static let shared = PriceFormatters()

    // A formatter never leaves the lock.
    private let formatters = Locked<[Locale: NumberFormatter]>([:])

    func string(_ price: NSDecimalNumber, _ locale: Locale) -> String? {
        // The number may be of a client's class, so only its value is used under the lock.
        let amount = price.decimalValue
        return formatters.withLock { formatters in
            let formatter = formatters[locale] ?? Self.make(locale)
            formatters[locale] = formatter
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

/// Formats the length of a subscription period in words.
private enum PeriodFormatter {
    /// For example "1 month"; empty for no period and for one of no units.
    static func string(_ period: SKProductSubscriptionPeriod?, _ locale: Locale) -> String {
        // Apple's StoreKit has sent such a period for products that aren't subscriptions.
        guard let period, period.numberOfUnits > 0 else { return "" }
        let (unit, component) = unit(period.unit)
        var length = DateComponents()
        length[keyPath: component] = period.numberOfUnits
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = locale
        let formatter = DateComponentsFormatter()
        formatter.calendar = calendar
        formatter.unitsStyle = .full
        formatter.allowedUnits = unit
        return formatter.string(from: length) ?? ""
    }

    private static func unit(
        _ unit: SKProduct.PeriodUnit
    ) -> (NSCalendar.Unit, WritableKeyPath<DateComponents, Int?>) {
        switch unit {
        case .day: return (.day, \.day)
        case .week: return (.weekOfMonth, \.weekOfMonth)
        case .year: return (.year, \.year)
        case .month: return (.month, \.month)
        // Apple may add units, which older code can only guess at.
        @unknown default:
            Log.current(.warning, "A subscription period has an unknown unit; months are shown.")
            return (.month, \.month)
        }
    }
}
