public import Foundation

/// A subscription at another price, or free, for a while.
public struct CatalogOffer: Sendable, Equatable {
    /// The identifier the file's editor gave it.
    public var internalID: String?

    /// The identifier an app names it by; introductory and code offers have none.
    public var id: String?

    /// The name its developer knows it by; a code offer is chosen by it.
    public var referenceName: String?

    /// How the customer pays.
    public var paymentMode: PaymentMode

    /// One billing period when paid as one goes, else the whole length of the offer.
    public var period: SubscriptionPeriod

    /// How many periods the offer lasts.
    public var numberOfPeriods: Int

    /// The price of one period, 0 when free.
    public var price: Decimal

    /// Whom a code offer is for; empty for other offers.
    public var eligibility: Set<Eligibility>

    /// Whether a new customer gets a code offer besides the introductory offer.
    public var isStackable: Bool

    /// Makes an offer in code: a free trial unless told otherwise.
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
