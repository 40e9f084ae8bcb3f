import Foundation
import StoreKit

/// A product with the values a test gives it.
final class TestProduct: SKProduct, @unchecked Sendable {
    private let identifier: String
    private let amount: NSDecimalNumber
    private let locale: Locale
    private let period: SKProductSubscriptionPeriod?

    private init(
        _ identifier: String,
        _ amount: NSDecimalNumber,
        _ locale: Locale,
        _ period: SKProductSubscriptionPeriod?
    ) {
        self.identifier = identifier
        self.amount = amount
        self.locale = locale
        self.period = period
        super.init()
    }

    static func make(
        _ identifier: String = "coins",
        price: String = "0.99",
        locale: String = "en_US",
        period: SKProductSubscriptionPeriod? = nil
    ) -> TestProduct {
        TestProduct(
            identifier,
            NSDecimalNumber(string: price),
            Locale(identifier: locale),
            period
        )
    }

    override var productIdentifier: String { identifier }
    override var price: NSDecimalNumber { amount }
    override var priceLocale: Locale { locale }
    override var subscriptionPeriod: SKProductSubscriptionPeriod? { period }
}
