import Foundation
import StoreKit

/// Tells the tests what the payment queue says, beside the library's own observer.
final class QueueWatcher: NSObject, SKPaymentTransactionObserver, Sendable {
    /// The products whose transactions came to an end that the app has to deal with.
    let ended = Recorder<String>()
    /// The products whose transactions left the queue, because they were finished.
    let removed = Recorder<String>()

    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {
        for transaction in transactions where transaction.transactionState != .purchasing {
            ended.record(transaction.payment.productIdentifier)
        }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    ) {
        for transaction in transactions {
            removed.record(transaction.payment.productIdentifier)
        }
    }
}
