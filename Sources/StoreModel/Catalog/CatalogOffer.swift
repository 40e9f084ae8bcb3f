package import Foundation
import StrictJSON

/// An offer of a subscription: another price, or a free trial, for a limited time.
public struct CatalogOffer: Sendable, Equatable {
    /// The identifier that the file's editor assigned.
    package var internalID: String?
    /// The offer identifier that an app uses; introductory and code offers have none.
    public var id: String?
    /// The developer's name for it; a code offer is selected by this name.
    public var referenceName: String?
    package var paymentMode: PaymentMode
    /// One billing period of a pay-as-you-go offer, else the whole length of the offer.
    package var period: SubscriptionPeriod
    package var numberOfPeriods: Int
    /// The price of one period; 0 for a free trial.
    package var price: Decimal
    /// The customers who are eligible for a code offer; empty for all, and for other offers.
    package var eligibility: Set<Eligibility>
    /// Whether a new customer gets the code offer in addition to the introductory offer.
    package var isStackable: Bool
    /// The billing plan of the offer.
    package var billingPlan = BillingPlan.upFront

    package init(
        internalID: String? = nil,
        id: String? = nil,
        referenceName: String? = nil,
        paymentMode: PaymentMode = .freeTrial,
        period: SubscriptionPeriod,
        numberOfPeriods: Int = 1,
        price: Decimal = 0,
        eligibility: Set<Eligibility> = [],
        isStackable: Bool = false
    ) {
        self.internalID = internalID
        self.id = id
        self.referenceName = referenceName
        self.paymentMode = paymentMode
        self.period = period
        self.numberOfPeriods = numberOfPeriods
        self.price = price
        self.eligibility = eligibility
        self.isStackable = isStackable
    }

    package enum PaymentMode: String, Sendable, CaseIterable {
        /// The offer's price for each of its periods.
        case payAsYouGo
        /// The offer's price once, for its whole length.
        case payUpFront
        /// The offer is free.
        case freeTrial
    }

    /// A kind of customer who is eligible for a code offer.
    package enum Eligibility: String, Sendable, CaseIterable {
        /// Customers who never subscribed in the group.
        case new
        /// Customers with an active subscription.
        case existing
        /// Customers whose subscription expired.
        case expired
    }
}

extension CatalogOffer {
    /// Decodes a list of offers, except offers of unknown billing plans.
    static func list(_ node: JSONNode, reader: inout CatalogReader) -> [CatalogOffer] {
        reader.elements(node).compactMap { CatalogOffer(plannedNode: $0, reader: &reader) }
    }

    /// Decodes an offer; `nil` if its billing plan is unknown.
    ///
    /// Xcode writes one offer for each billing plan, with the same identifier.
    init?(plannedNode node: JSONNode, reader: inout CatalogReader) {
        let plan = reader.value(try node["billingPlanType"].present?.text(), or: nil)
        self.init(node: node, reader: &reader)
        guard let known = plan.map(BillingPlan.init) ?? .upFront else { return nil }
        billingPlan = known
    }

    init?(node: JSONNode, reader: inout CatalogReader) {
        guard reader.isObject(node) else { return nil }
        let mode = reader.value(try Self.paymentMode(node["paymentMode"]), or: .freeTrial)
        let periods = node["numberOfPeriods"]
        self.init(
            internalID: reader.value(try node["internalID"].present?.text(), or: nil),
            id: reader.value(try node["offerID"].present?.text(), or: nil),
            referenceName: reader.value(try node["referenceName"].present?.text(), or: nil),
            paymentMode: mode,
            period: reader.value(try node["subscriptionPeriod"].period(), or: .init(unit: .day)),
            numberOfPeriods: reader.value(try periods.present?.count(), or: nil) ?? 1,
            price: reader.value(try Self.price(node["displayPrice"], paid: mode), or: 0),
            eligibility: reader.choices(node["eligibility"]),
            isStackable: reader.value(try node["isStackable"].optionalFlag(), or: false)
        )
    }

    private static func paymentMode(_ node: JSONNode) throws(JSONMismatch) -> PaymentMode {
        try node.choice(of: [
            "free": .freeTrial,
            "payAsYouGo": .payAsYouGo,
            "payUpFront": .payUpFront,
        ])
    }

    /// Decodes a price.
    ///
    /// Xcode leaves the former price in an offer that became free, and writes "" for an offer
    /// without a price.
    private static func price(
        _ node: JSONNode,
        paid mode: PaymentMode
    ) throws(JSONMismatch) -> Decimal {
        mode == .freeTrial || node.value == .string("") ? 0 : try node.price()
    }
}
