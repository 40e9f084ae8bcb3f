public import Foundation
import LocalAppStore
public import StoreKit

/// A transaction as the test session's ledger knows it, at the moment it was asked.
open class SKTestTransaction: NSObject, @unchecked Sendable {
    // Unchecked because Apple's class is open; its one stored property never changes.
    private let entry: LedgerEntry

    init(_ entry: LedgerEntry) {
        self.entry = entry
    }

    /// The number under which the session knows the transaction.
    open var identifier: Int { Int(entry.id) }

    /// The number of the first transaction of the purchase; the transaction's own for a first
    /// purchase.
    open var originalTransactionIdentifier: Int { Int(entry.originalID) }

    /// The product that was bought.
    open var productIdentifier: String { entry.productID }

    /// Where the transaction stands.
    open var state: SKPaymentTransactionState {
        switch entry.state {
        case .purchased: .purchased
        case .failed: .failed
        case .deferred: .deferred
        case .restored: .restored
        }
    }

    /// When the purchase was made, or failed.
    open var purchaseDate: Date { entry.purchaseDate }

    /// When the subscription period ends; `nil` for everything else.
    open var expirationDate: Date? { entry.expirationDate }

    /// When the purchase was refunded; `nil` when it was not.
    open var cancelDate: Date? { entry.revocationDate }

    /// Whether the purchase failed with an issue that is not resolved.
    open var hasPurchaseIssue: Bool { entry.hasIssue }

    /// Whether the purchase waits for approval.
    open var pendingAskToBuyConfirmation: Bool { entry.state == .deferred }
}
