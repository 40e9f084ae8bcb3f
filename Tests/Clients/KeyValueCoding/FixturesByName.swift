import StoreKit

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
