import Foundation
import StoreKit

/// A payment that waits for its transaction to end.
struct QueuedPayment: Sendable {
    typealias ID = Int

    /// How far the store's clock may be behind the app's, in seconds.
    static let clockTolerance: TimeInterval = 300

    let key: PaymentKey
    let product: SKProduct
    let atomically: Bool
    /// The moment by the app's clock; the store's may differ.
    let queuedAt: Date
    /// The transactions that were in the queue before the payment and so are not its own.
    ///
    /// Held strongly: an identity compares only while its object lives.
    let known: [SKPaymentTransaction]
    let answer: PaymentAnswer
    var bound: SKPaymentTransaction?
    var hasToldDeferred = false

    func knows(_ transaction: SKPaymentTransaction) -> Bool {
        known.contains { $0 === transaction }
    }

    /// Whether a transaction that was not bound may be this payment's: it is not older than the
    /// payment.
    func mayHaveMade(_ observed: ObservedTransaction) -> Bool {
        guard !knows(observed.transaction) else { return false }
        guard let date = observed.date else { return true }
        return date >= queuedAt.addingTimeInterval(-Self.clockTolerance)
    }

    func details(of observed: ObservedTransaction) -> PurchaseDetails {
        PurchaseDetails(
            productId: observed.key.productId,
            quantity: observed.key.quantity,
            product: product,
            transaction: observed.transaction,
            originalTransaction: observed.original,
            needsFinishTransaction: !atomically && observed.state != .deferred
        )
    }
}
