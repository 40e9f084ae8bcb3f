import Foundation
import StoreModel
import Testing

@Suite("What a catalog file has and the store does not support")
struct CatalogSupportTests {
    private static let place = "subscriptionGroups[0].subscriptions[0]"

    @Test("Only enabled plans other than the one that is sold are warnings")
    func plans() throws {
        let plans = [
            (#""MONTHLY""#, "true"), (#""MONTHLY""#, "false"), (#""BILLED_UPFRONT""#, "true"),
            (#""WEEKLY""#, "true"),
        ].map { #"{"billingPlanType": \#($0), "displayPrice": "4.99", "isEnabled": \#($1)}"# }
        #expect(
            try warnings(subscription: #""billingPlans": [\#(plans.joined(separator: ", "))]"#) == [
                #"billingPlans[0]: the billing plan "MONTHLY" is for one-year subscriptions "#
                    + "alone, and not sold",
                #"billingPlans[3]: the billing plan "WEEKLY" is unknown, and not sold"#,
            ]
        )
    }

    @Test("A plan that is sold at another price, or although it is disabled, is a warning")
    func soldPlan() throws {
        let plan = #"{"billingPlanType": "BILLED_UPFRONT", "displayPrice": "0.99", "#
        #expect(
            try warnings(subscription: #""billingPlans": [\#(plan)"isEnabled": false}]"#) == [
                "billingPlans[0].isEnabled: the billing plan \"BILLED_UPFRONT\" is sold "
                    + "nevertheless",
                "billingPlans[0].displayPrice: the displayPrice of the subscription is charged",
            ]
        )
    }

    @Test(
        "An offer of a plan that is not sold is left out with a warning",
        arguments: ["introductoryOffers", "adHocOffers", "codeOffers", "winbackOffers"]
    )
    func offersOfPlans(list: String) throws {
        let monthly = CatalogText.offer(
            mode: #""payAsYouGo""#,
            period: #""P1M""#,
            more: #", "displayPrice": "1.99", "offerID": "x", "billingPlanType": "MONTHLY""#
        )
        let upFront = CatalogText.offer(
            more: #", "offerID": "x", "billingPlanType": "BILLED_UPFRONT""#
        )
        let keys = #""\#(list)": [\#(monthly), \#(upFront)]"#
        #expect(
            try warnings(subscription: keys) == [
                #"\#(list)[0]: the billing plan "MONTHLY" is not sold, "#
                    + "and its offer is left out"
            ]
        )
        let terms = try Catalog.make(subscriptionWith: keys)
        let offers =
            [terms?.introductoryOffer].compactMap { $0 } + (terms?.promotionalOffers ?? [])
            + (terms?.codeOffers ?? []) + (terms?.winBackOffers ?? [])
        #expect(offers.map(\.price) == [0])
        #expect(offers.map(\.period.iso8601) == ["P1W"])
    }

    @Test("The single introductory offer of another plan does not count either")
    func introductoryOffer() throws {
        let monthly = CatalogText.offer(more: #", "billingPlanType": "MONTHLY""#)
        let only = #""introductoryOffer": \#(monthly)"#
        #expect(try Catalog.make(subscriptionWith: only)?.introductoryOffer == nil)
        let both = only + #", "introductoryOffers": [\#(CatalogText.offer(period: #""P3D""#))]"#
        let terms = try Catalog.make(subscriptionWith: both)
        #expect(terms?.introductoryOffer?.period.iso8601 == "P3D")
    }

    @Test("A purchase pays the price of the plan that is sold")
    func purchase() throws {
        let monthly = CatalogText.offer(
            mode: #""payAsYouGo""#,
            period: #""P1M""#,
            more: #", "displayPrice": "0.49", "billingPlanType": "MONTHLY""#
        )
        let subscription = CatalogText.subscription(
            period: #""P1Y""#,
            more: #", "introductoryOffers": [\#(monthly)]"#
        )
        let text = CatalogText.make(groups: [CatalogText.group(subscriptions: [subscription])])
        let product = try #require(Catalog.make(text).products.first)
        let terms = PurchaseTerms(
            product: product,
            offer: nil,
            isEligibleForIntroductoryOffer: true
        )
        #expect(terms.price == Decimal(499) / 100)
        #expect(terms.offer == nil)
    }

    @Test("More than one introductory offer of the plan that is sold is a warning")
    func introductoryOffers() throws {
        let offers = "\(CatalogText.offer()), \(CatalogText.offer(period: #""P1M""#))"
        let list = "\(Self.place).introductoryOffers"
        #expect(
            try warnings(subscription: #""introductoryOffers": [\#(offers)]"#) == [
                "introductoryOffers[1]: it is that of \(list)[0], and the first offer counts"
            ]
        )
    }

