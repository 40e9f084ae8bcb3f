import StoreKit
import Testing

@Suite struct SKProductDiscountTests {
    @Test func `a discount of the store shows every value it was made of`() {
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

    @Test func `a discount made by init discounts nothing`() {
        let discount = SKProductDiscount()
        #expect(discount.identifier == nil)
        #expect(discount.type == .introductory)
        #expect(discount.price == 0)
        #expect(discount.paymentMode == .payAsYouGo)
        #expect(discount.numberOfPeriods == 0)
        #expect(discount.subscriptionPeriod.numberOfUnits == 0)
    }

    @Test func `a double answers with what it overrides`() {
        let discount: SKProductDiscount = DiscountDouble()
        #expect(discount.identifier == "discount")
        #expect(discount.type == .subscription)
        #expect(discount.price == 0.99)
        #expect(discount.priceLocale.identifier == "fr_FR")
        #expect(discount.paymentMode == .payUpFront)
        #expect(discount.numberOfPeriods == 2)
        #expect(discount.subscriptionPeriod.unit == .week)
    }

    @Test(arguments: [
        (SKProductDiscount.PaymentMode.payAsYouGo, 0 as UInt), (.payUpFront, 1), (.freeTrial, 2),
    ])
    func `a payment mode has Apple's number`(mode: SKProductDiscount.PaymentMode, number: UInt) {
        #expect(mode.rawValue == number)
    }

    @Test func `a type has Apple's number`() {
        let introductory: SKProductDiscount.`Type` = .introductory
        let subscription: SKProductDiscount.`Type` = .subscription
        #expect(introductory.rawValue == 0)
        #expect(subscription.rawValue == 1)
    }
}
