import Foundation
import StoreKit

/// A transaction as it was when StoreKit reported it.
///
/// Read once and outside of any lock, because StoreKit's properties can be overridden.
struct ObservedTransaction: Sendable {
    let transaction: SKPaymentTransaction
    let original: SKPaymentTransaction?
    let state: SKPaymentTransactionState
    let key: PaymentKey
    let identifier: String?
    let date: Date?
    let event: PaymentEvent?
    var followsFailedPayment = false

    init(_ transaction: SKPaymentTransaction) {
        self.transaction = transaction
        original = transaction.original
        state = transaction.transactionState
        key = PaymentKey(transaction.payment)
        identifier = transaction.transactionIdentifier
        date = transaction.transactionDate
        event = PaymentEvent(transaction, in: state)
    }

    /// Whether StoreKit reported the product of the transaction.
    ///
    /// Apple's StoreKit has reported transactions without a payment and payments without an
    /// identifier, against its own headers. In Swift both read as an empty string.
    var hasProduct: Bool { !key.productID.isEmpty }

    var id: ObjectIdentifier { ObjectIdentifier(transaction) }

    func purchase(needsFinish: Bool) -> Purchase {
        var purchase = Purchase(
            productId: key.productID,
            quantity: key.quantity,
            transaction: transaction,
            originalTransaction: original,
            needsFinishTransaction: needsFinish
        )
        purchase.followsFailedPayment = followsFailedPayment
        return purchase
    }
}

/// The end of the payment by the transaction's state; nil while the payment is pending.
enum PaymentEvent: Sendable {
    case purchased
    case failed(SKError)
    case deferred

    init?(_ transaction: SKPaymentTransaction, in state: SKPaymentTransactionState) {
        switch state {
        case .purchased, .restored: self = .purchased
        case .failed: self = .failed(StoreError.convert(transaction.error))
        case .deferred: self = .deferred
        default: return nil
        }
    }
}
