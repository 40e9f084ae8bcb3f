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
