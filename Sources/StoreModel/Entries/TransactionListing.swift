/// Transactions as StoreKit 2 lists them.
package enum TransactionSelection: Hashable, Sendable {
    /// The history: without finished consumables, unless they were refunded.
    case history
    /// The history with every consumable.
    case historyWithConsumables
    /// Transactions that the app has not finished.
    case unfinished
    /// Transactions that entitle the customer to a product at present.
    case entitlements
    /// The entitlements, and the last periods of subscriptions in billing retry.
    case entitlementsInBillingRetry
}

/// Transactions as of a revision of the ledger.
package struct TransactionListing: Sendable {
    /// The revision.
    package let revision: Int64
    /// The transactions, those with the newest dates of purchase first.
    package let entries: [LedgerEntry]

    package init(revision: Int64, entries: [LedgerEntry]) {
        self.revision = revision
        self.entries = entries
    }
}
