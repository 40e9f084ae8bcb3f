import Foundation
import LocalAppStore
import StoreKit

/// An observer that records its calls, for a test to wait for.
final class RecordingObserver: NSObject, SKPaymentTransactionObserver, Sendable {
    private let events = EventStream<QueueEvent>()
    private let batches = Locked<[[SKPaymentTransaction]]>([])
    private let acceptsStorePayments: Bool
    private let whenUpdated: @Sendable (SKPaymentQueue, [SKPaymentTransaction]) -> Void

    init(
        acceptsStorePayments: Bool = false,
        whenUpdated: @escaping @Sendable (SKPaymentQueue, [SKPaymentTransaction]) -> Void = {
            _,
            _ in
        }
    ) {
        self.acceptsStorePayments = acceptsStorePayments
        self.whenUpdated = whenUpdated
        super.init()
    }

    /// The next `count` events; waits for them.
    func next(_ count: Int) async -> [QueueEvent] {
        await events.next(count)
    }

    /// Every updated transaction, in the order of the calls.
    var transactions: [SKPaymentTransaction] {
        batches.withLock { $0 }.flatMap { $0 }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {
        dispatchPrecondition(condition: .onQueue(.main))
        batches.withLock { $0.append(transactions) }
        whenUpdated(queue, transactions)
        // Last, so that a test that waits for the event finds everything done.
        events.record(.updated(transactions.map(\.summary)))
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    ) {
        dispatchPrecondition(condition: .onQueue(.main))
        events.record(.removed(transactions.map(\.summary)))
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        events.record(.restoreFinished)
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        restoreCompletedTransactionsFailedWithError error: any Error
    ) {
        events.record(.restoreFailed)
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

    func paymentQueue(
        _ queue: SKPaymentQueue,
        shouldAddStorePayment payment: SKPayment,
        for product: SKProduct
    ) -> Bool {
        events.record(.offered(product.productIdentifier))
        return acceptsStorePayments
    }
}

/// A call of an observer, as a value that can be compared.
enum QueueEvent: Equatable {
    case updated([String])
    case removed([String])
    case restoreFinished
    case restoreFailed
    case storefrontChanged(String?)
    case revoked([String])
    /// The observer was asked whether to add a payment that was begun on the App Store.
    case offered(String)
}

extension SKPaymentTransaction {
    /// The product and the state, such as "coins purchased".
    var summary: String {
        "\(payment.productIdentifier) \(transactionState)"
    }
}
