public import StoreKit

/// How a purchase ended.
///
/// A purchase that waits for someone's approval has not ended; see the `onDeferred` parameter of
/// `SwiftyStoreKit.purchaseProduct`, which takes the place of the case `deferred` in SwiftyStoreKit
/// 0.16.4.
public enum PurchaseResult: Sendable {
    /// The product was bought, or was already owned and is handed out again.
    case success(purchase: PurchaseDetails)
    /// The product was not bought; an error from outside StoreKit is the underlying error of
    /// `.unknown`.
    case error(error: SKError)
}

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

/// What became of one transaction.
///
/// No call of this library hands it out; it is there for apps that name it.
public enum TransactionResult: Sendable {
    /// A payment was charged.
    case purchased(purchase: PurchaseDetails)
    /// An earlier purchase was restored.
    case restored(purchase: Purchase)
    /// A payment waits for someone's approval.
    case deferred(purchase: PurchaseDetails)
    /// A payment was not charged.
    case failed(error: SKError)
}
