import Foundation
import StoreModel
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
            (#"{"identifier": 1}"#, "Shop.storekit, identifier: expected a string, but found 1"),
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
                "referenceName: expected a string, but found a list"
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
                CatalogText.product(more: #", "recurringSubscriptionPeriod": "P1M""#),
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

    @Test("All mistakes of a file are in the error, each in a line with its path")
    func allMistakes() throws {
        let subscription = CatalogText.subscription(
            level: "0",
            more: #", "introductoryOffer": {"paymentMode": "barter"}, "codeOffers": 7"#
        )
        let text = CatalogText.make(
            products: [
                CatalogText.product(price: "true", more: #", "localizations": [5, {}]"#), "[]",
            ],
            groups: [CatalogText.group(subscriptions: [subscription])],
            settings: #"{"_timeRate": 14, "_disableDialogs": 1}"#
        )
        let error = try #require(throws: CatalogError.self) { try Catalog.make(text) }
        let place = Self.subscriptionPath
        #expect(
            error.mistakes.map(\.path) == [
                "products[0].displayPrice", "products[0].localizations[0]",
                "products[0].localizations[1].locale", "products[1]", "\(place).groupNumber",
                "\(place).introductoryOffer.paymentMode",
                "\(place).introductoryOffer.subscriptionPeriod", "\(place).codeOffers",
                "settings._timeRate", "settings._disableDialogs",
            ]
        )
        let lines = error.mistakes.map { "Shop.storekit, \($0.path): \($0.reason)" }
        #expect("\(error)" == lines.joined(separator: "\n"))
        #expect(error.localizedDescription == "\(error)")
    }

    @Test("There are at most a hundred mistakes")
    func limit() throws {
        let products = (0..<200).map { _ in "5" }
        let error = try #require(throws: CatalogError.self) {
            try Catalog.make(CatalogText.make(products: products))
        }
        #expect(error.mistakes.count == 100)
    }

    @Test("The error for a missing key names the key that is probably misspelled")
    func misspelledKey() {
        let product = #"{"productId": "coins", "type": "Consumable", "displayPrise": "1"}"#
        #expect(
            Catalog.failure(decoding: CatalogText.make(products: [product]))
                == """
                Shop.storekit, products[0].productID: expected an identifier, but it is missing; \
                did you misspell it in products[0].productId?
                Shop.storekit, products[0].displayPrice: expected a price such as "1.99", but it \
                is missing; did you misspell it in products[0].displayPrise?
                """
        )
    }

    @Test("A product identifier occurs once in a file")
    func repeatedProduct() {
        let group = CatalogText.group(subscriptions: [CatalogText.subscription(id: #""coins""#)])
        let text = CatalogText.make(products: [CatalogText.product()], groups: [group])
        #expect(
            Catalog.failure(decoding: text)
                == "Shop.storekit, \(Self.subscriptionPath).productID: "
                + "expected an identifier other than that of products[0].productID, "
                + #"but found "coins""#
        )
    }

    @Test("A product identifier that occurs three times is two mistakes")
    func repeatedTwice() throws {
        let products = [String](repeating: CatalogText.product(), count: 3)
        let error = try #require(throws: CatalogError.self) {
            try Catalog.make(CatalogText.make(products: products))
        }
        #expect(error.mistakes.map(\.path) == ["products[1].productID", "products[2].productID"])
        #expect(error.mistakes.allSatisfy { $0.reason.contains("products[0].productID") })
    }

    @Test("A group identifier occurs once in a file")
    func repeatedGroup() {
        let group = CatalogText.group(subscriptions: [])
        #expect(
            Catalog.failure(decoding: CatalogText.make(groups: [group, group]))
                == "Shop.storekit, subscriptionGroups[1].id: "
                + "expected an identifier other than that of subscriptionGroups[0].id, "
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
