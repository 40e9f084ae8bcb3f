package import Foundation

/// The changes of a ledger, of all customers, relative to the change that was delivered before.
package struct LedgerChange: Sendable, Equatable {
    package var purchases: [Purchases] = []
    /// The `identifier`s of new notifications, and of those that were sent or are to be sent.
    package var notifications: [UUID] = []
    package var hasNewSettings = false

    package init() {}

    package struct Purchases: Sendable, Equatable {
        package var customerID: Customer.ID
        /// The `id`s of new, changed and removed entries, and of those whose refund a customer
        /// requested, or the App Store decided about.
        package var entryIDs: [LedgerEntry.ID]
        /// The `id`s of new and changed subscriptions.
        package var subscriptionIDs: [CustomerSubscription.ID]
        /// Whether all entries but those were removed.
        package var isCleared: Bool

        package init(
            customerID: Customer.ID,
            entryIDs: [LedgerEntry.ID],
            subscriptionIDs: [CustomerSubscription.ID],
            isCleared: Bool
        ) {
            self.customerID = customerID
            self.entryIDs = entryIDs
            self.subscriptionIDs = subscriptionIDs
            self.isCleared = isCleared
        }
    }

    package var isEmpty: Bool { self == LedgerChange() }
}
