package import Foundation

/// A customer as readers name one.
package enum CustomerID: Hashable, Sendable {
    /// The buyer with this `appAccountToken`.
    case account(UUID)
    /// The buyer of this purchase.
    case originalTransaction(String)

    /// Reads an identifier; `nil` if the text is neither a UUID nor an original transaction.
    package init?(_ text: String) {
        if text.utf8.count == 36, let token = UUID(uuidString: text) {
            self = .account(token)
        } else if DocumentText.isIdentifier(text) {
            self = .originalTransaction(text)
        } else {
            return nil
        }
    }

    /// The customer of a purchase: its owner, or the purchase itself without one.
    package init(of purchase: Purchase) {
        self =
            purchase.owner.map(CustomerID.account)
            ?? .originalTransaction(purchase.originalTransactionID)
    }
}

extension CustomerID: CustomStringConvertible {
    /// The original transaction; `nil` for an account.
    package var originalTransaction: String? {
        if case .originalTransaction(let id) = self { id } else { nil }
    }

    /// The token in lower case, or the original transaction.
    package var description: String {
        switch self {
        case .account(let token): token.uuidString.lowercased()
        case .originalTransaction(let id): id
        }
    }
}

extension CustomerID: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }
}
