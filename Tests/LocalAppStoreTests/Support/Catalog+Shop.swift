import Foundation
import LocalAppStore

extension Catalog {
    /// A catalog with a product of each kind, a second subscription in the same group, and offers.
    static func shop(settings: StoreSettings = StoreSettings()) -> Catalog {
        Catalog(
            products: [
                CatalogProduct(id: "coins", kind: .consumable, price: 0.99),
                CatalogProduct(
                    id: "level",
                    kind: .nonConsumable,
                    price: 2.99,
                    localizations: [
                        CatalogLocalization(
                            localeIdentifier: "en_US",
                            displayName: "The Level",
                            productDescription: "One more level"
                        )
                    ]
                ),
                CatalogProduct(id: "pass", kind: .nonRenewingSubscription, price: 9.99),
                .make("monthly", level: 2, price: 4.99, introductoryOffer: .trial),
                .make("yearly", level: 1, price: 49.99, period: .init(value: 1, unit: .year)),
            ],
            settings: settings
        )
    }
}

extension StoreSettings {
    /// The settings of a new store but for some changes.
    static func make(_ change: (inout StoreSettings) -> Void) -> StoreSettings {
        var settings = StoreSettings()
        change(&settings)
        return settings
    }
}

extension CatalogProduct {
    static func make(
        _ id: String,
        group: String = "magazine",
        level: Int,
        price: Decimal,
        period: SubscriptionPeriod = .month,
        introductoryOffer: CatalogOffer? = nil
    ) -> CatalogProduct {
        CatalogProduct(
            id: id,
            kind: .autoRenewableSubscription,
            price: price,
            subscription: SubscriptionTerms(
                groupID: group,
                level: level,
                period: period,
                introductoryOffer: introductoryOffer,
                promotionalOffers: [.winter, .halfPrice]
            )
        )
    }
}

extension CatalogOffer {
    static let trial = CatalogOffer(
        paymentMode: .freeTrial,
        period: SubscriptionPeriod(value: 1, unit: .week),
        price: 0
    )
    static let winter = CatalogOffer(
        id: "winter",
        paymentMode: .payUpFront,
        period: .month,
        numberOfPeriods: 3,
        price: 7.99
    )
    static let halfPrice = CatalogOffer(
        id: "half",
        paymentMode: .payAsYouGo,
        period: .month,
        numberOfPeriods: 3,
        price: 2.49
    )
}

extension SubscriptionPeriod {
    static let month = SubscriptionPeriod(value: 1, unit: .month)
}
