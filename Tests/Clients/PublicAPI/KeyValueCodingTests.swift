import Foundation
import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct KeyValueCodingTests {
    @Test func `a product and its offers have the values that were set`() {
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

    @Test func `a transaction has the values that were set`() {
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

    @Test func `a double that overrides is left as it is`() {
        let storefront = StorefrontDouble()
        storefront.setValue("USA", forKey: "countryCode")
        storefront.setValue("143454", forKey: "identifier")
        #expect(storefront.countryCode == "ESP")
        #expect(storefront.identifier == "143454")
    }
}

// Fixtures as tests of apps make them on Apple's platforms, where StoreKit's classes have no
// initializer to use.
extension SKProduct {
    convenience init(identifier: String, price: String, locale: Locale) {
        self.init()
        setValue(identifier, forKey: "productIdentifier")
        setValue(NSDecimalNumber(string: price), forKey: "price")
        setValue(locale, forKey: "priceLocale")
    }

    func subscription(_ period: SKProductSubscriptionPeriod, trial: SKProductDiscount) -> Self {
        setValue(period, forKey: "subscriptionPeriod")
        setValue(trial, forKey: "introductoryPrice")
        setValue([trial], forKey: "discounts")
        return self
    }
}

extension SKProductSubscriptionPeriod {
    convenience init(_ count: UInt, _ unit: SKProduct.PeriodUnit) {
        self.init()
        setValue(NSNumber(value: count), forKey: "numberOfUnits")
        setValue(NSNumber(value: unit.rawValue), forKey: "unit")
    }
}

extension SKProductDiscount {
    convenience init(free period: SKProductSubscriptionPeriod) {
        self.init()
        setValue(SKProductDiscount.PaymentMode.freeTrial.rawValue, forKey: "paymentMode")
        setValue(period, forKey: "subscriptionPeriod")
        setValue(1, forKey: "numberOfPeriods")
        setValue(NSDecimalNumber.zero, forKey: "price")
    }
}

extension SKPaymentTransaction {
    static func fixture(
        of product: SKProduct,
        state: SKPaymentTransactionState,
        error: NSError? = nil
    ) -> SKPaymentTransaction {
        let payment = SKPayment()
        payment.setValue(product.productIdentifier, forKey: "productIdentifier")
        payment.setValue(2, forKey: "quantity")
        let transaction = SKPaymentTransaction()
        transaction.setValue(payment, forKey: "payment")
        transaction.setValue(state.rawValue, forKey: "transactionState")
        transaction.setValue("1000000", forKey: "transactionIdentifier")
        transaction.setValue(Date(timeIntervalSince1970: 0), forKey: "transactionDate")
        transaction.setValue(error, forKey: "error")
        return transaction
    }
}

class StorefrontDouble: SKStorefront, @unchecked Sendable {
    override var countryCode: String { "ESP" }
}
