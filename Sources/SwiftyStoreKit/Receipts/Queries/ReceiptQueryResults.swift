public import Foundation

/// The kind of a subscription, by its end.
public enum SubscriptionType: Hashable, Sendable {
    /// It is renewed until the customer cancels it, and the receipt has its dates.
    case autoRenewable
    /// It ends `validDuration` seconds after it was bought.
    case nonRenewing(validDuration: TimeInterval)
}

/// Whether a subscription is active.
public enum VerifySubscriptionResult: Sendable {
    /// It is, until `expiryDate`; the items are ordered by their ends, the last to end first.
    case purchased(expiryDate: Date, items: [ReceiptItem])
    /// It has ended on `expiryDate`; the items are ordered by their ends, the last to end first.
    case expired(expiryDate: Date, items: [ReceiptItem])
    /// It was never bought, or it was refunded or revoked.
    case notPurchased
}

/// Whether a product was bought.
public enum VerifyPurchaseResult: Sendable {
    /// It was; this is the newest purchase that counts.
    case purchased(item: ReceiptItem)
    /// It was not, or it was refunded or revoked.
    case notPurchased
}

/// The offers for a group of subscriptions for which a customer is still eligible.
///
/// The App Store decides at the purchase; show these offers before.
public struct OfferEligibility: Equatable, Sendable {
    /// Whether a free trial or an introductory price may be offered: a customer gets one for each
    /// group, and none while subscribed in it, also in a grace period.
    public let introductory: Bool
    /// Whether a promotional offer may be offered: it is for those who subscribe or once did.
    public let promotional: Bool

    /// Creates an eligibility, for example in a test.
    public init(introductory: Bool, promotional: Bool) {
        self.introductory = introductory
        self.promotional = promotional
    }
}
