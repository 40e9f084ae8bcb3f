import Foundation
import StoreKit

/// The one observer that is registered with the payment queue.
final class TransactionObserver: NSObject, SKPaymentTransactionObserver, Sendable {
    private struct Target {
        weak var coordinator: PurchaseCoordinator?
    }

    private let target = Locked(Target())

    /// The handler of the messages; weak, because the coordinator owns the observer.
    var coordinator: PurchaseCoordinator? {
        get { target.withLock { $0.coordinator } }
        set { target.withLock { $0.coordinator = newValue } }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {
        coordinator?.transactionsUpdated(transactions)
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    ) {
        coordinator?.transactionsRemoved(transactions)
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        restoreCompletedTransactionsFailedWithError error: any Error
    ) {
        coordinator?.restoreEnded(error)
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        coordinator?.restoreEnded(nil)
    }

    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {
        coordinator?.storefrontChanged()
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    ) {
        coordinator?.entitlementsRevoked(productIdentifiers)
    }

    #if !os(visionOS)
    func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload]) {
        coordinator?.downloadsUpdated(downloads)
    }
    #endif

    #if !os(watchOS)
    func paymentQueue(
        _ queue: SKPaymentQueue,
        shouldAddStorePayment payment: SKPayment,
        for product: SKProduct
    ) -> Bool {
        // On this thread, because StoreKit waits for the result.
        coordinator?.shouldAddStorePaymentHandler?(payment, product) ?? false
    }
    #endif
}

/// The handlers that only some platforms have.
struct PlatformHandlers: Sendable {
    #if !os(watchOS)
    var shouldAddStorePayment: Unchecked<ShouldAddStorePaymentHandler>?
    #endif
    #if !os(visionOS)
    var updatedDownloads: Unchecked<UpdatedDownloadsHandler>?
    #endif
}
