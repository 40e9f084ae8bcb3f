import Foundation
public import StoreKit

/// The outcome of a purchase.
///
/// A purchase that waits for someone's approval has not ended; see the `onDeferred` parameter of
/// `SwiftyStoreKit.purchaseProduct`. A `switch` over the first two cases is complete.
public enum PurchaseResult: Sendable {
    /// The product was bought, or was already owned and is delivered again.
    case success(purchase: PurchaseDetails)
    /// The product was not bought; an error from outside StoreKit is the underlying error of
    /// `.unknown`.
    case error(error: SKError)
    /// A purchase that waits for approval, in SwiftyStoreKit 0.16.4; it is never returned.
    ///
    /// The case is declared for code that has it in a `switch`. `onDeferred` takes its place.
    @available(*, unavailable, message: "A deferred purchase has not ended: pass onDeferred.")
    case deferred(purchase: PurchaseDetails)
}

extension PurchaseResult {
    /// An error in place of a purchase that waits for approval, for tests written for 0.16.4.
    ///
    /// The purchase has not ended, so no result reports that it waits. Call `onDeferred` instead.
    /// The second parameter only distinguishes the function from the case.
    @available(*, deprecated, message: "A deferred purchase has not ended: call onDeferred.")
    public static func deferred(purchase: PurchaseDetails, _: Void = ()) -> PurchaseResult {
        let reason = "A deferred purchase has not ended: call onDeferred in place of a completion."
        return .error(error: SKError(.unknown, userInfo: [NSDebugDescriptionErrorKey: reason]))
    }
}

/// The outcome of an awaited purchase that did not fail.
public enum PurchaseOutcome: Sendable {
    /// The product was bought, or was already owned and is delivered again.
    case purchased(PurchaseDetails)
    /// The purchase waits for someone's approval.
    ///
    /// Its outcome is delivered to `SwiftyStoreKit.completeTransactions` and
    /// `SwiftyStoreKit.purchaseUpdates`.
    case deferred(PurchaseDetails)
}

/// The outcome of one transaction.
///
/// No call of this library returns it; it exists for apps that use its name.
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

/// The result of a restore; both lists may be filled.
public struct RestoreResults: Sendable {
    /// One entry for each restored transaction in the order of arrival, expired subscriptions
    /// included.
    public let restoredPurchases: [Purchase]
    /// The failure with its product identifier, which is nil because StoreKit does not report it.
    public let restoreFailedPurchases: [(SKError, String?)]

    /// Creates a result, for example in a test.
    public init(restoredPurchases: [Purchase], restoreFailedPurchases: [(SKError, String?)]) {
        self.restoredPurchases = restoredPurchases
        self.restoreFailedPurchases = restoreFailedPurchases
    }
}
