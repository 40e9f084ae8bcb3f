public import Foundation

/// How a subscription ends.
public enum SubscriptionType: Hashable, Sendable {
    /// It is renewed until the customer cancels it, and the receipt has its dates.
    case autoRenewable
    /// It ends `validDuration` seconds after it was bought.
    case nonRenewing(validDuration: TimeInterval)
}
