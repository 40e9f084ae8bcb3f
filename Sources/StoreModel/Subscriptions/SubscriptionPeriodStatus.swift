import Foundation

/// A subscription with the entry of its current or last period.
package struct SubscriptionPeriodStatus: Sendable, Equatable {
    /// The subscription; one that a family shares has the numbers of the member's own transactions.
    package let subscription: CustomerSubscription
    /// The entry.
    package let entry: LedgerEntry

    package init(subscription: CustomerSubscription, entry: LedgerEntry) {
        self.subscription = subscription
        self.entry = entry
    }
}
