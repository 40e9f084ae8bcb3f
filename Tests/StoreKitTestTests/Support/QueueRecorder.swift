import Foundation
import LocalAppStore
import StoreKit

/// An observer that records its calls and finishes no transaction.
final class QueueRecorder: NSObject, SKPaymentTransactionObserver, Sendable {
    let events = Recorder<QueueEvent>()
    private let seen = Locked<[SKPaymentTransaction]>([])

    /// Observes a new queue of the store in use.
    static func ofStoreInUse() -> (QueueRecorder, SKPaymentQueue) {
        let recorder = QueueRecorder()
        let queue = SKPaymentQueue()
        queue.add(recorder)
        return (recorder, queue)
    }

    /// The last updated transaction of a product.
    func transaction(of product: String) -> SKPaymentTransaction? {
        seen.withLock { $0.last { $0.payment.productIdentifier == product } }
    }

    /// Waits for an event.
    @discardableResult
    func receives(_ expected: QueueEvent) async -> Bool {
        await events.first { $0 == expected } != nil
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {
        seen.withLock { $0 += transactions }
        for transaction in transactions {
            events.record(
                .updated(transaction.payment.productIdentifier, transaction.transactionState)
            )
        }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    ) {
        for transaction in transactions {
            events.record(.removed(transaction.payment.productIdentifier))
        }
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        events.record(.restored)
    }

    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {
        events.record(.storefrontChanged(queue.storefront?.countryCode))
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        didRevokeEntitlementsForProductIdentifiers products: [String]
    ) {
        events.record(.revoked(products))
    }
}

/// A call of an observer, as a value that can be compared.
enum QueueEvent: Equatable {
    case updated(String, SKPaymentTransactionState)
    case removed(String)
    case restored
    case revoked([String])
    case storefrontChanged(String?)
}
