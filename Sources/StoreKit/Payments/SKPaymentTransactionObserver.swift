public import Foundation

/// An object that handles what happens in the payment queue.
///
/// Only `paymentQueue(_:updatedTransactions:)` is required. Everything is called on the main queue;
/// the queue does not keep its observers alive.
public protocol SKPaymentTransactionObserver: NSObjectProtocol {
    /// Hands over transactions that are new or have changed.
    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    )

    /// Tells which transactions left the queue because they were finished.
    func paymentQueue(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    )

    /// Tells that restoring stopped; some transactions may have come already.
    func paymentQueue(
        _ queue: SKPaymentQueue,
        restoreCompletedTransactionsFailedWithError error: any Error
    )

    /// Tells that every transaction to restore has been handed over.
    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue)

    /// Hands over downloads that have changed.
    func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload])

    /// Asks whether to go on with a purchase that the customer began in the App Store.
    ///
    /// Answered in place. Without this method the answer is no, and the app may add the payment
    /// later itself.
    func paymentQueue(
        _ queue: SKPaymentQueue,
        shouldAddStorePayment payment: SKPayment,
        for product: SKProduct
    ) -> Bool

    /// Tells that the customer now uses another storefront; prices and products may differ.
    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue)

    /// Tells which products the customer may no longer use, as family sharing ended or a purchase
    /// was refunded.
    func paymentQueue(
        _ queue: SKPaymentQueue,
        didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    )
}

extension SKPaymentTransactionObserver {
    /// Does nothing: the method is optional.
    public func paymentQueue(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    ) {}

    /// Does nothing: the method is optional.
    public func paymentQueue(
        _ queue: SKPaymentQueue,
        restoreCompletedTransactionsFailedWithError error: any Error
    ) {}

    /// Does nothing: the method is optional.
    public func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {}

    /// Does nothing: the method is optional.
    public func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload]) {}

    /// Answers no: the method is optional.
    public func paymentQueue(
        _ queue: SKPaymentQueue,
        shouldAddStorePayment payment: SKPayment,
        for product: SKProduct
    ) -> Bool {
        false
    }

    /// Does nothing: the method is optional.
    public func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {}

    /// Does nothing: the method is optional.
    public func paymentQueue(
        _ queue: SKPaymentQueue,
        didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    ) {}
}
