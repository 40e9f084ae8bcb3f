package import Foundation

/// A change of a store, relative to the change that was delivered before.
public struct StoreChange: Sendable, Equatable {
    /// New and changed entries, sorted by `id`.
    public var entries: [LedgerEntry] = []
    /// The `id`s of the entries of which more changed than their delivery.
    package var changedIDs: Set<Int64> = []
    /// New and changed subscriptions, by their first transactions.
    public var subscriptions: [CustomerSubscription] = []
    package var removedIDs: [Int64] = []
    /// Whether all entries except those in `entries` were removed.
    package var isCleared = false
    package var hasNewSettings = false
    /// Whether the customer began a purchase on the App Store that the app has yet to continue.
    package var hasPurchaseIntents = false
    /// The `id`s of the entries whose downloads changed or made progress.
    package var downloadEntryIDs: [Int64] = []

    package init(hasNewSettings: Bool = false, downloadEntryIDs: [Int64] = []) {
        self.hasNewSettings = hasNewSettings
        self.downloadEntryIDs = downloadEntryIDs
    }

    package var isEmpty: Bool { self == StoreChange() }
}

/// The changes of a ledger, of all customers, relative to the change that was delivered before.
package struct LedgerChange: Sendable, Equatable {
    package var purchases: [Purchases] = []
    /// The `identifier`s of new, sent and pending notifications.
    package var notifications: [UUID] = []
    package var hasNewSettings = false

    package init() {}

    package struct Purchases: Sendable, Equatable {
        package var customerID: Customer.ID
        /// The `id`s of new, changed and removed entries, and of entries with a new refund request
        /// or decision.
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
