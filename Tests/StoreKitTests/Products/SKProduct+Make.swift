import StoreKit

extension SKProduct {
    static func make(
        _ productIdentifier: String = "gold",
        price: NSDecimalNumber = 0.99,
        priceLocale: Locale = Locale(identifier: "en_US@currency=USD")
    ) -> SKProduct {
        SKProduct(
            productIdentifier: productIdentifier,
            localizedTitle: productIdentifier,
            localizedDescription: "",
            price: price,
            priceLocale: priceLocale
        )
    }
}
