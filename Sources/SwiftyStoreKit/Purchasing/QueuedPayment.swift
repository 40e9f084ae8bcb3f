import Foundation
import StoreKit

/// A payment that waits for its transaction to end.
struct QueuedPayment: Sendable {
    typealias ID = Int

    /// The tolerance for the store's clock that is behind the app's, in seconds.
    static let clockTolerance: TimeInterval = 300

    let key: PaymentKey
    let product: SKProduct
    let atomically: Bool
    /// The date by the app's clock; the store's may differ.
    let queuedAt: Date
    /// The transactions that were in the queue before the payment and so are not its own.
    ///
    /// Retained, because an identity compares only while its object lives.
    let earlierTransactions: [SKPaymentTransaction]
    let callbacks: PaymentCallbacks
    /// The transaction that StoreKit began for the payment, once it was seen.
    var boundTransaction: SKPaymentTransaction?
    var hasReportedDeferral = false

    var isBound: Bool { boundTransaction != nil }

    func isEarlier(_ transaction: SKPaymentTransaction) -> Bool {
        earlierTransactions.contains { $0 === transaction }
    }

    /// Whether a transaction that was not bound may be this payment's: it is not older than the
    /// payment.
    func canMatch(_ observed: ObservedTransaction) -> Bool {
        guard !isEarlier(observed.transaction) else { return false }
        guard let date = observed.date else { return true }
        return date >= queuedAt.addingTimeInterval(-Self.clockTolerance)
    }

    func details(of observed: ObservedTransaction) -> PurchaseDetails {
        PurchaseDetails(
            productId: observed.key.productID,
            quantity: observed.key.quantity,
            product: product,
            transaction: observed.transaction,
            originalTransaction: observed.original,
            needsFinishTransaction: !atomically && observed.state != .deferred
        )
    }
}

/// The properties that a transaction's payment must share with the queued payment.
struct PaymentKey: Hashable, Sendable {
    let productID: String
    let applicationUsername: String?
    let quantity: Int
    let discountID: String?

    init(_ payment: SKPayment) {
        productID = payment.productIdentifier
        applicationUsername = payment.applicationUsername?.nilIfEmpty
        quantity = payment.quantity
        discountID = payment.paymentDiscount?.identifier
    }
}

/// The callbacks of a payment.
struct PaymentCallbacks: Sendable {
    /// Called once, when the payment has ended.
    let completion: Callback<PurchaseResult>
    /// Called at most once, when the payment begins to wait for approval.
    let onDeferred: Callback<PurchaseDetails>?
    /// Whether no caller waits any longer once the payment is deferred.
    var endsWhenDeferred = false

    init(
        _ completion: @escaping (PurchaseResult) -> Void,
        onDeferred: ((PurchaseDetails) -> Void)? = nil
    ) {
        self.completion = Callback(completion)
        self.onDeferred = onDeferred.map { Callback($0) }
    }
}
