extension SubscriptionTerms {
    init(node: CatalogNode, groupID: String) throws(CatalogError) {
        self.init(
            groupID: groupID,
            level: try node["groupNumber"].count(),
            period: try node["recurringSubscriptionPeriod"].period(),
            introductoryOffer: try Self.introductoryOffer(of: node),
            promotionalOffers: try CatalogOffer.list(try node["adHocOffers"].elements()),
            codeOffers: try CatalogOffer.list(try node["codeOffers"].elements()),
            winBackOffers: try CatalogOffer.list(try Self.winBackOffers(of: node))
        )
    }

    /// Newer files list an introductory offer for each billing plan; the first is the plan of old.
    private static func introductoryOffer(
        of node: CatalogNode
    ) throws(CatalogError) -> CatalogOffer? {
        let offers = try CatalogOffer.list(try node["introductoryOffers"].elements())
        let offer = node["introductoryOffer"]
        return offer.isPresent ? try CatalogOffer(node: offer) : offers.first
    }

    /// No file with win-back offers is known, so one that tells neither payment mode nor period is
    /// not an error.
    private static func winBackOffers(of node: CatalogNode) throws(CatalogError) -> [CatalogNode] {
        try node["winbackOffers"].elements().filter {
            $0["paymentMode"].isPresent && $0["subscriptionPeriod"].isPresent
        }
    }
}
