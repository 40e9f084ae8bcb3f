import Foundation
import StoreKit
import Synchronization

/// An observer that keeps what it is told, for a test to wait for.
final class RecordingObserver: NSObject, SKPaymentTransactionObserver, Sendable {
    private let stream: AsyncStream<QueueEvent>
    private let continuation: AsyncStream<QueueEvent>.Continuation
    private let batches = Mutex<[[SKPaymentTransaction]]>([])
    private let acceptsStorePayments: Bool
    private let whenUpdated: @Sendable (SKPaymentQueue, [SKPaymentTransaction]) -> Void

    init(
        acceptsStorePayments: Bool = false,
        whenUpdated: @escaping @Sendable (SKPaymentQueue, [SKPaymentTransaction]) -> Void = {
            _,
            _ in
        }
    ) {
        (stream, continuation) = AsyncStream.makeStream()
        self.acceptsStorePayments = acceptsStorePayments
        self.whenUpdated = whenUpdated
        super.init()
    }

    /// The next events, as many as asked for; waits until they have come.
    func next(_ count: Int) async -> [QueueEvent] {
        var events: [QueueEvent] = []
        var iterator = stream.makeAsyncIterator()
        while events.count < count, let event = await iterator.next() {
            events.append(event)
        }
        return events
    }

    /// Every transaction that was handed over, in the order of the batches.
    var transactions: [SKPaymentTransaction] {
        batches.withLock { $0 }.flatMap { $0 }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {
        dispatchPrecondition(condition: .onQueue(.main))
        batches.withLock { $0.append(transactions) }
        continuation.yield(.updated(transactions.map(\.summary)))
        whenUpdated(queue, transactions)
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    ) {
        dispatchPrecondition(condition: .onQueue(.main))
        continuation.yield(.removed(transactions.map(\.summary)))
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        continuation.yield(.restoreFinished)
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        restoreCompletedTransactionsFailedWithError error: any Error
    ) {
        continuation.yield(.restoreFailed)
    }

    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {
        continuation.yield(.storefrontChanged(queue.storefront?.countryCode))
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        didRevokeEntitlementsForProductIdentifiers products: [String]
    ) {
        continuation.yield(.revoked(products))
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        shouldAddStorePayment payment: SKPayment,
        for product: SKProduct
    ) -> Bool {
        continuation.yield(.asked(product.productIdentifier))
        return acceptsStorePayments
    }
}
