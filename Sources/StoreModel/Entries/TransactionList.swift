import Foundation

/// A query of transactions of all customers.
///
/// A filter that is `nil` matches all transactions.
package struct TransactionListQuery: Sendable, Equatable {
    package var customerID: Customer.ID?
    package var productID: String?
    package var kind: CatalogProduct.Kind?
    package var state: LedgerEntry.State?
    package var condition: Condition?
    /// Whether the transaction is finished; purchases that wait for approval match neither.
    package var isFinished: Bool?
    /// A part of the product identifier, of the customer's name or of the app's identifier for the
    /// account; or the number of a transaction, of its first transaction, or of its order.
    ///
    /// Upper and lower case of ASCII letters count as equal.
    package var text: String?

    package init() {}

    /// A later event of a transaction.
    package enum Condition: String, Sendable, CaseIterable {
        /// The purchase was refunded or revoked.
        case refunded
        /// The customer asked for a refund, about which nothing is decided yet.
        case refundRequested
        /// Another subscription of the same group replaced the period.
        case upgraded
        /// The purchase failed because of an issue that the customer can still resolve.
        case interrupted
    }
}

package struct TransactionListPage: Sendable, Equatable {
    /// The transactions, newest first.
    package let entries: [LedgerEntry]
    package let hasMore: Bool

    package init(entries: [LedgerEntry], hasMore: Bool) {
        self.entries = entries
        self.hasMore = hasMore
    }
}
