public import Foundation
import LocalAppStore
public import StoreKit

/// A transaction in a test session's ledger, as it was when it was read.
open class SKTestTransaction: NSObject, @unchecked Sendable {
    // Unchecked because Apple's class is open; the stored property never changes.
    private let entry: LedgerEntry

    init(_ entry: LedgerEntry) {
        self.entry = entry
    }

    /// The identifier of the transaction in the session.
    open var identifier: Int { Int(entry.id) }

    /// The identifier of the original transaction; for a first purchase, of this transaction.
    open var originalTransactionIdentifier: Int { Int(entry.originalID) }

    /// The identifier of the product.
    open var productIdentifier: String { entry.productID }

    /// The state of the transaction.
    open var state: SKPaymentTransactionState {
        switch entry.state {
        case .purchased: .purchased
        case .failed: .failed
        case .deferred: .deferred
        case .restored: .restored
        }
    }

    /// The date of the purchase, or of its failure.
    open var purchaseDate: Date { entry.purchaseDate }

    /// The end of the subscription period; `nil` for other products.
    open var expirationDate: Date? { entry.expirationDate }

    /// The date of the refund; `nil` if there was none.
    open var cancelDate: Date? { entry.revocationDate }

    /// Whether the purchase failed with an issue that is unresolved.
    open var hasPurchaseIssue: Bool { entry.hasIssue }

    /// Whether the purchase waits for approval.
    open var pendingAskToBuyConfirmation: Bool { entry.state == .deferred }
}
