package import Foundation
import StrictJSON

/// The group, level, period and offers of an auto-renewable subscription.
public struct SubscriptionTerms: Sendable, Equatable {
    /// The identifier of the group it belongs to.
    public var groupID: String
    /// The level of service in the group; 1 is the highest, and subscriptions may share a level.
    public var level: Int
    /// The time between two renewals.
    public var period: SubscriptionPeriod
    /// The offer for customers who are new to the group.
    package var introductoryOffer: CatalogOffer?
    /// The offers to current and former subscribers; of equal identifiers, the first counts.
    public var promotionalOffers: [CatalogOffer]
    /// The offers that are redeemed with a code.
    public var codeOffers: [CatalogOffer]
    /// The offers to former subscribers; one of the file that cannot be decoded is left out.
    public var winBackOffers: [CatalogOffer]
    /// The price tiers of seats in ascending order; empty if the subscription is sold without
    /// seats.
    ///
    /// The first tier begins with the first seat, and has the price of the product.
    public var seatTiers: [CatalogSeatTier] = []
    /// The plan by which the subscription can also be paid each month; `nil` without one.
    public var monthlyPlan: MonthlyPlan?
    /// The billing plan of the offers; see ``CatalogProduct/sold(by:in:)``.
    package var billingPlan = BillingPlan.upFront

    /// Makes terms without offers in code.
    public init(groupID: String, level: Int, period: SubscriptionPeriod) {
        self.init(groupID: groupID, level: level, period: period, introductoryOffer: nil)
    }

    package init(
        groupID: String,
        level: Int = 1,
        period: SubscriptionPeriod,
        introductoryOffer: CatalogOffer? = nil,
        promotionalOffers: [CatalogOffer] = [],
        codeOffers: [CatalogOffer] = [],
        winBackOffers: [CatalogOffer] = []
    ) {
        self.groupID = groupID
        self.level = level
        self.period = period
        self.introductoryOffer = introductoryOffer
        self.promotionalOffers = promotionalOffers
        self.codeOffers = codeOffers
        self.winBackOffers = winBackOffers
    }
}

extension SubscriptionTerms {
    /// The time between two payments.
    package var billingPeriod: SubscriptionPeriod {
        switch billingPlan {
        case .upFront: period
        case .monthly: MonthlyPlan.billingPeriod
        }
    }

    /// Returns the price of all payments of the billing plan, from the price of one payment.
    package func commitmentPrice(ofPayments price: Decimal) -> Decimal {
        switch billingPlan {
        case .upFront: price
        case .monthly: MonthlyPlan(price: price).commitmentPrice
        }
    }
}

extension SubscriptionTerms {
    init(node: JSONNode, groupID: String, defaultLevel: Int, reader: inout CatalogReader) {
        let level =
            reader.value(try node["groupNumber"].present?.count(), or: nil) ?? defaultLevel
        let period = reader.value(
            try node["recurringSubscriptionPeriod"].period(),
            or: .init(unit: .month)
        )
        let introductory = Self.introductoryOffers(of: node, reader: &reader)
        let promotional = CatalogOffer.list(node["adHocOffers"], reader: &reader)
        let code = CatalogOffer.list(node["codeOffers"], reader: &reader)
        let winBack = reader.elements(node["winbackOffers"]).compactMap(Self.winBackOffer)
        self.init(
            groupID: groupID,
            level: level,
            period: period,
            introductoryOffer: introductory.of(.upFront).first,
            promotionalOffers: promotional.of(.upFront),
            codeOffers: code.of(.upFront),
            winBackOffers: winBack.of(.upFront)
        )
        seatTiers = CatalogSeatTier.list(of: node, reader: &reader)
        monthlyPlan = MonthlyPlan(amongPlansOf: node, reader: &reader)
        monthlyPlan?.introductoryOffer = introductory.of(.monthly).first
        monthlyPlan?.promotionalOffers = promotional.of(.monthly)
        monthlyPlan?.codeOffers = code.of(.monthly)
        monthlyPlan?.winBackOffers = winBack.of(.monthly)
    }

    /// Newer files list an introductory offer for each billing plan, and repeat one of them.
    private static func introductoryOffers(
        of node: JSONNode,
        reader: inout CatalogReader
    ) -> [CatalogOffer] {
        let offers = CatalogOffer.list(node["introductoryOffers"], reader: &reader)
        let single = node["introductoryOffer"].present.flatMap {
            CatalogOffer(plannedNode: $0, reader: &reader)
        }
        return [single].compactMap { $0 } + offers
    }

    /// Decodes a win-back offer; `nil` if it cannot be decoded.
    ///
    /// No file with win-back offers is known. Therefore others are ignored instead of being an
    /// error; the linter warns of them.
    private static func winBackOffer(_ node: JSONNode) -> CatalogOffer? {
        var reader = CatalogReader()
        let offer = CatalogOffer(plannedNode: node, reader: &reader)
        return reader.hasNoMistakes ? offer : nil
    }
}

extension [CatalogOffer] {
    fileprivate func of(_ plan: BillingPlan) -> [CatalogOffer] {
        filter { $0.billingPlan == plan }
    }
}

// Of several offers with one name, the first counts.
extension SubscriptionTerms {
    package func promotionalOffer(withID id: String) -> CatalogOffer? {
        promotionalOffers.first { $0.id.map(ByteExactString.init) == ByteExactString(id) }
    }

    package func codeOffer(withReferenceName name: String) -> CatalogOffer? {
        codeOffers.first { $0.referenceName.map(ByteExactString.init) == ByteExactString(name) }
    }

    func winBackOffer(withID id: String) -> CatalogOffer? {
        winBackOffers.first { $0.id.map(ByteExactString.init) == ByteExactString(id) }
    }
}

/// A group of subscriptions of which a customer has one at a time.
package struct SubscriptionGroup: Sendable, Equatable, Identifiable {
    /// The identifier, to which `SubscriptionTerms.groupID` refers.
    package var id: String
    package var name: String
    /// The names that customers see, in file order; most files have none.
    package var localizations: [CatalogLocalization]
}

extension SubscriptionGroup {
    init?(node: JSONNode, reader: inout CatalogReader) {
        guard reader.isObject(node) else { return nil }
        self.init(
            id: reader.value(try node["id"].identifierText(), or: ""),
            name: reader.value(try node["name"].present?.text(), or: nil) ?? "",
            localizations: CatalogLocalization.list(node["localizations"], reader: &reader)
        )
    }
}
