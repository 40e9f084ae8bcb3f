import Foundation
import StoreModel
import Testing

@Suite("Subscriptions in catalogs")
struct CatalogSubscriptionTests {
    @Test("A subscription has its level, period and group")
    func terms() throws {
        let monthly = CatalogText.subscription(more: #", "subscriptionGroupID": "elsewhere""#)
        let yearly = CatalogText.subscription(id: #""yearly""#, level: "2", period: #""P1Y""#)
        let catalog = try Catalog.make(
            CatalogText.make(groups: [CatalogText.group(subscriptions: [monthly, yearly])])
        )
        #expect(catalog.subscriptionGroups.map(\.id) == ["club"])
        #expect(catalog.subscriptionGroups.map(\.name) == ["Club"])
        #expect(catalog.subscriptionGroups.flatMap(\.localizations) == [])
        #expect(
            catalog.products.map(\.subscription) == [
                SubscriptionTerms(groupID: "club", level: 1, period: .init(unit: .month)),
                SubscriptionTerms(groupID: "club", level: 2, period: .init(unit: .year)),
            ]
        )
    }

    @Test(
        "A subscription without a level is one level below the one before it",
        arguments: [
            ([nil, nil, nil], [1, 2, 3]), ([3, nil, 1, nil], [3, 4, 1, 2]), ([nil, 2], [1, 2]),
        ] as [([Int?], [Int])]
    )
    func missingLevels(written: [Int?], levels: [Int]) throws {
        let subscriptions = written.enumerated().map { number, level in
            CatalogText.subscription(id: "\"\(number)\"", level: level.map { "\($0)" } ?? "null")
        }
        let catalog = try Catalog.make(
            CatalogText.make(groups: [CatalogText.group(subscriptions: subscriptions)])
        )
        #expect(catalog.products.map(\.subscription?.level) == levels)
    }

    @Test("A paid offer has its price and number of periods")
    func paidOffer() throws {
        let offer = CatalogText.offer(
            mode: #""payAsYouGo""#,
            period: #""P2M""#,
            more: #", "displayPrice": "0.49", "numberOfPeriods": 3, "internalID": "F0""#
        )
        let terms = try Catalog.make(subscriptionWith: #""introductoryOffer": \#(offer)"#)
        let expected = CatalogOffer(
            internalID: "F0",
            paymentMode: .payAsYouGo,
            period: .init(value: 2, unit: .month),
            numberOfPeriods: 3,
            price: Decimal(49) / 100
        )
        #expect(terms?.introductoryOffer == expected)
    }

    @Test(
        "A free offer has the price 0, whatever price is in the file",
        arguments: ["", #", "displayPrice": "3.99""#, #", "displayPrice": "gone""#]
    )
    func freeOffer(price: String) throws {
        let offer = CatalogText.offer(more: price)
        let terms = try Catalog.make(subscriptionWith: #""introductoryOffer": \#(offer)"#)
        #expect(terms?.introductoryOffer == CatalogOffer(period: .init(unit: .week)))
    }

    @Test(
        "The first of several introductory offers is used if there is no single one",
        arguments: ["", #""introductoryOffer": null, "#]
    )
    func introductoryOfferList(key: String) throws {
        let first = CatalogText.offer(
            period: #""P3D""#,
            more: #", "billingPlanType": "BILLED_UPFRONT""#
        )
        let second = CatalogText.offer(period: #""P2M""#, more: #", "billingPlanType": "MONTHLY""#)
        let keys = key + #""introductoryOffers": [\#(first), \#(second)]"#
        let terms = try Catalog.make(subscriptionWith: keys)
        #expect(terms?.introductoryOffer?.period == SubscriptionPeriod(value: 3, unit: .day))
    }

    @Test("The single introductory offer has precedence over the list")
    func introductoryOffer() throws {
        let one = CatalogText.offer(period: #""P1Y""#)
        let keys = #""introductoryOffer": \#(one), "introductoryOffers": [\#(CatalogText.offer())]"#
        let terms = try Catalog.make(subscriptionWith: keys)
        #expect(terms?.introductoryOffer?.period == SubscriptionPeriod(unit: .year))
    }

    @Test("Promotional offers have identifiers")
    func promotionalOffers() throws {
        let offer = CatalogText.offer(
            mode: #""payUpFront""#,
            period: #""P1Y""#,
            more: #", "offerID": "winter", "referenceName": "Winter", "displayPrice": "20""#
        )
        let terms = try Catalog.make(subscriptionWith: #""adHocOffers": [\#(offer)]"#)
        let expected = CatalogOffer(
            id: "winter",
            referenceName: "Winter",
            paymentMode: .payUpFront,
            period: .init(unit: .year),
            price: 20
        )
        #expect(terms?.promotionalOffers == [expected])
    }

    @Test("Promotional offers with one identifier are all listed, and the first counts")
    func repeatedPromotionalOffers() throws {
        let offers = [("x", "P1M"), ("y", "P1W"), ("x", "P1Y")].map { id, period in
            CatalogText.offer(period: "\"\(period)\"", more: #", "offerID": "\#(id)""#)
        }
        let keys = #""adHocOffers": [\#(offers.joined(separator: ", "))]"#
        let terms = try Catalog.make(subscriptionWith: keys)
        #expect(terms?.promotionalOffers.map(\.id) == ["x", "y", "x"])
        #expect(terms?.promotionalOffers.map(\.period.iso8601) == ["P1M", "P1W", "P1Y"])
        #expect(terms?.promotionalOffer(withID: "x")?.period.iso8601 == "P1M")
    }

    @Test("Offer identifiers are compared byte by byte")
    func offerIdentifiers() throws {
        let offers = [("caf\u{E9}", "P1W"), ("cafe\u{301}", "P1M")].map { id, period in
            CatalogText.offer(period: "\"\(period)\"", more: #", "offerID": "\#(id)""#)
        }
        let keys = #""adHocOffers": [\#(offers.joined(separator: ", "))]"#
        let terms = try Catalog.make(subscriptionWith: keys)
        #expect(terms?.promotionalOffer(withID: "cafe\u{301}")?.period.iso8601 == "P1M")
    }

    @Test(
        "An offer with an empty price has the price 0",
        arguments: ["payAsYouGo", "payUpFront", "free"]
    )
    func emptyPrice(mode: String) throws {
        let offer = CatalogText.offer(mode: "\"\(mode)\"", more: #", "displayPrice": """#)
        let terms = try Catalog.make(subscriptionWith: #""adHocOffers": [\#(offer)]"#)
        #expect(terms?.promotionalOffers.map(\.price) == [0])
    }

    @Test("Code offers have their eligibility")
    func codeOffers() throws {
        let offer = CatalogText.offer(
            more: #", "referenceName": "F", "eligibility": ["new", "expired"], "isStackable": true"#
        )
        let terms = try Catalog.make(subscriptionWith: #""codeOffers": [\#(offer)]"#)
        let expected = CatalogOffer(
            referenceName: "F",
            period: .init(unit: .week),
            eligibility: [.expired, .new],
            isStackable: true
        )
        #expect(terms?.codeOffers == [expected])
    }

    @Test("A win-back offer of unknown form is left out")
    func winBackOffers() throws {
        let known = CatalogText.offer(more: #", "offerID": "back""#)
        let keys = #""winbackOffers": [{"offerID": "odd", "rules": []}, \#(known)]"#
        let terms = try Catalog.make(subscriptionWith: keys)
        #expect(terms?.winBackOffers.map(\.id) == ["back"])
    }
}
