package import StrictJSON

/// The group, level, period and offers of an auto-renewable subscription.
public struct SubscriptionTerms: Sendable, Equatable {
    /// The identifier of the group it belongs to.
    public var groupID: String

    /// The level of service in the group; 1 is the highest, and subscriptions may share a level.
    public var level: Int

    /// The time between two renewals.
    public var period: SubscriptionPeriod

    /// The offer for customers who are new to the group.
    public var introductoryOffer: CatalogOffer?

    /// The offers of an app to present and former subscribers.
    public var promotionalOffers: [CatalogOffer]

    /// The offers that are redeemed with a code.
    public var codeOffers: [CatalogOffer]

    /// The offers to former subscribers; one of the file that cannot be decoded is left out.
    public var winBackOffers: [CatalogOffer]

    /// Makes the terms in code; by default without offers.
    public init(
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
    package init(node: JSONNode, groupID: String) throws(JSONMismatch) {
        self.init(
            groupID: groupID,
            level: try node["groupNumber"].count(),
            period: try node["recurringSubscriptionPeriod"].period(),
            introductoryOffer: try Self.introductoryOffer(of: node),
            promotionalOffers: try CatalogOffer.list(
                decoding: node["adHocOffers"].optionalElements()
            ),
            codeOffers: try CatalogOffer.list(decoding: try node["codeOffers"].optionalElements()),
            winBackOffers: try CatalogOffer.list(decoding: try Self.winBackOffers(of: node))
        )
    }

    /// Newer files list an introductory offer for each billing plan; the first is the original
    /// plan.
    private static func introductoryOffer(
        of node: JSONNode
    ) throws(JSONMismatch) -> CatalogOffer? {
        let offers = try CatalogOffer.list(
            decoding: try node["introductoryOffers"].optionalElements()
        )
        let offer = node["introductoryOffer"]
        return offer.isPresent ? try CatalogOffer(node: offer) : offers.first
    }

    /// The win-back offers that can be decoded.
    ///
    /// No file with win-back offers is known. Therefore others are ignored instead of being an
    /// error; the linter warns of them.
    private static func winBackOffers(of node: JSONNode) throws(JSONMismatch) -> [JSONNode] {
        try node["winbackOffers"].optionalElements().filter { (try? CatalogOffer(node: $0)) != nil }
    }
}

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
