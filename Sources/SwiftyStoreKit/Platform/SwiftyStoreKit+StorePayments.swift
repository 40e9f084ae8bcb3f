#if !os(watchOS)
public import StoreKit

/// Decides whether a purchase begun on the App Store continues now.
public typealias ShouldAddStorePaymentHandler =
    (_ payment: SKPayment, _ product: SKProduct) -> Bool

extension SwiftyStoreKit {
    /// Called when the customer begins a purchase on the App Store; without a handler, the purchase
    /// ends.
    ///
    /// It is called where StoreKit calls its observer, normally the main thread, and must return
    /// quickly. After true the purchase is delivered to `completeTransactions`. After false it is
    /// lost, unless the app stores the payment and submits it later with `add(_:)`. Not on watchOS,
    /// and from macOS 11 on.
    public static var shouldAddStorePaymentHandler: ShouldAddStorePaymentHandler? {
        get { shared.shouldAddStorePaymentHandler }
        set { shared.shouldAddStorePaymentHandler = newValue }
    }

    /// Submits a payment that was put off; its purchase is delivered to `completeTransactions`.
    public class func add(_ payment: SKPayment) {
        shared.queue.add(payment)
    }

    /// Submits a payment that was put off and reports how it ends, like a purchase by product.
    ///
    /// - Parameters:
    ///   - payment: The payment that `shouldAddStorePaymentHandler` was called with.
    ///   - product: The product it was called with.
    ///   - atomically: Whether the transaction is finished after `completion` has returned.
    ///   - onDeferred: Called at most once, when the payment begins to wait for approval.
    ///   - completion: Called once on the main queue.
    public class func add(
        _ payment: SKPayment,
        for product: SKProduct,
        atomically: Bool = true,
        onDeferred: ((PurchaseDetails) -> Void)? = nil,
        completion: @escaping (PurchaseResult) -> Void
    ) {
        let callbacks = PaymentCallbacks(completion, onDeferred: onDeferred)
        shared.enqueue(payment, for: product, atomically: atomically, callbacks: callbacks)
    }
}

extension PurchaseCoordinator {
    var shouldAddStorePaymentHandler: ShouldAddStorePaymentHandler? {
        get { handlers { $0.shouldAddStorePayment }?.value }
        set {
            var handler = newValue.map(Unchecked.init)
            handlers { swap(&$0.shouldAddStorePayment, &handler) }
        }
    }
}
#endif
