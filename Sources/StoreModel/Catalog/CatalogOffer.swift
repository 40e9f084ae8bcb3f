public import Foundation
package import StrictJSON

/// An offer of a subscription: another price, or a free trial, for a limited time.
public struct CatalogOffer: Sendable, Equatable {
    /// The identifier that the file's editor assigned.
    public var internalID: String?

    /// The offer identifier that an app uses; introductory and code offers have none.
    public var id: String?

    /// The developer's name for it; a code offer is selected by this name.
    public var referenceName: String?

    /// How the customer pays.
    public var paymentMode: PaymentMode

    /// One billing period of a pay-as-you-go offer, else the whole length of the offer.
    public var period: SubscriptionPeriod

    /// The number of periods that the offer lasts.
    public var numberOfPeriods: Int

    /// The price of one period; 0 for a free trial.
    public var price: Decimal

    /// The customers who are eligible for a code offer, which are all if it is empty; empty for
    /// other offers.
    public var eligibility: Set<Eligibility>

    /// Whether a new customer gets the code offer in addition to the introductory offer.
    public var isStackable: Bool

    /// Makes an offer in code; the default is a free trial.
    public init(
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
}

extension CatalogOffer {
    /// How the customer pays for an offer.
    public enum PaymentMode: String, Sendable, CaseIterable {
        /// The offer's price for each of its periods.
        case payAsYouGo

        /// The offer's price once, for its whole length.
        case payUpFront

        /// The offer is free.
        case freeTrial
    }
}

extension CatalogOffer {
    /// A kind of customer who is eligible for a code offer.
    public enum Eligibility: String, Sendable, CaseIterable {
        /// Customers who never subscribed in the group.
        case new

        /// Customers with an active subscription.
        case existing

        /// Customers whose subscription expired.
        case expired
    }
}

extension CatalogOffer {
    /// Decodes a list of offers.
    ///
    /// Xcode writes one offer for each billing plan, with the same identifier; the first one
    /// counts.
    package static func list(decoding nodes: [JSONNode]) throws(JSONMismatch) -> [CatalogOffer] {
        var identifiers: Set<ByteExactString> = []
        return try nodes.map { node throws(JSONMismatch) in try CatalogOffer(node: node) }
            .filter { offer in
                offer.id.map { identifiers.insert(ByteExactString($0)).inserted } ?? true
            }
    }

    package init(node: JSONNode) throws(JSONMismatch) {
        let mode = try Self.paymentMode(try node.object()["paymentMode"])
        let periods = node["numberOfPeriods"]
        self.init(
            internalID: try node["internalID"].present?.text(),
            id: try node["offerID"].present?.text(),
            referenceName: try node["referenceName"].present?.text(),
            paymentMode: mode,
            period: try node["subscriptionPeriod"].period(),
            numberOfPeriods: periods.isPresent ? try periods.count() : 1,
            price: try Self.price(node["displayPrice"], paid: mode),
            eligibility: try Self.eligibility(node["eligibility"]),
            isStackable: try node["isStackable"].optionalFlag()
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

    private static func eligibility(_ node: JSONNode) throws(JSONMismatch) -> Set<Eligibility> {
        let customers = try node.optionalElements().map { node throws(JSONMismatch) in
            try node.choice(of: [
                "new": Eligibility.new,
                "existing": .existing,
                "expired": .expired,
            ])
        }
        return Set(customers)
    }
}
