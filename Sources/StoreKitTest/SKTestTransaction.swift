public import Foundation
import LocalAppStore
public import StoreKit

/// A transaction in a test session's ledger, as it was when it was read.
open class SKTestTransaction: NSObject, @unchecked Sendable {
    // Unchecked because Apple's class is open; the stored property never changes.
    private let entry: LedgerEntry
    /// The subscription whose current period the transaction is.
    private let subscription: CustomerSubscription?

    init(_ entry: LedgerEntry, of subscription: CustomerSubscription?) {
        self.entry = entry
        self.subscription = subscription
    }

    /// The identifier of the transaction in the session.
    open var identifier: UInt { UInt(clamping: entry.id) }

    /// The identifier of the original transaction; for a first purchase, of this transaction.
    open var originalTransactionIdentifier: UInt { UInt(clamping: entry.originalID) }

    /// The identifier of the product.
    open var productIdentifier: String { entry.productID }

    /// The state of the transaction.
    open var state: SKPaymentTransactionState { SKPaymentTransactionState(entry.state) }

    /// The date of the purchase, or of its failure.
    open var purchaseDate: Date { entry.purchaseDate }

    /// The end of the subscription period; `nil` for other products.
    open var expirationDate: Date? { entry.expirationDate }

    /// The date of the refund; `nil` without one.
    open var cancelDate: Date? { entry.revocationDate }

    /// Whether the subscription renews at the end of this period; `false` for other transactions.
    open var autoRenewingEnabled: Bool { subscription?.renewsNextPeriod ?? false }

    /// Whether the purchase failed with an issue that is unresolved, or the renewal after this
    /// period did.
    open var hasPurchaseIssue: Bool { entry.hasIssue || subscription?.billingIssue != nil }

    /// Whether the customer has yet to consent to a price increase of the subscription.
    open var isPendingPriceIncreaseConsent: Bool { subscription?.priceConsent == .pending }

    /// Whether the purchase waits for approval.
    open var pendingAskToBuyConfirmation: Bool { entry.state == .deferred }
}
