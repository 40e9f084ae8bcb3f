public import Foundation

/// Which transactions of a customer a history has, and in which order.
///
/// Each filter that is empty or `nil` lets all transactions pass. Source: Apple's documentation of
/// the App Store Server API, Get Transaction History.
public struct TransactionHistoryQuery: Sendable, Equatable {
    /// The first date of purchase.
    public var startDate: Date?
    /// The first date of purchase after the ones that count.
    public var endDate: Date?
    /// The products.
    public var productIDs: Set<String> = []
    /// The kinds of products.
    public var kinds: Set<CatalogProduct.Kind> = []
    /// The subscription groups.
    public var subscriptionGroupIDs: Set<String> = []
    /// Whether a member of the family bought the product.
    public var isFamilyShared: Bool?
    /// Whether the purchase was refunded or revoked.
    public var isRevoked: Bool?
    /// Whether consumables that the app has finished are left out, unless they were refunded.
    public var excludesFinishedConsumables = false
    /// Whether those that changed last come first.
    public var isDescending = false

    /// Makes a query of all transactions, those that changed last at the end.
    public init() {}
}

/// A page of a customer's transactions.
public struct TransactionHistoryPage: Sendable, Equatable {
    /// The transactions.
    public let entries: [LedgerEntry]
    /// The position after the last of them; that of the page before if there are none.
    public let position: Position
    /// Whether there are more at present.
    public let hasMore: Bool

    package init(entries: [LedgerEntry], position: Position, hasMore: Bool) {
        self.entries = entries
        self.position = position
        self.hasMore = hasMore
    }

    /// A position in a history, between two transactions.
    ///
    /// It is good for queries with the same filters and order.
    public struct Position: Sendable, Equatable, LosslessStringConvertible {
        package let revision: Int64
        package let entryID: Int64

        package init(revision: Int64, entryID: Int64) {
            self.revision = revision
            self.entryID = entryID
        }

        /// Makes a position of its description; `nil` if it is none.
        public init?(_ description: String) {
            let numbers = description.split(separator: "_", omittingEmptySubsequences: false)
                .map { Int64($0) }
            guard numbers.count == 2, let revision = numbers[0], let entryID = numbers[1],
                revision >= 0, entryID >= 0
            else { return nil }
            self.init(revision: revision, entryID: entryID)
            guard self.description == description else { return nil }
        }

        /// The position as a text, whose form is not documented.
        public var description: String { "\(revision)_\(entryID)" }
    }
}
