public import StoreKit

extension SwiftyStoreKit {
    /// A stream of the purchases outside of a call.
    ///
    /// Each access begins a stream of its own that ends when its task is cancelled. Without a
    /// handler of ``completeTransactions(atomically:completion:)`` the app must finish these
    /// purchases, and purchases before the first stream are delivered to it; with a handler, its
    /// `atomically` applies.
    public class var purchaseUpdates: AsyncStream<Purchase> { shared.purchaseUpdates() }

    /// Retrieves products from the App Store, as the form with a callback does.
    ///
    /// - Parameter productIds: The identifiers as they are in App Store Connect.
    /// - Returns: The products and the identifiers that are not sold; its `error` is nil.
    /// - Throws: StoreKit's error, or `CancellationError` when the task is cancelled first.
    public class func retrieveProductsInfo(
        _ productIds: Set<String>
    ) async throws -> RetrieveResults {
        try await shared.retrieveProductsInfo(productIds)
    }

    /// Looks a product up and buys it, as the form with a callback does.
    ///
    /// Cancelling the task only ends the wait: a queued payment continues and is delivered to
    /// ``completeTransactions(atomically:completion:)`` and ``purchaseUpdates``.
    ///
    /// - Parameters:
    ///   - productId: The identifier as it is in App Store Connect.
    ///   - quantity: How many to buy; StoreKit refuses less than 1.
    ///   - atomically: Whether the transaction is finished immediately, maybe before the awaiting
    ///     code continues. Pass false and finish it yourself if a crash in between must not lose a
    ///     consumable.
    ///   - applicationUsername: An opaque name of the customer's account in the app; empty for
    ///     none.
    ///   - simulatesAskToBuyInSandbox: Whether the sandbox asks for approval.
    ///   - paymentDiscount: A promotional offer, signed by the app's server.
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
            productID: productId,
            options: PaymentOptions(
                quantity: quantity,
                atomically: atomically,
                applicationUsername: applicationUsername,
                simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox,
                discount: paymentDiscount
            )
        )
    }

    /// Buys a product that was retrieved before, as the form with a callback does.
    ///
    /// Cancelling the task only ends the wait: a queued payment continues and is delivered to
    /// ``completeTransactions(atomically:completion:)`` and ``purchaseUpdates``.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - quantity: How many to buy; StoreKit refuses less than 1.
    ///   - atomically: Whether the transaction is finished immediately, maybe before the awaiting
    ///     code continues. Pass false and finish it yourself if a crash in between must not lose a
    ///     consumable.
    ///   - applicationUsername: An opaque name of the customer's account in the app; empty for
    ///     none.
    ///   - simulatesAskToBuyInSandbox: Whether the sandbox asks for approval.
    ///   - paymentDiscount: A promotional offer, signed by the app's server.
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
            product,
            options: PaymentOptions(
                quantity: quantity,
                atomically: atomically,
                applicationUsername: applicationUsername,
                simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox,
                discount: paymentDiscount
            )
        )
    }

    /// Restores the customer's earlier purchases, as the form with a callback does.
    ///
    /// Cancelling the task only ends the wait; the restored purchases are then delivered to
    /// ``completeTransactions(atomically:completion:)`` and ``purchaseUpdates``, unless another
    /// caller waits for the same restore.
    ///
    /// - Parameters:
    ///   - atomically: Whether the transactions are finished immediately.
    ///   - applicationUsername: The name that the payments were made with; empty for none.
    /// - Returns: The restored purchases and the errors.
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
