import StoreKit
import Testing

@Suite("Discounts of products")
struct SKProductDiscountTests {
    @Test("A discount of the store has all properties it was made with")
    func allProperties() {
        let period = SKProductSubscriptionPeriod(numberOfUnits: 2, unit: .year)
        let discount = SKProductDiscount(
            identifier: "offer",
            type: .subscription,
            price: 4.5,
            priceLocale: Locale(identifier: "ja_JP"),
            paymentMode: .payUpFront,
            numberOfPeriods: 3,
            subscriptionPeriod: period
        )
        #expect(discount.identifier == "offer")
        #expect(discount.type == .subscription)
        #expect(discount.price == 4.5)
        #expect(discount.priceLocale.identifier == "ja_JP")
        #expect(discount.paymentMode == .payUpFront)
        #expect(discount.numberOfPeriods == 3)
        #expect(discount.subscriptionPeriod === period)
    }

    @Test("A discount made by init is empty")
    func emptyDiscount() {
        let discount = SKProductDiscount()
        #expect(discount.identifier == nil)
        #expect(discount.type == .introductory)
        #expect(discount.price == 0)
        #expect(discount.paymentMode == .payAsYouGo)
        #expect(discount.numberOfPeriods == 0)
        #expect(discount.subscriptionPeriod.numberOfUnits == 0)
    }

    @Test("A test double returns what it overrides")
    func double() {
        let discount: SKProductDiscount = DiscountDouble()
        #expect(discount.identifier == "discount")
        #expect(discount.type == .subscription)
        #expect(discount.price == 0.99)
        #expect(discount.priceLocale.identifier == "fr_FR")
        #expect(discount.paymentMode == .payUpFront)
        #expect(discount.numberOfPeriods == 2)
        #expect(discount.subscriptionPeriod.unit == .week)
    }

    @Test(
        "A payment mode has Apple's number",
        arguments: [
            (SKProductDiscount.PaymentMode.payAsYouGo, 0 as UInt), (.payUpFront, 1),
            (.freeTrial, 2),
        ]
    )
    func paymentModes(mode: SKProductDiscount.PaymentMode, number: UInt) {
        #expect(mode.rawValue == number)
    }

    @Test("A type has Apple's number")
    func types() {
        let introductory: SKProductDiscount.`Type` = .introductory
        let subscription: SKProductDiscount.`Type` = .subscription
        #expect(introductory.rawValue == 0)
        #expect(subscription.rawValue == 1)
    }
}

@Suite("Subscription periods")
struct SKProductSubscriptionPeriodTests {
    @Test("A period has its number of units")
    func properties() {
        let period = SKProductSubscriptionPeriod(numberOfUnits: 6, unit: .month)
        #expect(period.numberOfUnits == 6)
        #expect(period.unit == .month)
    }

    @Test("A period made by init has zero days")
    func emptyPeriod() {
        #expect(SKProductSubscriptionPeriod().numberOfUnits == 0)
        #expect(SKProductSubscriptionPeriod().unit == .day)
    }

    @Test(
        "A unit has Apple's number",
        arguments: [
            (SKProduct.PeriodUnit.day, 0 as UInt), (.week, 1), (.month, 2), (.year, 3),
        ]
    )
    func units(unit: SKProduct.PeriodUnit, number: UInt) {
        #expect(unit.rawValue == number)
    }
}

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

final class PeriodDouble: SKProductSubscriptionPeriod, @unchecked Sendable {
    override var numberOfUnits: Int { 7 }
    override var unit: SKProduct.PeriodUnit { .week }
}

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
