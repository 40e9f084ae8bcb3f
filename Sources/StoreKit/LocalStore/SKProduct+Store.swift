import Foundation
import LocalAppStore

extension SKProduct {
    /// Makes Apple's object of the catalog's product, in the customer's language and the
    /// storefront's currency.
    convenience init(_ product: CatalogProduct, settings: StoreSettings) {
        let text = product.localization(for: settings.locale)
        let terms = product.subscription
        let locale = settings.priceLocale
        self.init(
            productIdentifier: product.id,
            localizedTitle: text?.displayName ?? "",
            localizedDescription: text?.productDescription ?? "",
            price: product.price as NSDecimalNumber,
            priceLocale: locale,
            isFamilyShareable: product.isFamilyShareable,
            subscriptionGroupIdentifier: terms?.groupID,
            subscriptionPeriod: (terms?.period).map(SKProductSubscriptionPeriod.init),
            introductoryPrice: terms?.introductoryOffer.map {
                SKProductDiscount($0, type: .introductory, priceLocale: locale)
            },
            discounts: terms?.promotionalOffers.map {
                SKProductDiscount($0, type: .subscription, priceLocale: locale)
            } ?? [],
            downloadContentLengths: product.hostedContentLengths.map { NSNumber(value: $0) },
            downloadContentVersion: product.hostedContent.first?.version ?? ""
        )
    }
}

extension SKProductDiscount {
    fileprivate convenience init(_ offer: CatalogOffer, type: `Type`, priceLocale: Locale) {
        self.init(
            identifier: offer.id,
            type: type,
            price: offer.price as NSDecimalNumber,
            priceLocale: priceLocale,
            paymentMode: PaymentMode(offer.paymentMode),
            numberOfPeriods: offer.numberOfPeriods,
            subscriptionPeriod: SKProductSubscriptionPeriod(offer.period)
        )
    }
}

extension SKProductDiscount.PaymentMode {
    fileprivate init(_ mode: CatalogOffer.PaymentMode) {
        switch mode {
        case .payAsYouGo: self = .payAsYouGo
        case .payUpFront: self = .payUpFront
        case .freeTrial: self = .freeTrial
        }
    }
}

extension SKProductSubscriptionPeriod {
    fileprivate convenience init(_ period: LocalAppStore.SubscriptionPeriod) {
        self.init(numberOfUnits: period.value, unit: SKProduct.PeriodUnit(period.unit))
    }
}

extension SKProduct.PeriodUnit {
    fileprivate init(_ unit: LocalAppStore.SubscriptionPeriod.Unit) {
        switch unit {
        case .day: self = .day
        case .week: self = .week
        case .month: self = .month
        case .year: self = .year
        }
    }
}

extension SKStorefront {
    /// Makes Apple's object of the store's storefront.
    convenience init(_ country: StorefrontCountry) {
        self.init(countryCode: country.code, identifier: country.identifier)
    }
}
