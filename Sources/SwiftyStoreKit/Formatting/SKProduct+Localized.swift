public import Foundation
public import StoreKit

extension SKProduct {
    /// The price with its currency, written as the storefront of the price writes it.
    public var localizedPrice: String? { PriceFormatters.shared.string(price, priceLocale) }

    /// The subscription period in words and in the language of the price, for example "1 month".
    ///
    /// Empty for a product that is no subscription.
    public var localizedSubscriptionPeriod: String {
        localizedSubscriptionPeriod(locale: priceLocale)
    }

    /// The subscription period in words and in the language of `locale`.
    ///
    /// Empty for a product that is no subscription.
    public func localizedSubscriptionPeriod(locale: Locale) -> String {
        PeriodText.string(subscriptionPeriod, locale)
    }
}
