import StoreKit

extension SKProductDiscount {
    static func make(
        identifier: String? = nil,
        type: SKProductDiscount.`Type` = .introductory,
        price: NSDecimalNumber = 0,
        priceLocale: Locale = Locale(identifier: "en_US"),
        paymentMode: PaymentMode = .freeTrial,
        numberOfPeriods: Int = 1,
        subscriptionPeriod: SKProductSubscriptionPeriod = .init(numberOfUnits: 1, unit: .week)
    ) -> SKProductDiscount {
        SKProductDiscount(
            identifier: identifier,
            type: type,
            price: price,
            priceLocale: priceLocale,
            paymentMode: paymentMode,
            numberOfPeriods: numberOfPeriods,
            subscriptionPeriod: subscriptionPeriod
        )
    }
}