    @Test(
        "Offers and billing plans of other products are warnings, unless they are empty",
        arguments: [
            ("codeOffers", #"[{"referenceName": "F"}]"#), ("adHocOffers", #"[{"offerID": "x"}]"#),
            ("introductoryOffer", #"{"paymentMode": "free"}"#),
            ("billingPlans", #"[{"billingPlanType": "MONTHLY"}]"#),
            ("codeOffers", nil), ("billingPlans", nil),
        ]
    )
    func otherProducts(key: String, value: String?) throws {
        for empty in value == nil ? ["[]", "null"] : [] {
            #expect(try warnings(product: #""\#(key)": \#(empty)"#) == [])
        }
        if let value {
            let advice = key == "codeOffers" ? "; use \"_codeOffers\"" : ""
            let message = "\(key): the key is not supported and has no effect\(advice)"
            #expect(try warnings(product: #""\#(key)": \#(value)"#) == [message])
        }
    }

    @Test("Policies of the app are warnings, unless they are empty")
    func policies() throws {
        let none =
            #"{"eula": "", "policies": [{"locale": "de", "policyText": "", "policyURL": ""}]}"#
        #expect(try warnings(policies: none) == [])
        let some = none.replacing(#""policyURL": """#, with: #""policyURL": "https://a.example""#)
        let message = "the key is not supported and has no effect"
        #expect(
            try warnings(policies: some)
                == ["Shop.storekit, appPolicies.policies[0].policyURL: \(message)"]
        )
    }

    @Test(
        "An enabled failure that is not simulated is a warning",
        arguments: [
            (
                #"{"name": "Load Products", "enabled": true, "current": {"index": 1}}"#,
                #": only the failure "Purchase" is supported; this one has no effect"#
            ),
            (#"{"name": "Load Products", "enabled": false, "current": {"index": 1}}"#, nil),
            (#"{"name": "Purchase", "enabled": true, "current": null}"#, nil),
            (
                #"{"name": "Purchase", "enabled": true, "current": {"type": "generic"}}"#,
                nil
            ),
            (
                #"{"name": "Purchase", "enabled": true, "current": {"type": "new"}}"#,
                #".current.type: only "generic" is supported; the index counts as an error code"#
            ),
        ]
    )
    func failures(item: String, message: String?) throws {
        let text = CatalogText.make(
            products: [CatalogText.product()],
            settings: #"{"_storeKitErrors": [\#(item)]}"#
        )
        #expect(
            try warnings(text) == message.map {
                ["Shop.storekit, settings._storeKitErrors[0]\($0)"]
            }
                ?? []
        )
    }

    private func warnings(product keys: String) throws -> [String] {
        let product = CatalogText.product(more: ", " + keys)
        return try warnings(CatalogText.make(products: [product]), at: "products[0]")
    }

    private func warnings(policies: String) throws -> [String] {
        let shop = CatalogText.make(products: [CatalogText.product()])
        return try warnings(#"{"appPolicies": \#(policies), "# + shop.dropFirst())
    }

    private func warnings(subscription keys: String) throws -> [String] {
        let subscription = CatalogText.subscription(more: ", " + keys)
        let text = CatalogText.make(groups: [CatalogText.group(subscriptions: [subscription])])
        return try warnings(text, at: Self.place)
    }

    /// The warnings at a place, without its path.
    private func warnings(_ text: String, at place: String) throws -> [String] {
        let prefix = "Shop.storekit, \(place)."
        return try warnings(text).filter { $0.hasPrefix(prefix) }.map {
            String($0.dropFirst(prefix.count))
        }
    }

    private func warnings(_ text: String) throws -> [String] {
        try Catalog.make(text).warnings.map(\.description)
    }
}
