import Foundation
import StoreKit
import Testing

@Suite("Key-value coding")
struct KeyValueCodingTests {
    @Test("Each property of Apple's classes is set and read by its name", arguments: Keyed.all)
    func roundTrip(_ keyed: Keyed) throws {
        let object = keyed.make()
        for (key, value) in keyed.values {
            object.setValue(value, forKey: key)
            #expect(Keyed.isSame(object.value(forKey: key), value), "\(key)")
        }
    }

    @Test("A value set by name is the value of the property")
    func properties() {
        let product = SKProduct()
        product.setValue("coins", forKey: "productIdentifier")
        product.setValue(1.99, forKey: "price")
        product.setValue(NSLocale(localeIdentifier: "de_DE"), forKey: "priceLocale")
        product.setValue(true, forKey: "isFamilyShareable")
        product.setValue([SKProductDiscount()], forKey: "discounts")
        product.setValue(NSArray(array: [3]), forKey: "contentLengths")
        #expect(product.productIdentifier == "coins")
        #expect(product.price == NSDecimalNumber(string: "1.99"))
        #expect(product.priceLocale.identifier == "de_DE")
        #expect(product.isFamilyShareable)
        #expect(product.discounts.count == 1)
        #expect(product.downloadContentLengths == [3])

        let transaction = SKPaymentTransaction()
        let original = SKPaymentTransaction()
        transaction.setValue(3, forKey: "transactionState")
        transaction.setValue(NSDate(timeIntervalSince1970: 7), forKey: "transactionDate")
        transaction.setValue(SKError(.paymentCancelled), forKey: "error")
        transaction.setValue(original, forKey: "originalTransaction")
        #expect(transaction.transactionState == .restored)
        #expect(transaction.transactionDate == Date(timeIntervalSince1970: 7))
        #expect((transaction.error as? SKError)?.code == .paymentCancelled)
        #expect(transaction.original === original)
        transaction.setValue([SKDownload()], forKey: "downloads")
        #expect(transaction.downloads.count == 1)
        #expect((transaction.value(forKey: "downloads") as? [SKDownload])?.count == 1)
    }

    @Test("Nil removes optional values and empties strings and arrays")
    func setNil() {
        let product = SKProduct()
        product.setValuesForKeys([
            "productIdentifier": "coins", "subscriptionGroupIdentifier": "group",
            "subscriptionPeriod": SKProductSubscriptionPeriod(), "discounts": [SKProductDiscount()],
        ])
        for key in [
            "productIdentifier", "subscriptionGroupIdentifier", "subscriptionPeriod", "discounts",
        ] {
            product.setValue(nil, forKey: key)
        }
        #expect(product.productIdentifier == "")
        #expect(product.subscriptionGroupIdentifier == nil)
        #expect(product.value(forKey: "subscriptionPeriod") == nil)
        #expect(product.discounts.isEmpty)
    }

    @Test("A path follows the objects on it, and ends at nil")
    func paths() {
        let transaction = SKPaymentTransaction()
        transaction.setValue(SKPayment(), forKey: "payment")
        transaction.setValue("coins", forKeyPath: "payment.productIdentifier")
        #expect(transaction.payment.productIdentifier == "coins")
        #expect(transaction.value(forKeyPath: "payment.productIdentifier") as? String == "coins")
        #expect(transaction.value(forKeyPath: "transactionState") as? Int == 0)
        transaction.setValue("1", forKeyPath: "originalTransaction.transactionIdentifier")
        #expect(transaction.value(forKeyPath: "originalTransaction.transactionIdentifier") == nil)
    }

    @Test("Several properties are set and read together, with NSNull for nil")
    func dictionaries() {
        let storefront = SKStorefront()
        storefront.setValuesForKeys(["countryCode": "DEU", "identifier": NSNull()])
        let values = storefront.dictionaryWithValues(forKeys: ["countryCode", "identifier"])
        #expect(values as? [String: String] == ["countryCode": "DEU", "identifier": ""])
        let discount = SKProductDiscount().dictionaryWithValues(forKeys: ["identifier"])
        #expect(discount["identifier"] is NSNull)
    }

    @Test("A test double returns what it overrides, and can handle keys of its own")
    func doubles() {
        final class Double: SKProduct, @unchecked Sendable {
            var keys: [String] = []
            override var localizedTitle: String { "Overridden" }
            override func setValue(_ value: Any?, forUndefinedKey key: String) { keys.append(key) }
            override func value(forUndefinedKey key: String) -> Any? { keys.count }
            override func setNilValueForKey(_ key: String) { keys.append("nil " + key) }
        }
        let double = Double()
        double.setValue("Set", forKey: "localizedTitle")
        #expect(double.localizedTitle == "Overridden")
        #expect(double.value(forKey: "localizedTitle") as? String == "Overridden")
        double.setValue(1, forKey: "mood")
        double.setValue(nil, forKey: "isDownloadable")
        #expect(double.keys == ["mood", "nil isDownloadable"])
        #expect(double.value(forKey: "mood") as? Int == 2)
    }

