public import StoreKit

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
