import Foundation
import StoreKit

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
