/// How an awaited purchase went on, when it did not fail.
public enum PurchaseOutcome: Sendable {
    /// The product was bought, or was already owned and is handed out again.
    case purchased(PurchaseDetails)
    /// The purchase waits for someone's approval.
    ///
    /// What becomes of it arrives in `SwiftyStoreKit.completeTransactions` and
    /// `SwiftyStoreKit.purchaseUpdates`.
    case deferred(PurchaseDetails)
}
