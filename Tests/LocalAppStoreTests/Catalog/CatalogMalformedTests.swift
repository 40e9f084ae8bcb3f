import Foundation
import LocalAppStore
import Testing

@Suite("Malformed catalogs")
struct CatalogMalformedTests {
    private static let subscriptionPath = "subscriptionGroups[0].subscriptions[0]"
    private static let manyPeriods = #", "numberOfPeriods": 99999999999999999999"#
    private static let oldCustomers = #", "eligibility": ["old"]"#

    @Test(
        "An error contains file, path and what was expected",
        arguments: [
            ("[]", "Shop.storekit: expected an object, but found a list"),
            ("7", "Shop.storekit: expected an object, but found 7"),
            (#"{"products": {}}"#, "Shop.storekit, products: expected a list, but found an object"),
            (#"{"products": [5]}"#, "Shop.storekit, products[0]: expected an object, but found 5"),
            (#"{"settings": []}"#, "Shop.storekit, settings: expected an object, but found a list"),
            (#"{"identifier": 1}"#, "Shop.storekit, identifier: expected text, but found 1"),
            (
                #"{"version": {"major": "4"}}"#,
                #"Shop.storekit, version.major: expected an integer, but found "4""#
            ),
            (
                #"{"subscriptionGroups": [{"id": "g", "subscriptions": "none"}]}"#,
                "Shop.storekit, subscriptionGroups[0].subscriptions: "
                    + #"expected a list, but found "none""#
            ),
            (
                #"{"subscriptionGroups": [{"name": "g"}]}"#,
                "Shop.storekit, subscriptionGroups[0].id: expected an identifier, but it is missing"
            ),
        ]
    )
    func errorMessage(text: String, message: String) {
        #expect(Catalog.failure(decoding: text) == message)
    }

    @Test("An error has its parts as properties")
    func errorProperties() {
        let expected = CatalogError(
            fileName: "Shop.storekit",
            path: "products",
            reason: "expected a list, but found true"
        )
        #expect(throws: expected) { try Catalog.make(#"{"products": true}"#) }
    }

    @Test(
        "A product must be well formed",
        arguments: [
            (CatalogText.product(id: #""""#), #"productID: expected an identifier, but found """#),
            (CatalogText.product(id: "4"), "productID: expected an identifier, but found 4"),
            (
                CatalogText.product(type: #""Toy""#),
                #"type: expected one of "Consumable", "NonConsumable", "#
                    + #""NonRenewingSubscription", but found "Toy""#
            ),
            (
                CatalogText.product(type: #""RecurringSubscription""#),
                #"type: expected one of "Consumable", "NonConsumable", "NonRenewingSubscription", "#
                    + #"but found "RecurringSubscription""#
            ),
            (
                CatalogText.product(more: #", "familyShareable": 1"#),
                "familyShareable: expected true or false, but found 1"
            ),
            (
                CatalogText.product(more: #", "localizations": [{"locale": "de"}, {}]"#),
                #"localizations[1].locale: expected a locale such as "en_US", but it is missing"#
            ),
            (
                CatalogText.product(more: #", "localizations": [{"locale": "\#u{E9}"}]"#),
                "localizations[0].locale: expected a locale such as \"en_US\", but found \"\u{E9}\""
            ),
            (
                CatalogText.product(more: #", "referenceName": ["a"]"#),
                "referenceName: expected text, but found a list"
            ),
        ]
    )
    func malformedProduct(product: String, message: String) {
        #expect(
            Catalog.failure(decoding: CatalogText.make(products: [product]))
                == "Shop.storekit, products[0].\(message)"
        )
    }

    @Test(
        "A subscription must be well formed",
        arguments: [
            (
                CatalogText.product(),
                #"type: expected "RecurringSubscription", but found "Consumable""#
            ),
            (
                CatalogText.subscription(level: "0"),
                "groupNumber: expected an integer from 1 to 9999, but found 0"
            ),
            (
                CatalogText.subscription(level: "1.5"),
                "groupNumber: expected an integer from 1 to 9999, but found 1.5"
            ),
            (
                CatalogText.subscription(period: #""P1M2D""#),
                #"recurringSubscriptionPeriod: expected a period such as "P1M", but found "P1M2D""#
            ),
            (
                CatalogText.subscription(
                    more: #", "introductoryOffer": \#(CatalogText.offer(mode: #""barter""#))"#
                ),
                "introductoryOffer.paymentMode: "
                    + #"expected one of "free", "payAsYouGo", "payUpFront", but found "barter""#
            ),
            (
                CatalogText.subscription(
                    more:
                        #", "adHocOffers": [\#(CatalogText.offer(more: Self.manyPeriods))]"#
                ),
                "adHocOffers[0].numberOfPeriods: "
                    + "expected an integer from 1 to 9999, but found 99999999999999999999"
            ),
            (
                CatalogText.subscription(
                    more:
                        #", "codeOffers": [\#(CatalogText.offer(more: Self.oldCustomers))]"#
                ),
                "codeOffers[0].eligibility[0]: "
                    + #"expected one of "new", "existing", "expired", but found "old""#
            ),
        ]
    )
    func malformedSubscription(subscription: String, message: String) {
        let group = CatalogText.group(subscriptions: [subscription])
        #expect(
            Catalog.failure(decoding: CatalogText.make(groups: [group]))
                == "Shop.storekit, \(Self.subscriptionPath).\(message)"
        )
    }

    @Test("A product identifier occurs once in a file")
    func repeatedProduct() {
        let group = CatalogText.group(subscriptions: [CatalogText.subscription(id: #""coins""#)])
        let text = CatalogText.make(products: [CatalogText.product()], groups: [group])
        #expect(
            Catalog.failure(decoding: text)
                == "Shop.storekit, \(Self.subscriptionPath).productID: "
                + #"expected an identifier unlike that of products[0].productID, but found "coins""#
        )
    }

    @Test("A group identifier occurs once in a file")
    func repeatedGroup() {
        let group = CatalogText.group(subscriptions: [])
        #expect(
            Catalog.failure(decoding: CatalogText.make(groups: [group, group]))
                == "Shop.storekit, subscriptionGroups[1].id: "
                + "expected an identifier unlike that of subscriptionGroups[0].id, "
                + #"but found "club""#
        )
    }

    @Test("An offer must be well formed even if another one with its identifier counts")
    func malformedOffer() {
        let offer = CatalogText.offer(more: #", "offerID": "x""#)
        let malformed = CatalogText.offer(period: "7", more: #", "offerID": "x""#)
        let subscription = CatalogText.subscription(
            more: #", "adHocOffers": [\#(offer), \#(malformed)]"#
        )
        let group = CatalogText.group(subscriptions: [subscription])
        #expect(
            Catalog.failure(decoding: CatalogText.make(groups: [group]))
                == "Shop.storekit, \(Self.subscriptionPath).adHocOffers[1].subscriptionPeriod: "
                + #"expected a period such as "P1M", but found 7"#
        )
    }

    @Test("A long text is truncated in errors")
    func longText() {
        let long = String(repeating: "x", count: 100)
        let text = CatalogText.make(products: [CatalogText.product(price: "\"\(long)\"")])
        #expect(
            Catalog.failure(decoding: text)
                == "Shop.storekit, products[0].displayPrice: expected a price such as \"1.99\", "
                + "but found \"\(long.prefix(60))...\""
        )
    }
}
