import Foundation

/// What a rule has to know of the customer's past to judge one payment.
struct CustomerHoldings: Sendable, Equatable {
    /// The first purchase of the product that was neither taken back nor used up.
    var ownedPurchase: LedgerEntry?
    /// The newest subscription of the product's group, expired or not, that was not taken back.
    var latestSubscription: LedgerEntry?
    /// Whether the customer ever used an introductory offer of the product's group.
    var hasUsedIntroductoryOffer = false

    static let none = CustomerHoldings()

    /// The subscription of the group that runs at a moment.
    func activeSubscription(at date: Date) -> LedgerEntry? {
        guard let latestSubscription, let end = latestSubscription.expirationDate else {
            return nil
        }
        return end > date ? latestSubscription : nil
    }
}
