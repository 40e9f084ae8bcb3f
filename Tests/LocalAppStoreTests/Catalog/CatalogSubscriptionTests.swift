import Foundation
import LocalAppStore
import Testing

@Suite struct CatalogSubscriptionTests {
    @Test func `a subscription has level, period and the group it stands in`() throws {
        let monthly = CatalogText.subscription(more: #", "subscriptionGroupID": "elsewhere""#)
        let yearly = CatalogText.subscription(id: #""yearly""#, level: "2", period: #""P1Y""#)
        let catalog = try Catalog.make(
            CatalogText.make(groups: [CatalogText.group(subscriptions: [monthly, yearly])])
        )
        #expect(catalog.subscriptionGroups == [SubscriptionGroup(id: "club", name: "Club")])
        #expect(
            catalog.products.map(\.subscription) == [
                SubscriptionTerms(groupID: "club", level: 1, period: .init(unit: .month)),
                SubscriptionTerms(groupID: "club", level: 2, period: .init(unit: .year)),
            ]
        )
    }

    @Test func `a paid offer keeps its price and number of periods`() throws {
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

    @Test(arguments: ["", #", "displayPrice": "3.99""#, #", "displayPrice": "gone""#])
    func `a free offer costs nothing, whatever price is left over`(price: String) throws {
        let offer = CatalogText.offer(more: price)
        let terms = try Catalog.make(subscriptionWith: #""introductoryOffer": \#(offer)"#)
        #expect(terms?.introductoryOffer == CatalogOffer(period: .init(unit: .week)))
    }

    @Test(arguments: ["", #""introductoryOffer": null, "#])
    func `the first of several introductory offers stands in for the one`(key: String) throws {
        let first = CatalogText.offer(
            period: #""P3D""#,
            more: #", "billingPlanType": "BILLED_UPFRONT""#
        )
        let second = CatalogText.offer(period: #""P2M""#, more: #", "billingPlanType": "MONTHLY""#)
        let keys = key + #""introductoryOffers": [\#(first), \#(second)]"#
        let terms = try Catalog.make(subscriptionWith: keys)
        #expect(terms?.introductoryOffer?.period == SubscriptionPeriod(value: 3, unit: .day))
    }

    @Test func `the one introductory offer goes before the list`() throws {
        let one = CatalogText.offer(period: #""P1Y""#)
        let keys = #""introductoryOffer": \#(one), "introductoryOffers": [\#(CatalogText.offer())]"#
        let terms = try Catalog.make(subscriptionWith: keys)
        #expect(terms?.introductoryOffer?.period == SubscriptionPeriod(unit: .year))
    }

    @Test func `promotional offers have identifiers`() throws {
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

    @Test func `of promotional offers with one identifier the first counts`() throws {
        let offers = [("x", "P1M"), ("y", "P1W"), ("x", "P1Y")].map { id, period in
            CatalogText.offer(
                period: "\"\(period)\"",
                more: #", "offerID": "\#(id)", "billingPlanType": "MONTHLY""#
            )
        }
        let keys = #""adHocOffers": [\#(offers.joined(separator: ", "))]"#
        let terms = try Catalog.make(subscriptionWith: keys)
        #expect(terms?.promotionalOffers.map(\.id) == ["x", "y"])
        #expect(terms?.promotionalOffers.map(\.period.iso8601) == ["P1M", "P1W"])
    }

    @Test func `offer identifiers are one when their bytes are`() throws {
        let offers = ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}"].map { id in
            CatalogText.offer(more: #", "offerID": "\#(id)""#)
        }
        let keys = #""adHocOffers": [\#(offers.joined(separator: ", "))]"#
        #expect(try Catalog.make(subscriptionWith: keys)?.promotionalOffers.count == 2)
    }

    @Test(arguments: ["payAsYouGo", "payUpFront", "free"])
    func `an offer whose price was left empty costs nothing`(mode: String) throws {
        let offer = CatalogText.offer(mode: "\"\(mode)\"", more: #", "displayPrice": """#)
        let terms = try Catalog.make(subscriptionWith: #""adHocOffers": [\#(offer)]"#)
        #expect(terms?.promotionalOffers.map(\.price) == [0])
    }

    @Test func `code offers say whom they are for`() throws {
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

    @Test func `a win-back offer of unknown shape is left out`() throws {
        let known = CatalogText.offer(more: #", "offerID": "back""#)
        let keys = #""winbackOffers": [{"offerID": "odd", "rules": []}, \#(known)]"#
        let terms = try Catalog.make(subscriptionWith: keys)
        #expect(terms?.winBackOffers.map(\.id) == ["back"])
    }
}
