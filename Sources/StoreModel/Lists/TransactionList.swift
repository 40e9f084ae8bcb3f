import Foundation

/// Which transactions a list has, of all customers.
///
/// Each filter that is `nil` lets all transactions pass.
public struct TransactionListQuery: Sendable, Equatable {
    /// The customer.
    public var customerID: Customer.ID?
    /// The product.
    public var productID: String?
    /// The kind of product.
    public var kind: CatalogProduct.Kind?
    /// The state.
    public var state: LedgerEntry.State?
    /// What happened to the transaction since.
    public var condition: Condition?
    /// A part of the product identifier, of the customer's name or of the app's identifier for the
    /// account; or the number of a transaction, of its first transaction, or of its order.
    ///
    /// Upper and lower case of ASCII letters count as equal.
    public var text: String?

    /// Makes a query of all transactions.
    public init() {}

    /// What can happen to a transaction.
    public enum Condition: String, Sendable, CaseIterable {
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

/// A page of a list of transactions.
public struct TransactionListPage: Sendable, Equatable {
    /// The transactions, newest first.
    public let entries: [LedgerEntry]
    /// Whether there are older ones.
    public let hasMore: Bool

    package init(entries: [LedgerEntry], hasMore: Bool) {
        self.entries = entries
        self.hasMore = hasMore
    }
}
