import Foundation
import LocalAppStore
import StoreKit

/// An observer that finishes nothing and keeps what a queue tells.
final class Watcher: NSObject, SKPaymentTransactionObserver, Sendable {
    let news = Inbox<QueueNews>()
    private let seen = Locked<[SKPaymentTransaction]>([])

    /// A watcher of a queue of its own that follows the store in use.
    static func ofStoreInUse() -> (Watcher, SKPaymentQueue) {
        let watcher = Watcher()
        let queue = SKPaymentQueue()
        queue.add(watcher)
        return (watcher, queue)
    }

    /// The last transaction of a product that was told of.
    func transaction(of product: String) -> SKPaymentTransaction? {
        seen.withLock { $0.last { $0.payment.productIdentifier == product } }
    }

    /// Waits until the queue has told that.
    @discardableResult
    func hears(_ expected: QueueNews) async -> Bool {
        await news.first { $0 == expected } != nil
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {
        seen.withLock { $0 += transactions }
        for transaction in transactions {
            news.receive(
                .updated(transaction.payment.productIdentifier, transaction.transactionState)
            )
        }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    ) {
        for transaction in transactions {
            news.receive(.removed(transaction.payment.productIdentifier))
        }
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        news.receive(.restored)
    }

    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {
        news.receive(.moved(to: queue.storefront?.countryCode))
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        didRevokeEntitlementsForProductIdentifiers products: [String]
    ) {
        news.receive(.revoked(products))
    }
}
