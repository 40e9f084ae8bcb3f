import Foundation
import StoreModel
import Testing

@Suite("Decoding of catalogs")
struct CatalogDecodingTests {
    @Test("An empty object is an empty catalog with default settings")
    func emptyObject() throws {
        let catalog = try Catalog.make("{}")
        #expect(catalog == Catalog())
        #expect(catalog.settings == StoreSettings())
    }

    @Test("Identifier and format version are decoded")
    func identifierAndVersion() throws {
        let catalog = try Catalog.make(#"{"identifier": "4F1E2D3C", "version": {"major": 5}}"#)
        #expect(catalog.identifier == "4F1E2D3C")
        #expect(catalog.formatVersion.map { [$0.major, $0.minor] } == [5, 0])
    }

    @Test("An unknown format version is decoded by its keys")
    func unknownFormatVersion() throws {
        let product = CatalogText.product(more: #", "hologram": {"depth": [1, null]}"#)
        let text = #"{"version": {"major": 9, "minor": 3}, "products": [\#(product)], "later": []}"#
        #expect(try Catalog.make(text).products.map(\.id) == ["coins"])
    }

    @Test("Every key of a product is decoded")
    func product() throws {
        let more = #"""
            , "internalID": "AB12", "referenceName": "Coins", "familyShareable": true,
            "localizations": [
                {"locale": "de", "displayName": "M\u00fcnzen", "description": "\ud83e\ude99"}
            ]
            """#
        let catalog = try Catalog.make(
            CatalogText.make(products: [CatalogText.product(more: more)])
        )
        let texts = CatalogLocalization(
            localeIdentifier: "de",
            displayName: "M\u{FC}nzen",
            productDescription: "\u{1FA99}"
        )
        let expected = CatalogProduct(
            id: "coins",
            internalID: "AB12",
            kind: .consumable,
            referenceName: "Coins",
            price: Decimal(99) / 100,
            isFamilyShareable: true,
            localizations: [texts]
        )
        #expect(catalog.products == [expected])
    }

    @Test("Optional texts may be null or missing")
    func optionalTexts() throws {
        let more =
            #", "referenceName": null, "localizations": [{"locale": "ja", "description": null}]"#
        let product = try #require(
            try Catalog.make(CatalogText.make(products: [CatalogText.product(more: more)]))
                .products.first
        )
        #expect(product.referenceName == nil)
        #expect(product.internalID == nil)
        #expect(!product.isFamilyShareable)
        #expect(product.localizations == [CatalogLocalization(localeIdentifier: "ja")])
    }

    @Test("Lists and settings may be null")
    func nullLists() throws {
        let text = #"{"products": null, "subscriptionGroups": null, "settings": null}"#
        #expect(try Catalog.make(text) == Catalog())
    }

    @Test("Products of the four kinds are in file order")
    func fileOrder() throws {
        let catalog = try Catalog.make(
            CatalogText.make(
                products: [
                    CatalogText.product(id: #""b""#, type: #""NonConsumable""#),
                    CatalogText.product(id: #""a""#),
                ],
                nonRenewing: [
                    CatalogText.product(id: #""pass""#, type: #""NonRenewingSubscription""#)
                ],
                groups: [
                    CatalogText.group(subscriptions: [CatalogText.subscription()])
                ]
            )
        )
        #expect(catalog.products.map(\.id) == ["b", "a", "pass", "monthly"])
        #expect(
            catalog.products.map(\.kind) == [
                .nonConsumable, .consumable, .nonRenewingSubscription, .autoRenewableSubscription,
            ]
        )
    }

    @Test("A product is found by its identifier, also after a change")
    func productLookup() throws {
        var catalog = Catalog(products: [CatalogProduct(id: "a"), CatalogProduct(id: "b")])
        #expect(catalog.product(withIdentifier: "b")?.id == "b")
        #expect(catalog.product(withIdentifier: "c") == nil)
        catalog.products.insert(CatalogProduct(id: "c"), at: 0)
        catalog.products[2].price = 7
        #expect(catalog.product(withIdentifier: "c")?.id == "c")
        #expect(catalog.product(withIdentifier: "b")?.price == 7)
    }

    @Test("A byte order mark is ignored")
    func byteOrderMark() throws {
        #expect(try Catalog.make("\u{FEFF}{}") == Catalog())
    }
}

@Suite("Prices in catalogs")
struct CatalogPriceTests {
    @Test(
        "A price is decoded exactly",
        arguments: [
            (#""1.99""#, Decimal(199) / 100),
            (#""0""#, 0),
            (#""007.50""#, Decimal(75) / 10),
            ("1.99", Decimal(199) / 100),
            ("12", 12),
            (#""0.1""#, Decimal(1) / 10),
            (#""9007199254740993.01""#, Decimal(900_719_925_474_099_301) / 100),
        ]
    )
    func exactPrice(text: String, price: Decimal) throws {
        let catalog = try Catalog.make(
            CatalogText.make(products: [CatalogText.product(price: text)])
        )
        #expect(catalog.products.map(\.price) == [price])
    }

    @Test("A price may have as many digits as a decimal number holds")
    func longestPrice() throws {
        let digits = "12345678901234567890123456789012345678"
        let catalog = try Catalog.make(
            CatalogText.make(products: [CatalogText.product(price: digits)])
        )
        #expect(catalog.products.map { "\($0.price)" } == [digits])
    }

    @Test(
        "Any other price is refused and quoted",
        arguments: [
            (#""abc""#, #""abc""#), (#""1,99""#, #""1,99""#), (#""""#, #""""#),
            (#""-1""#, #""-1""#), (#""+1""#, #""+1""#), (#""1.""#, #""1.""#), (#"".5""#, #"".5""#),
            (#""1.2.3""#, #""1.2.3""#), (#""$1.99""#, #""$1.99""#), (#"" 1""#, #"" 1""#),
            (#""1e2""#, #""1e2""#), ("1e2", "1e2"), ("-0.99", "-0.99"), ("true", "true"),
            ("{}", "an object"), (#""\u0661""#, #""\#u{661}""#),
            (
                #""123456789012345678901234567890123456789""#,
                #""123456789012345678901234567890123456789""#
            ),
        ]
    )
    func invalidPrice(text: String, quoted: String) {
        let catalog = CatalogText.make(products: [
            CatalogText.product(), CatalogText.product(id: #""b""#, price: text),
        ])
        #expect(
            Catalog.failure(decoding: catalog)
                == "Shop.storekit, products[1].displayPrice: "
                + "expected a price such as \"1.99\", but found \(quoted)"
        )
    }

    @Test("A price cannot be null")
    func nullPrice() {
        let catalog = CatalogText.make(products: [CatalogText.product(price: "null")])
        #expect(
            Catalog.failure(decoding: catalog)
                == "Shop.storekit, products[0].displayPrice: "
                + "expected a price such as \"1.99\", but found null"
        )
    }

    @Test("A paid offer needs a price")
    func missingOfferPrice() {
        let offer = CatalogText.offer(mode: #""payUpFront""#)
        let subscription = CatalogText.subscription(more: #", "codeOffers": [\#(offer)]"#)
        let catalog = CatalogText.make(groups: [CatalogText.group(subscriptions: [subscription])])
        #expect(
            Catalog.failure(decoding: catalog)
                == "Shop.storekit, "
                + "subscriptionGroups[0].subscriptions[0].codeOffers[0].displayPrice: "
                + "expected a price such as \"1.99\", but it is missing"
        )
    }
}
