import Foundation
import StoreModel
import Testing

@Suite("Monthly plans in catalog files")
struct CatalogPlanTests {
    @Test("A one-year subscription has an enabled plan with its price")
    func plan() throws {
        let (product, warnings) = try decode(plans: [plan(price: "0.5", total: "6.00")])
        #expect(product.subscription?.monthlyPlan == MonthlyPlan(price: 0.5))
        #expect(product.subscription?.monthlyPlan?.commitmentPrice == 6)
        #expect(product.price == Decimal(499) / 100)
        #expect(warnings == [])
    }

    @Test("A disabled plan is not sold, and its mistakes do not matter")
    func disabled() throws {
        let plan = plan(price: "1", total: "1", isEnabled: "false")
        let (product, warnings) = try decode(plans: [plan])
        #expect(product.subscription?.monthlyPlan == nil)
        #expect(warnings == [])
    }

    @Test("Twelve payments are charged, whatever total the file has")
    func total() throws {
        let (product, warnings) = try decode(plans: [plan(price: "0.50", total: "5.99")])
        #expect(product.subscription?.monthlyPlan?.commitmentPrice == 6)
        #expect(
            warnings == [
                "billingPlans[0].commitmentDisplayPrice: 12 payments of 0.5 are charged, in all 6"
            ]
        )
    }

    @Test("A plan without a price is a mistake")
    func priceless() {
        let plan = #"{"billingPlanType": "MONTHLY", "displayPrice": "cheap"}"#
        #expect(throws: CatalogError.self) { try decode(plans: [plan]) }
    }

    @Test("Each plan has its own offers of every kind, also with one identifier")
    func offers() throws {
        let monthly = CatalogText.offer(
            period: #""P3D""#,
            more: #", "offerID": "x", "referenceName": "x", "billingPlanType": "MONTHLY""#
        )
        let upFront = CatalogText.offer(
            more: #", "offerID": "x", "referenceName": "x", "billingPlanType": "BILLED_UPFRONT""#
        )
        let lists = ["introductoryOffers", "adHocOffers", "codeOffers", "winbackOffers"]
        let keys = lists.map { #", "\#($0)": [\#(monthly), \#(upFront)]"# }.joined()
        let (product, warnings) = try decode(
            plans: [plan(price: "0.5", total: "6")],
            more: #", "introductoryOffer": \#(monthly)"# + keys
        )
        #expect(warnings == [])
        for (plan, period) in [(BillingPlan.upFront, "P1W"), (.monthly, "P3D")] {
            let terms = try #require(product.sold(by: plan)?.subscription)
            #expect(terms.introductoryOffer?.period.iso8601 == period)
            #expect(terms.promotionalOffers.map(\.period.iso8601) == [period])
            #expect(terms.codeOffers.map(\.period.iso8601) == [period])
            #expect(terms.winBackOffers.map(\.period.iso8601) == [period])
        }
    }

    @Test("A plan sells by the month, except in two storefronts")
    func sold() throws {
        let (product, _) = try decode(plans: [plan(price: "0.5", total: "6")])
        let sold = try #require(product.sold(by: .monthly, in: StorefrontCountry(code: "DEU")))
        #expect(sold.price == 0.5)
        #expect(sold.subscription?.billingPeriod == SubscriptionPeriod(unit: .month))
        #expect(sold.subscription?.period == SubscriptionPeriod(unit: .year))
        for code in ["USA", "SGP"] {
            let country = try #require(StorefrontCountry(code: code))
            #expect(product.sold(by: .monthly, in: country) == nil)
            #expect(product.sold(by: .upFront, in: country) == product)
        }
    }

    private func plan(price: String, total: String, isEnabled: String = "true") -> String {
        #"{"billingPlanType": "MONTHLY", "displayPrice": "\#(price)", "#
            + #""commitmentDisplayPrice": "\#(total)", "isEnabled": \#(isEnabled)}"#
    }

    private func decode(
        plans: [String],
        more: String = ""
    ) throws -> (product: CatalogProduct, warnings: [String]) {
        let subscription = CatalogText.subscription(
            period: #""P1Y""#,
            more: #", "billingPlans": [\#(plans.joined(separator: ", "))]\#(more)"#
        )
        let text = CatalogText.make(groups: [CatalogText.group(subscriptions: [subscription])])
        let catalog = try Catalog.make(text)
        let place = "Shop.storekit, subscriptionGroups[0].subscriptions[0]."
        let warnings = catalog.warnings.map(\.description).filter { $0.hasPrefix(place) }
            .map { String($0.dropFirst(place.count)) }
        return (try #require(catalog.products.first), warnings)
    }
}
