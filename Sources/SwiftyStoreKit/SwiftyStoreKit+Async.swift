public import StoreKit

extension SwiftyStoreKit {
    /// A stream of the purchases outside of a call.
    ///
    /// Each access begins a stream of its own that ends when its task is cancelled. Without a
    /// handler of ``completeTransactions(atomically:completion:)`` the app must finish these
    /// purchases, and purchases before the first stream are delivered to it; with a handler, its
    /// `atomically` applies.
    public class var purchaseUpdates: AsyncStream<Purchase> { shared.purchaseUpdates() }

    /// Retrieves products from the App Store, as ``retrieveProductsInfo(_:completion:)`` does.
    ///
    /// - Parameter productIds: The identifiers as they are in App Store Connect.
    /// - Returns: The products and the identifiers that are not sold; its `error` is nil.
    /// - Throws: StoreKit's error, or `CancellationError` when the task is cancelled first.
    public class func retrieveProductsInfo(
        _ productIds: Set<String>
    ) async throws -> RetrieveResults {
        try await shared.retrieveProductsInfo(productIds)
    }

    /// Looks a product up and buys it, with the parameters of the form with a callback.
    ///
    /// With `atomically`, the transaction is finished immediately, maybe before the awaiting code
    /// continues. Pass false and finish it yourself if a crash in between must not lose a
    /// consumable. Cancelling the task only ends the wait: a queued payment continues and is
    /// delivered to ``completeTransactions(atomically:completion:)`` and ``purchaseUpdates``.
    ///
    /// - Returns: The purchase, or the payment that waits for approval.
    /// - Throws: `SKError`, or `CancellationError` when the task is cancelled first.
    public class func purchaseProduct(
        _ productId: String,
        quantity: Int = 1,
        atomically: Bool = true,
        applicationUsername: String = "",
        simulatesAskToBuyInSandbox: Bool = false,
        paymentDiscount: PaymentDiscount? = nil
    ) async throws -> PurchaseOutcome {
        try await shared.purchase(
            .identifier(productId),
            options: PaymentOptions(
                quantity: quantity,
                atomically: atomically,
                applicationUsername: applicationUsername,
                simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox,
                discount: paymentDiscount
            )
        )
    }

    /// Buys a product that was retrieved before, otherwise as the form with an identifier does.
    ///
    /// - Returns: The purchase, or the payment that waits for approval.
    /// - Throws: `SKError`, or `CancellationError` when the task is cancelled first.
    public class func purchaseProduct(
        _ product: SKProduct,
        quantity: Int = 1,
        atomically: Bool = true,
        applicationUsername: String = "",
        simulatesAskToBuyInSandbox: Bool = false,
        paymentDiscount: PaymentDiscount? = nil
    ) async throws -> PurchaseOutcome {
        try await shared.purchase(
            .product(product),
            options: PaymentOptions(
                quantity: quantity,
                atomically: atomically,
                applicationUsername: applicationUsername,
                simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox,
                discount: paymentDiscount
            )
        )
    }

    /// Restores the customer's earlier purchases, with the parameters of the form with a callback.
    ///
    /// Cancelling the task only ends the wait; the restored purchases are then delivered to
    /// ``completeTransactions(atomically:completion:)`` and ``purchaseUpdates``, unless another
    /// caller waits for the same restore.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first, and nothing else.
    public class func restorePurchases(
        atomically: Bool = true,
        applicationUsername: String = ""
    ) async throws -> RestoreResults {
        try await shared.restorePurchases(
            atomically: atomically,
            applicationUsername: applicationUsername
        )
    }
}
