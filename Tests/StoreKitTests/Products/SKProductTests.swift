import StoreKit
import Testing

@Suite("Products")
struct SKProductTests {
    @Test("A product made by init is empty")
    func emptyProduct() {
        let product = SKProduct()
        #expect(product.productIdentifier == "")
        #expect(product.localizedTitle == "")
        #expect(product.localizedDescription == "")
        #expect(product.price == 0)
        #expect(product.priceLocale == Locale.current)
        #expect(!product.isFamilyShareable)
        #expect(product.subscriptionGroupIdentifier == nil)
        #expect(product.subscriptionPeriod == nil)
        #expect(product.introductoryPrice == nil)
        #expect(product.discounts.isEmpty)
    }

    @Test("A product of the store has all properties it was made with")
    func allProperties() {
        let period = SKProductSubscriptionPeriod(numberOfUnits: 3, unit: .month)
        let trial = SKProductDiscount.make()
        let offer = SKProductDiscount.make(identifier: "winback", type: .subscription)
        let product = SKProduct(
            productIdentifier: "com.example.gold",
            localizedTitle: "Gold",
            localizedDescription: "Everything",
            price: 9.99,
            priceLocale: Locale(identifier: "en_US@currency=USD"),
            isFamilyShareable: true,
            subscriptionGroupIdentifier: "G1",
            subscriptionPeriod: period,
            introductoryPrice: trial,
            discounts: [offer]
        )
        #expect(product.productIdentifier == "com.example.gold")
        #expect(product.localizedTitle == "Gold")
        #expect(product.localizedDescription == "Everything")
        #expect(product.price == 9.99)
        #expect(product.priceLocale.currencyCode == "USD")
        #expect(product.isFamilyShareable)
        #expect(product.subscriptionGroupIdentifier == "G1")
        #expect(product.subscriptionPeriod === period)
        #expect(product.introductoryPrice === trial)
        #expect(product.discounts == [offer])
    }

    @Test("A test double returns what it overrides")
    func double() {
        let product: SKProduct = ProductDouble()
        #expect(product.productIdentifier == "double")
        #expect(product.localizedTitle == "Title")
        #expect(product.localizedDescription == "Description")
        #expect(product.price == 1.99)
        #expect(product.priceLocale.identifier == "de_DE")
        #expect(product.isFamilyShareable)
        #expect(product.subscriptionGroupIdentifier == "group")
        #expect(product.subscriptionPeriod?.numberOfUnits == 7)
        #expect(product.introductoryPrice?.identifier == "discount")
        #expect(product.discounts.map(\.identifier) == ["discount"])
    }

    @Test("The older names on macOS return what a test double overrides")
    func olderNames() {
        let product: SKProduct = DownloadableDouble()
        #expect(product.downloadable)
        #expect(product.contentLengths == [5])
        #expect(product.contentVersion == "1.2")
    }
}

private final class ProductDouble: SKProduct, @unchecked Sendable {
    override var productIdentifier: String { "double" }
    override var localizedTitle: String { "Title" }
    override var localizedDescription: String { "Description" }
    override var price: NSDecimalNumber { 1.99 }
    override var priceLocale: Locale { Locale(identifier: "de_DE") }
    override var isFamilyShareable: Bool { true }
    override var subscriptionGroupIdentifier: String? { "group" }
    override var subscriptionPeriod: SKProductSubscriptionPeriod? { PeriodDouble() }
    override var introductoryPrice: SKProductDiscount? { DiscountDouble() }
    override var discounts: [SKProductDiscount] { [DiscountDouble()] }
}

private final class DownloadableDouble: SKProduct, @unchecked Sendable {
    override var isDownloadable: Bool { true }
    override var downloadContentLengths: [NSNumber] { [5] }
    override var downloadContentVersion: String { "1.2" }
}

extension SKProduct {
    static func make(
        _ productIdentifier: String = "gold",
        price: NSDecimalNumber = 0.99,
        priceLocale: Locale = Locale(identifier: "en_US@currency=USD")
    ) -> SKProduct {
        SKProduct(
            productIdentifier: productIdentifier,
            localizedTitle: productIdentifier,
            localizedDescription: "",
            price: price,
            priceLocale: priceLocale
        )
    }
}
