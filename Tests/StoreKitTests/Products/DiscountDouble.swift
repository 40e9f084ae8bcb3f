import StoreKit

final class DiscountDouble: SKProductDiscount, @unchecked Sendable {
    // Narrower than the optional it overrides, as doubles in the wild have it.
    override var identifier: String { "discount" }
    override var type: SKProductDiscount.`Type` { .subscription }
    override var price: NSDecimalNumber { 0.99 }
    override var priceLocale: Locale { Locale(identifier: "fr_FR") }
    override var paymentMode: PaymentMode { .payUpFront }
    override var numberOfPeriods: Int { 2 }
    override var subscriptionPeriod: SKProductSubscriptionPeriod { PeriodDouble() }
}
