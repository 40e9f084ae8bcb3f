public import Foundation
import StrictJSON

/// A plan for paying a one-year subscription monthly, with a commitment to all payments.
public struct MonthlyPlan: Sendable, Equatable {
    /// The price of a payment.
    public var price: Decimal
    package var introductoryOffer: CatalogOffer?
    package var promotionalOffers: [CatalogOffer] = []
    package var codeOffers: [CatalogOffer] = []
    package var winBackOffers: [CatalogOffer] = []

    /// Makes a plan without offers.
    public init(price: Decimal) {
        self.price = price
    }

    /// The number of payments.
    public static let paymentCount = 12

    /// The time between two payments.
    public static let billingPeriod = SubscriptionPeriod(unit: .month)

    /// The price of the whole commitment.
    public var commitmentPrice: Decimal { price * Decimal(Self.paymentCount) }

    /// Whether the plan is sold in a storefront.
    ///
    /// Source: Apple's documentation of monthly subscriptions with a 12-month commitment.
    package static func isSold(in country: StorefrontCountry) -> Bool {
        !["USA", "SGP"].contains(country.code)
    }
}

extension MonthlyPlan {
    /// Decodes the monthly plan of a subscription; `nil` if it is missing or disabled, or if the
    /// subscription's period isn't a year.
    init?(amongPlansOf node: JSONNode, reader: inout CatalogReader) {
        var price: Decimal?
        for plan in reader.elements(node["billingPlans"]) where reader.isObject(plan) {
            let type = reader.value(try plan["billingPlanType"].present?.text(), or: nil)
            guard type == BillingPlan.monthly.rawValue else { continue }
            let isEnabled = reader.value(try plan["isEnabled"].present?.flag(), or: nil) ?? true
            let planPrice = reader.value(try plan["displayPrice"].price(), or: 0)
            if isEnabled { price = price ?? planPrice }
        }
        let period = try? node["recurringSubscriptionPeriod"].period()
        guard let price, period?.isYear == true else { return nil }
        self.init(price: price)
    }
}

extension CatalogProduct {
    /// Returns the product with the payment price and the offers of a billing plan.
    ///
    /// It is `nil` if the plan isn't sold in the storefront, or in any if `country` is `nil`.
    ///
    /// That seats are sold up front alone is inference: Apple's pricing by seats has no commitment.
    package func sold(
        by plan: BillingPlan,
        in country: StorefrontCountry? = nil
    ) -> CatalogProduct? {
        guard plan == .monthly else { return self }
        guard let monthly = subscription?.monthlyPlan,
            country.map(MonthlyPlan.isSold) ?? true
        else { return nil }
        var product = self
        product.price = monthly.price
        product.subscription?.billingPlan = .monthly
        product.subscription?.seatTiers = []
        product.subscription?.introductoryOffer = monthly.introductoryOffer
        product.subscription?.promotionalOffers = monthly.promotionalOffers
        product.subscription?.codeOffers = monthly.codeOffers
        product.subscription?.winBackOffers = monthly.winBackOffers
        return product
    }
}
