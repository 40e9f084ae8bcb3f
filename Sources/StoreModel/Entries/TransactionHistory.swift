package import Foundation

/// A query of a customer's transactions, and their order.
///
/// A filter that is empty or `nil` matches all transactions. Source: Apple's documentation of the
/// App Store Server API, Get Transaction History.
package struct TransactionHistoryQuery: Sendable, Equatable {
    /// The earliest purchase date.
    package var startDate: Date?
    /// The upper bound of purchase dates, not included.
    package var endDate: Date?
    package var productIDs: Set<String> = []
    package var kinds: Set<CatalogProduct.Kind> = []
    package var subscriptionGroupIDs: Set<String> = []
    package var ownership: LedgerEntry.Ownership?
    package var isRevoked: Bool?
    /// Whether consumables that the app has finished are left out, unless they were refunded.
    package var excludesFinishedConsumables = false
    package var isDescending = false

    package init() {}
}

package struct TransactionHistoryPage: Sendable, Equatable {
    package let entries: [LedgerEntry]
    /// The position after the last transaction; the previous page's position if the page is empty.
    package let position: Position
    package let hasMore: Bool

    package init(entries: [LedgerEntry], position: Position, hasMore: Bool) {
        self.entries = entries
        self.position = position
        self.hasMore = hasMore
    }

    /// A position in a history, between two transactions.
    ///
    /// It is good for queries with the same filters and order.
    package struct Position: Sendable, Equatable, LosslessStringConvertible {
        package let revision: Int64
        package let entryID: Int64

        package init(revision: Int64, entryID: Int64) {
            self.revision = revision
            self.entryID = entryID
        }

        /// Makes a position of its description; `nil` for other strings.
        package init?(_ description: String) {
            let numbers = description.split(separator: "_", omittingEmptySubsequences: false)
                .map { Int64($0) }
            guard numbers.count == 2, let revision = numbers[0], let entryID = numbers[1],
                revision >= 0, entryID >= 0
            else { return nil }
            self.init(revision: revision, entryID: entryID)
            guard self.description == description else { return nil }
        }

        /// The position as a string, whose form is not documented.
        package var description: String { "\(revision)_\(entryID)" }
    }
}
