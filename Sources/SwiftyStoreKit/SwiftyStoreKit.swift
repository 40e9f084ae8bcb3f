public import StoreKit

/// In-app purchases in a few calls.
///
/// Call ``completeTransactions(atomically:completion:)`` at launch, then retrieve products, buy and
/// restore. Everything may be called from any thread; callbacks are called on the main queue, once
/// each and never before the call has returned.
///
/// The first call that needs it registers one observer with `SKPaymentQueue.default()`, for as long
/// as the process runs. On Linux, a test with a store of its own has everything here for itself.
public class SwiftyStoreKit {
    init() {}

    /// Whether the customer is allowed to pay, which for example parents can forbid.
    ///
    /// The library submits payments in any case; the App Store refuses them with
    /// `.paymentNotAllowed`.
    public class var canMakePayments: Bool { SKPaymentQueue.canMakePayments() }

    /// Retrieves products from the App Store.
    ///
    /// Products are cached for an hour, or until the storefront changes or
    /// ``clearProductsCache()``; cached products are not requested again. On Linux another store,
    /// or other settings of it, clear the cache too. Calls for the same set share one request.
    ///
    /// - Parameters:
    ///   - productIds: The identifiers as they are in App Store Connect; an empty set has an empty
    ///     result.
    ///   - completion: Called once on the main queue; ``RetrieveResults/error`` is StoreKit's own,
    ///     or a ``SwiftyStoreKitError``.
    /// - Returns: This caller's part in the request. Cancelling it calls `completion` with
    ///   ``SwiftyStoreKitError/productsRequestCancelled`` and leaves other callers alone.
    @discardableResult
    public class func retrieveProductsInfo(
        _ productIds: Set<String>,
        completion: @escaping (RetrieveResults) -> Void
    ) -> any InAppRequest {
        shared.retrieveProductsInfo(productIds, completion: completion)
    }

    /// Clears the cache of products, so that the next call requests them from the App Store.
    public class func clearProductsCache() {
        shared.clearProductsCache()
    }

    /// Looks a product up and buys it.
    ///
    /// - Parameters:
    ///   - productId: The identifier as it is in App Store Connect.
    ///   - quantity: How many to buy; StoreKit refuses less than 1.
    ///   - atomically: Whether the transaction is finished after `completion` has returned. With
    ///     false the app finishes it with ``finishTransaction(_:)`` once the content is delivered.
    ///   - applicationUsername: An opaque name of the customer's account in the app; empty for
    ///     none.
    ///   - simulatesAskToBuyInSandbox: Whether the sandbox asks for approval.
    ///   - paymentDiscount: A promotional offer, signed by the app's server.
    ///   - onDeferred: Called at most once, when the payment begins to wait for approval.
    ///     `completion` is still called, if the decision is made while the app runs; otherwise it
    ///     is delivered to ``completeTransactions(atomically:completion:)`` at a later launch.
    ///   - completion: Called once on the main queue.
    /// - Returns: The look-up. Cancelling it calls `completion` with `.paymentCancelled`; once the
    ///   payment is queued, cancelling does nothing.
    @discardableResult
    public class func purchaseProduct(
        _ productId: String,
        quantity: Int = 1,
        atomically: Bool = true,
        applicationUsername: String = "",
        simulatesAskToBuyInSandbox: Bool = false,
        paymentDiscount: PaymentDiscount? = nil,
        onDeferred: ((PurchaseDetails) -> Void)? = nil,
        completion: @escaping (PurchaseResult) -> Void
    ) -> any InAppRequest {
        shared.purchase(
            .identifier(productId),
            options: PaymentOptions(
                quantity: quantity,
                atomically: atomically,
                applicationUsername: applicationUsername,
                simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox,
                discount: paymentDiscount
            ),
            onDeferred: onDeferred,
            completion: completion
        )
    }

    /// Buys a product that was retrieved before, otherwise as the form with an identifier does.
    public class func purchaseProduct(
        _ product: SKProduct,
        quantity: Int = 1,
        atomically: Bool = true,
        applicationUsername: String = "",
        simulatesAskToBuyInSandbox: Bool = false,
        paymentDiscount: PaymentDiscount? = nil,
        onDeferred: ((PurchaseDetails) -> Void)? = nil,
        completion: @escaping (PurchaseResult) -> Void
    ) {
        shared.purchase(
            .product(product),
            options: PaymentOptions(
                quantity: quantity,
                atomically: atomically,
                applicationUsername: applicationUsername,
                simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox,
                discount: paymentDiscount
            ),
            onDeferred: onDeferred,
            completion: completion
        )
    }

    /// Restores the customer's earlier purchases: all but consumables, expired subscriptions
    /// included.
    ///
    /// Calls with the same arguments join a restore that runs; others wait for its end. If StoreKit
    /// never ends a restore, `completion` is not called and nothing is finished.
    ///
    /// - Parameters:
    ///   - atomically: Whether the transactions are finished after `completion` has returned.
    ///   - applicationUsername: The name that the payments were made with; empty for none.
    ///   - completion: Called once on the main queue.
    public class func restorePurchases(
        atomically: Bool = true,
        applicationUsername: String = "",
        completion: @escaping (RestoreResults) -> Void
    ) {
        shared.restorePurchases(
            atomically: atomically,
            applicationUsername: applicationUsername,
            completion: completion
        )
    }

    /// Registers the handler of purchases outside of a call; call it at launch.
    ///
    /// These are purchases of an earlier launch that were not finished, renewals, approvals, and
    /// purchases begun on the App Store. A later call replaces the handler. Purchases before the
    /// first call wait in a backlog and are delivered in one batch.
    ///
    /// - Parameters:
    ///   - atomically: Whether transactions are finished after `completion` has returned. Failed
    ///     ones are finished in any case, and those that wait for approval never.
    ///   - completion: Called on the main queue, any number of times, with at least one purchase.
    public class func completeTransactions(
        atomically: Bool = true,
        completion: @escaping ([Purchase]) -> Void
    ) {
        shared.completeTransactions(atomically: atomically, completion: completion)
    }

    /// Registers the handler of revocations, which gets the product identifiers.
    ///
    /// Called on the main queue, once for each message of StoreKit. A later call replaces the
    /// handler; revocations that came before the first call are delivered to it.
    @available(iOS 14, tvOS 14, macOS 11, watchOS 7, macCatalyst 14, *)
    public class func onEntitlementRevocation(completion: @escaping ([String]) -> Void) {
        shared.onEntitlementRevocation(completion)
    }

    /// Finishes a transaction: its content was delivered, and the App Store forgets it.
    ///
    /// A transaction that is still being paid or waits for approval stays in the queue.
    public class func finishTransaction(_ transaction: any PaymentTransaction) {
        shared.finish(transaction)
    }

    /// The purchases that are not finished now, failed and waiting ones included.
    ///
    /// Read from StoreKit each time, so purchases that a handler has received are among them.
    /// Finished purchases are left out immediately, even while StoreKit still holds them.
    public class var pendingTransactions: [Purchase] { shared.pendingTransactions }

    /// Receives log messages for developers; nil at first, so that nothing is logged.
    ///
    /// Called on the thread where the message arose, or else on a queue of StoreKit's. Messages
    /// contain product identifiers and no user data. On Linux the local store logs here too, and
    /// its messages while no logger was set are delivered to the next one.
    public static var logger: (@Sendable (_ level: LogLevel, _ message: String) -> Void)? {
        get { Log.current.logger }
        set { Log.current.replace(newValue) }
    }
}
