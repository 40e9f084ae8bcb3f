public import Foundation
public import StoreKit

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
        PeriodText.string(subscriptionPeriod, locale)
    }
}
