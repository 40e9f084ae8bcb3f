import Foundation
import StoreKit
import SwiftyStoreKit
import Testing

@Suite("Fixtures that are made by key-value coding")
struct FixturesByNameTests {
    @Test("A product and its offers say what was set")
    func product() {
        let week = SKProductSubscriptionPeriod(1, .week)
        let product = SKProduct(
            identifier: "club",
            price: "4.99",
            locale: Locale(identifier: "en_US@currency=USD")
        ).subscription(SKProductSubscriptionPeriod(1, .month), trial: SKProductDiscount(free: week))
        #expect(product.productIdentifier == "club")
        #expect(product.localizedPrice == "$4.99")
        #expect(product.localizedSubscriptionPeriod == "1 month")
        #expect(product.introductoryPrice?.paymentMode == .freeTrial)
        #expect(product.introductoryPrice?.localizedSubscriptionPeriod == "1 week")
        #expect(product.discounts.first?.numberOfPeriods == 1)
    }

    @Test("A transaction says what was set")
    func transaction() {
        let product = SKProduct(
            identifier: "coins",
            price: "1",
            locale: Locale(identifier: "de_DE")
        )
        let cause = NSError(domain: SKErrorDomain, code: SKError.paymentCancelled.rawValue)
        let failed = SKPaymentTransaction.fixture(of: product, state: .failed, error: cause)
        #expect(failed.payment.productIdentifier == "coins")
        #expect(failed.payment.quantity == 2)
        #expect(failed.transactionState == .failed)
        #expect((failed.error as? SKError)?.code == .paymentCancelled)
        let bought = SKPaymentTransaction.fixture(of: product, state: .purchased)
        #expect(bought.transactionIdentifier == "1000000")
        #expect(bought.transactionDate == Date(timeIntervalSince1970: 0))
        #expect(bought.error == nil)
    }

    @Test("A double that overrides is left as it is")
    func double() {
        let storefront = StorefrontDouble()
        storefront.setValue("USA", forKey: "countryCode")
        storefront.setValue("143454", forKey: "identifier")
        #expect(storefront.countryCode == "ESP")
        #expect(storefront.identifier == "143454")
    }
}
