import Foundation
import StoreKit
import SwiftyStoreKit

/// A payment queue that answers at once and on the caller's thread, for many callers at a time.
// Unchecked because the observer is set before the callers begin and the rest holds a lock.
final class BusyQueue: PaymentQueue, @unchecked Sendable {
    private let sender = SKPaymentQueue()
    private var observer: (any SKPaymentTransactionObserver)?

    let finished = Recorder<SKPaymentTransaction>()
    let restores = Recorder<String?>()

    func add(_ observer: any SKPaymentTransactionObserver) { self.observer = observer }
    func remove(_ observer: any SKPaymentTransactionObserver) { self.observer = nil }

    func add(_ payment: SKPayment) {
        let transaction = TestTransaction.make(payment, state: .purchasing)
        update(transaction)
        update(transaction.becomes(.purchased))
    }

    func restoreCompletedTransactions(withApplicationUsername username: String?) {
        restores.record(username)
        update(TestTransaction.make(state: .restored))
        observer?.paymentQueueRestoreCompletedTransactionsFinished?(sender)
    }

    func finishTransaction(_ transaction: SKPaymentTransaction) { finished.record(transaction) }

    #if !os(visionOS)
    func start(_ downloads: [SKDownload]) {}
    func pause(_ downloads: [SKDownload]) {}
    func resume(_ downloads: [SKDownload]) {}
    func cancel(_ downloads: [SKDownload]) {}
    #endif

    func update(_ transaction: SKPaymentTransaction) {
        observer?.paymentQueue(sender, updatedTransactions: [transaction])
    }

    @available(iOS 14, macOS 11, tvOS 14, watchOS 7, macCatalyst 14, *)
    func revoke(_ productIds: [String]) {
        observer?.paymentQueue?(sender, didRevokeEntitlementsForProductIdentifiers: productIds)
    }

    #if !os(visionOS)
    func updateDownloads() {
        observer?.paymentQueue?(sender, updatedDownloads: [])
    }
    #endif

    #if !os(watchOS)
    @available(macOS 11, macCatalyst 14, *)
    func asksToAdd() -> Bool? {
        let product = TestProduct.make()
        return observer?.paymentQueue?(
            sender,
            shouldAddStorePayment: SKPayment(product: product),
            for: product
        )
    }
    #endif
}
