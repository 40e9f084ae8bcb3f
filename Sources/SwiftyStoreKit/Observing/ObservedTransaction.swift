import Foundation
import StoreKit

/// A transaction as it was when StoreKit told of it.
///
/// Read once and outside of any lock, because StoreKit's properties can be overridden.
struct ObservedTransaction: Sendable {
    let transaction: SKPaymentTransaction
    let original: SKPaymentTransaction?
    let state: SKPaymentTransactionState
    let key: PaymentKey
    let identifier: String?
    let date: Date?
    let news: PaymentNews?
    var followsFailedPayment = false

    init(_ transaction: SKPaymentTransaction) {
        self.transaction = transaction
        original = transaction.original
        state = transaction.transactionState
        key = PaymentKey(transaction.payment)
        identifier = transaction.transactionIdentifier
        date = transaction.transactionDate
        news = PaymentNews(transaction, in: state)
    }

    /// Whether StoreKit told which product it is about.
    ///
    /// Apple's StoreKit has handed out transactions without a payment and payments without an
    /// identifier, against its own headers. In Swift both read as an empty text.
    var hasProduct: Bool { !key.productId.isEmpty }

    var id: ObjectIdentifier { ObjectIdentifier(transaction) }

    func purchase(needsFinish: Bool) -> Purchase {
        var purchase = Purchase(
            productId: key.productId,
            quantity: key.quantity,
            transaction: transaction,
            originalTransaction: original,
            needsFinishTransaction: needsFinish
        )
        purchase.followsFailedPayment = followsFailedPayment
        return purchase
    }
}
