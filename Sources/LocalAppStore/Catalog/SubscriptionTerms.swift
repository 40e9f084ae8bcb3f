/// What sets an auto-renewable subscription apart from other products.
public struct SubscriptionTerms: Sendable, Equatable {
    /// The identifier of the group it belongs to.
    public var groupID: String

    /// The level of service in the group: 1 is the highest, and several subscriptions may share
    /// one.
    public var level: Int

    /// The time between two renewals.
    public var period: SubscriptionPeriod

    /// The offer for customers who are new to the group.
    public var introductoryOffer: CatalogOffer?

    /// The offers an app makes to present and former subscribers.
    public var promotionalOffers: [CatalogOffer]

    /// The offers redeemed with a code.
    public var codeOffers: [CatalogOffer]

    /// The offers to former subscribers; one whose file names no payment mode and period is left
    /// out.
    public var winBackOffers: [CatalogOffer]

    /// Makes the terms in code; there is no offer unless told otherwise.
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
