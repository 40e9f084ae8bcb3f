import Foundation
import StoreModel
import Testing

@Suite("Warnings about catalogs")
struct CatalogWarningTests {
    @Test(
        "A file without products is decoded with a warning",
        arguments: ["{}", #"{"products": [], "settings": {}}"#]
    )
    func noProducts(text: String) throws {
        #expect(try warnings(text) == ["Shop.storekit: it contains no product"])
        #expect(try Catalog.make(text) == Catalog())
    }

    @Test(
        "An unknown key that is one letter from a known one is a warning",
        arguments: [
            ("productsID", nil), ("product", "products"), ("productss", "products"),
            ("prodcuts", "products"), ("Products", "products"), ("producten", nil),
            ("hologram", nil),
            ("identifier", nil), ("appPolicies", nil), ("appPolicy", nil),
        ]
    )
    func misspelledKey(
        key: String,
        meant: String?
    ) throws {
        let text = #"{"\#(key)": "", "nonRenewingSubscriptions": [\#(Self.pass)]}"#
        let expected = meant.map {
            "Shop.storekit, \(key): unknown key; did you mean \"\($0)\"?"
        }
        #expect(try warnings(text) == [expected].compactMap { $0 })
    }

    @Test("The keys of all known objects are checked")
    func nestedKeys() throws {
        let offer = CatalogText.offer(more: #", "offerId": "x""#)
        let subscription = CatalogText.subscription(
            more: #", "adHocOffers": [\#(offer)], "introductoryOfer": null"#
        )
        let text = CatalogText.make(
            products: [
                CatalogText.product(
                    more: #", "localizations": [{"locale": "de", "Description": ""}]"#
                )
            ],
            groups: [CatalogText.group(subscriptions: [subscription])],
            settings: #"{"locale": "de"}"#
        )
        let place = "subscriptionGroups[0].subscriptions[0]"
        #expect(
            try Set(Catalog.make(text).warnings.map(\.path)) == [
                "products[0].localizations[0].Description", "\(place).introductoryOfer",
                "\(place).adHocOffers[0].offerId", "settings.locale",
                "subscriptionOffersKeyPair",
            ]
        )
    }

    @Test(
        "An unknown format version is a warning",
        arguments: [
            ("1.0", true), ("1.2", true), ("5.0", true), ("9.3", false), ("5.1", false),
            ("-1.0", false),
        ]
    )
    func unknownFormatVersion(version: String, isKnown: Bool) throws {
        let parts = version.split(separator: ".")
        let text = #"""
            {"version": {"major": \#(parts[0]), "minor": \#(parts[1])},
            "products": [\#(CatalogText.product())]}
            """#
        let warning =
            "Shop.storekit, version: the format version \(version) is unknown; "
            + "its known parts are read"
        #expect(try warnings(text) == (isKnown ? [] : [warning]))
    }

    @Test("Offers that do not count and empty prices are warnings")
    func offers() throws {
        let offer = CatalogText.offer(more: #", "offerID": "x", "displayPrice": """#)
        let paid = CatalogText.offer(
            mode: #""payUpFront""#,
            more: #", "offerID": "x", "displayPrice": """#
        )
        let subscription = CatalogText.subscription(
            more: #", "adHocOffers": [\#(offer), \#(paid)]"#
        )
        let text = CatalogText.make(groups: [CatalogText.group(subscriptions: [subscription])])
        let place = "Shop.storekit, subscriptionGroups[0].subscriptions[0].adHocOffers[1]"
        #expect(
            try warnings(text).dropFirst() == [
                "\(place).displayPrice: it is empty and counts as 0",
                "\(place).offerID: it is that of "
                    + "subscriptionGroups[0].subscriptions[0].adHocOffers[0], "
                    + "and the first offer counts",
            ]
        )
    }

    @Test(
        "The first of several offers with one name counts, and the others are warnings",
        arguments: [
            ("adHocOffers", "offerID"), ("codeOffers", "referenceName"),
            ("winbackOffers", "offerID"),
        ]
    )
    func repeatedOffers(list: String, name: String) throws {
        let offers = ["x", "y", "x", "x"].map {
            CatalogText.offer(more: #", "\#(name)": "\#($0)""#)
        }
        let subscription = CatalogText.subscription(
            more: #", "\#(list)": [\#(offers.joined(separator: ", "))]"#
        )
        let text = CatalogText.make(groups: [CatalogText.group(subscriptions: [subscription])])
        let place = "subscriptionGroups[0].subscriptions[0].\(list)"
        #expect(
            try warnings(text).filter { !$0.contains("subscriptionOffersKeyPair") }
                == [2, 3].map {
                    "Shop.storekit, \(place)[\($0)].\(name): it is that of \(place)[0], "
                        + "and the first offer counts"
                }
        )
    }

    @Test("A subscription without a level, or in another group, is a warning")
    func groups() throws {
        let subscription = CatalogText.product(
            type: #""RecurringSubscription""#,
            more: #", "recurringSubscriptionPeriod": "P1M", "subscriptionGroupID": "elsewhere""#
        )
        let text = CatalogText.make(groups: [CatalogText.group(subscriptions: [subscription])])
        let place = "Shop.storekit, subscriptionGroups[0].subscriptions[0]"
        #expect(
            try warnings(text) == [
                "\(place).groupNumber: the level is missing; it is one level below the "
                    + "subscription before it",
                "\(place).subscriptionGroupID: the subscription belongs to the group that "
                    + "contains it",
            ]
        )
    }

    @Test("There are at most a hundred warnings")
    func limit() throws {
        let products = (0..<200).map {
            CatalogText.product(id: "\"\($0)\"", more: #", "productId": """#)
        }
        #expect(try warnings(CatalogText.make(products: products)).count == 100)
    }

    private static let pass = CatalogText.product(type: #""NonRenewingSubscription""#)

    private func warnings(_ text: String) throws -> [String] {
        try Catalog.make(text).warnings.map(\.description)
    }
}