    @Test("A payment with properties set by name is equal to one made otherwise")
    func payment() {
        let payment = SKPayment()
        payment.setValue("coins", forKey: "productIdentifier")
        payment.setValue(2, forKey: "quantity")
        #expect(payment == SKMutablePayment.make("coins", quantity: 2))
        let copy = payment.copy() as? SKPayment
        #expect(copy?.productIdentifier == "coins")
    }
}

/// A class, with a value for each of its keys.
struct Keyed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () -> _KeyValueCodedObject
    let values: [String: any Sendable]

    /// Numbers are compared as Foundation's, objects by identity.
    static func isSame(_ read: Any?, _ value: any Sendable) -> Bool {
        if let number = value as? NSNumber { return read as? NSNumber == number }
        if let text = value as? String { return read as? String == text }
        if let date = value as? Date { return read as? Date == date }
        if let data = value as? Data { return read as? Data == data }
        if let locale = value as? Locale { return read as? Locale == locale }
        if let url = value as? URL { return read as? URL == url }
        if let uuid = value as? UUID { return read as? UUID == uuid }
        if let objects = value as? [NSObject] { return read as? [NSObject] == objects }
        return value is NSObject && read as? NSObject === value as? NSObject
    }

    static let all: [Keyed] = [
        Keyed(
            testDescription: "SKProduct",
            make: { SKProduct() },
            values: [
                "productIdentifier": "a", "localizedTitle": "b", "localizedDescription": "c",
                "price": 3, "priceLocale": Locale(identifier: "de"), "isFamilyShareable": true,
                "familyShareable": true, "subscriptionGroupIdentifier": "d",
                "subscriptionPeriod": SKProductSubscriptionPeriod(),
                "introductoryPrice": SKProductDiscount(), "discounts": [SKProductDiscount()],
                "isDownloadable": true, "downloadable": true, "downloadContentLengths": [1],
                "contentLengths": [2], "downloadContentVersion": "e", "contentVersion": "f",
            ]
        ),
        Keyed(
            testDescription: "SKProductDiscount",
            make: { SKProductDiscount() },
            values: [
                "identifier": "a", "type": 1, "price": 2, "priceLocale": Locale(identifier: "de"),
                "paymentMode": SKProductDiscount.PaymentMode.freeTrial.rawValue,
                "numberOfPeriods": 3, "subscriptionPeriod": SKProductSubscriptionPeriod(),
            ]
        ),
        Keyed(
            testDescription: "SKProductSubscriptionPeriod",
            make: { SKProductSubscriptionPeriod() },
            values: ["numberOfUnits": 6, "unit": SKProduct.PeriodUnit.month.rawValue]
        ),
        Keyed(
            testDescription: "SKPaymentTransaction",
            make: { SKPaymentTransaction() },
            values: [
                "transactionState": SKPaymentTransactionState.purchased.rawValue,
                "transactionIdentifier": "a", "transactionDate": Date(timeIntervalSince1970: 1),
                "error": NSError(domain: "b", code: 1),
                "originalTransaction": SKPaymentTransaction(),
            ]
        ),
        Keyed(
            testDescription: "SKMutablePayment",
            make: { SKMutablePayment() },
            values: [
                "productIdentifier": "a", "requestData": Data([1]), "quantity": 2,
                "applicationUsername": "b", "simulatesAskToBuyInSandbox": true,
                "paymentDiscount": SKPaymentDiscount(),
            ]
        ),
        Keyed(
            testDescription: "SKPaymentDiscount",
            make: { SKPaymentDiscount() },
            values: [
                "identifier": "a", "keyIdentifier": "b", "nonce": UUID(), "signature": "c",
                "timestamp": 4,
            ]
        ),
        Keyed(
            testDescription: "SKProductsResponse",
            make: { SKProductsResponse() },
            values: ["products": [SKProduct()], "invalidProductIdentifiers": ["a"]]
        ),
        Keyed(
            testDescription: "SKDownload",
            make: { SKDownload() },
            values: [
                "state": SKDownloadState.active.rawValue,
                "downloadState": SKDownloadState.finished.rawValue, "contentIdentifier": "a",
                "expectedContentLength": 1, "contentLength": 2, "contentVersion": "b",
                "contentURL": URL(fileURLWithPath: "/c"), "progress": 0.5, "timeRemaining": 2.5,
                "error": NSError(domain: "d", code: 1), "transaction": SKPaymentTransaction(),
            ]
        ),
        Keyed(
            testDescription: "SKStorefront",
            make: { SKStorefront() },
            values: ["countryCode": "DEU", "identifier": "143443"]
        ),
    ]
}

@Suite("Key-value coding of dictionaries")
struct NSMutableDictionaryTests {
    @Test("A value is set for its key, and the next one replaces it")
    func setting() {
        let dictionary = NSMutableDictionary()
        dictionary.setValue("one", forKey: "key")
        #expect(dictionary["key"] as? String == "one")
        dictionary.setValue(2, forKey: "key")
        #expect(dictionary["key"] as? Int == 2)
        #expect(dictionary.count == 1)
    }

    @Test("Nil removes the key and leaves the others")
    func removing() {
        let dictionary = NSMutableDictionary(dictionary: ["a": 1, "b": 2])
        dictionary.setValue(nil, forKey: "a")
        dictionary.setValue(nil, forKey: "absent")
        #expect(dictionary == ["b": 2])
    }
}
