#if !os(watchOS)
public import StoreKit

/// Decides whether a purchase begun on the App Store goes on now.
public typealias ShouldAddStorePaymentHandler =
    (_ payment: SKPayment, _ product: SKProduct) -> Bool

extension SwiftyStoreKit {
    /// Asked when the customer begins a purchase on the App Store; without a handler the answer is
    /// no.
    ///
    /// It is called where StoreKit calls its observer, normally the main thread, and must answer at
    /// once. After yes the purchase arrives in `completeTransactions`. After no it is gone, unless
    /// the app keeps the payment and submits it later with `add(_:)`. Not on watchOS, and from
    /// macOS 11 on.
    public static var shouldAddStorePaymentHandler: ShouldAddStorePaymentHandler? {
        get { shared.shouldAddStorePaymentHandler }
        set { shared.shouldAddStorePaymentHandler = newValue }
    }

    /// Submits a payment that was put off; its purchase arrives in `completeTransactions`.
    public class func add(_ payment: SKPayment) {
        shared.add(payment)
    }

    /// Submits a payment that was put off and tells how it ends, like a purchase by product.
    ///
    /// - Parameters:
    ///   - payment: The payment that `shouldAddStorePaymentHandler` was asked about.
    ///   - product: The product it was asked about.
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
        let answer = PaymentAnswer(completion, onDeferred)
        shared.submit(payment, for: product, atomically: atomically, answer: answer)
    }
}
#endif
