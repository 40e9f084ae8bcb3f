import Foundation
import LocalAppStore
import Testing

@Suite struct CatalogReadingTests {
    @Test func `an empty object is an empty catalog with the settings of real life`() throws {
        let catalog = try Catalog.make("{}")
        #expect(catalog == Catalog())
        #expect(catalog.settings == CatalogSettings())
    }

    @Test func `identifier and format version are kept`() throws {
        let catalog = try Catalog.make(#"{"identifier": "4F1E2D3C", "version": {"major": 5}}"#)
        #expect(catalog.identifier == "4F1E2D3C")
        #expect(catalog.formatVersion == Catalog.FormatVersion(major: 5, minor: 0))
    }

    @Test func `a version yet to come is read by its keys`() throws {
        let product = CatalogText.product(more: #", "hologram": {"depth": [1, null]}"#)
        let text = #"{"version": {"major": 9, "minor": 3}, "products": [\#(product)], "later": []}"#
        #expect(try Catalog.make(text).products.map(\.id) == ["coins"])
    }

    @Test func `every key of a product is read`() throws {
        let more = #"""
            , "internalID": "AB12", "referenceName": "Coins", "familyShareable": true,
            "localizations": [{"locale": "de", "displayName": "M\u00fcnzen", "description": "\ud83e\ude99"}]
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

    @Test func `optional texts may be null or missing`() throws {
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

    @Test func `lists and settings may be null`() throws {
        let text = #"{"products": null, "subscriptionGroups": null, "settings": null}"#
        #expect(try Catalog.make(text) == Catalog())
    }

    @Test func `the four kinds stand in file order`() throws {
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

    @Test func `a product is found by its identifier, also after a change`() throws {
        var catalog = Catalog(products: [CatalogProduct(id: "a"), CatalogProduct(id: "b")])
        #expect(catalog.product(withIdentifier: "b")?.id == "b")
        #expect(catalog.product(withIdentifier: "c") == nil)
        catalog.products.insert(CatalogProduct(id: "c"), at: 0)
        catalog.products[2].price = 7
        #expect(catalog.product(withIdentifier: "c")?.id == "c")
        #expect(catalog.product(withIdentifier: "b")?.price == 7)
    }

    @Test func `a byte order mark does no harm`() throws {
        #expect(try Catalog.make("\u{FEFF}{}") == Catalog())
    }
}
