import Foundation
import LocalAppStore
import Testing

@Suite struct CatalogPriceTests {
    @Test(arguments: [
        (#""1.99""#, Decimal(199) / 100),
        (#""0""#, 0),
        (#""007.50""#, Decimal(75) / 10),
        ("1.99", Decimal(199) / 100),
        ("12", 12),
        (#""0.1""#, Decimal(1) / 10),
        (#""9007199254740993.01""#, Decimal(900_719_925_474_099_301) / 100),
    ])
    func `a price is read exactly`(text: String, price: Decimal) throws {
        let catalog = try Catalog.make(
            CatalogText.make(products: [CatalogText.product(price: text)])
        )
        #expect(catalog.products.map(\.price) == [price])
    }

    @Test func `a price may have as many digits as a decimal number holds`() throws {
        let digits = "12345678901234567890123456789012345678"
        let catalog = try Catalog.make(
            CatalogText.make(products: [CatalogText.product(price: digits)])
        )
        #expect(catalog.products.map { "\($0.price)" } == [digits])
    }

    @Test(arguments: [
        (#""abc""#, #""abc""#), (#""1,99""#, #""1,99""#), (#""""#, #""""#),
        (#""-1""#, #""-1""#), (#""+1""#, #""+1""#), (#""1.""#, #""1.""#), (#"".5""#, #"".5""#),
        (#""1.2.3""#, #""1.2.3""#), (#""$1.99""#, #""$1.99""#), (#"" 1""#, #"" 1""#),
        (#""1e2""#, #""1e2""#), ("1e2", "1e2"), ("-0.99", "-0.99"), ("true", "true"),
        ("{}", "an object"), (#""\u0661""#, #""\#u{661}""#),
        (
            #""123456789012345678901234567890123456789""#,
            #""123456789012345678901234567890123456789""#
        ),
    ])
    func `anything else is refused and quoted`(text: String, quoted: String) {
        let catalog = CatalogText.make(products: [
            CatalogText.product(), CatalogText.product(id: #""b""#, price: text),
        ])
        #expect(
            Catalog.failure(reading: catalog)
                == "Shop.storekit, products[1].displayPrice: "
                + "expected a price such as \"1.99\", but found \(quoted)"
        )
    }

    @Test func `null is no price`() {
        let catalog = CatalogText.make(products: [CatalogText.product(price: "null")])
        #expect(
            Catalog.failure(reading: catalog)
                == "Shop.storekit, products[0].displayPrice: "
                + "expected a price such as \"1.99\", but found null"
        )
    }

    @Test func `a paid offer needs a price`() {
        let offer = CatalogText.offer(mode: #""payUpFront""#)
        let subscription = CatalogText.subscription(more: #", "codeOffers": [\#(offer)]"#)
        let catalog = CatalogText.make(groups: [CatalogText.group(subscriptions: [subscription])])
        #expect(
            Catalog.failure(reading: catalog)
                == "Shop.storekit, subscriptionGroups[0].subscriptions[0].codeOffers[0].displayPrice: "
                + "expected a price such as \"1.99\", but it is missing"
        )
    }
}
