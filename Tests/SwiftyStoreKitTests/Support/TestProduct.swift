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

/// A subscription period with the values a test gives it.
final class TestPeriod: SKProductSubscriptionPeriod, @unchecked Sendable {
    private let count: Int
    private let length: SKProduct.PeriodUnit

    init(_ count: Int, _ length: SKProduct.PeriodUnit) {
        self.count = count
        self.length = length
        super.init()
    }

    override var numberOfUnits: Int { count }
    override var unit: SKProduct.PeriodUnit { length }
}

/// An offer with the values a test gives it.
final class TestDiscount: SKProductDiscount, @unchecked Sendable {
    private let period: SKProductSubscriptionPeriod
    private let locale: Locale

    init(_ period: SKProductSubscriptionPeriod, locale: String) {
        self.period = period
        self.locale = Locale(identifier: locale)
        super.init()
    }

    override var price: NSDecimalNumber { NSDecimalNumber(string: "1.5") }
    override var priceLocale: Locale { locale }
    override var subscriptionPeriod: SKProductSubscriptionPeriod { period }
}
