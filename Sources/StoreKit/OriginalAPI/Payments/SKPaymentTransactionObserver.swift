public import Foundation

/// An object that handles the events of the payment queue.
///
/// Only `paymentQueue(_:updatedTransactions:)` is required. All methods are called on the main
/// queue. The queue does not keep its observers alive.
public protocol SKPaymentTransactionObserver: NSObjectProtocol {
    /// Delivers transactions that are new or have changed.
    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    )

    /// Reports transactions that were removed from the queue because they were finished.
    func paymentQueue(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    )

    /// Reports that restoring failed; some transactions may have been delivered before.
    func paymentQueue(
        _ queue: SKPaymentQueue,
        restoreCompletedTransactionsFailedWithError error: any Error
    )

    /// Reports that every restored transaction has been delivered.
    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue)

    /// Delivers downloads that have changed.
    func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload])

    /// Whether to continue with a purchase that the customer began in the App Store.
    ///
    /// Without this method it does not continue. An app that returns `false` may add the payment
    /// later itself.
    func paymentQueue(
        _ queue: SKPaymentQueue,
        shouldAddStorePayment payment: SKPayment,
        for product: SKProduct
    ) -> Bool

    /// Reports that the storefront changed; prices and products may differ.
    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue)

    /// Reports products that the customer may no longer use, because family sharing ended or a
    /// purchase was refunded.
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

    /// Returns `false`: the method is optional.
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

    // Objective-C's optional methods are called with `?` or `!` after the name. Swift's protocols
    // have none, so properties with the methods' names take such calls.

    /// For calls written `observer.paymentQueue?(queue, ...)`; never nil.
    @_disfavoredOverload
    public var paymentQueue: _SKPaymentTransactionObserverCall? {
        _SKPaymentTransactionObserverCall(observer: self)
    }

    /// For calls written with `?(queue)` after the name; never nil.
    @_disfavoredOverload
    public var paymentQueueRestoreCompletedTransactionsFinished: ((SKPaymentQueue) -> Void)? {
        { queue in self.paymentQueueRestoreCompletedTransactionsFinished(queue) }
    }

    /// For calls written with `?(queue)` after the name; never nil.
    @_disfavoredOverload
    public var paymentQueueDidChangeStorefront: ((SKPaymentQueue) -> Void)? {
        { queue in self.paymentQueueDidChangeStorefront(queue) }
    }
}

/// A call of ``SKPaymentTransactionObserver`` that is written as one of an optional method.
public struct _SKPaymentTransactionObserverCall {
    let observer: any SKPaymentTransactionObserver

    /// Calls the observer's method of the same name and parameters.
    public func callAsFunction(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    ) {
        observer.paymentQueue(queue, removedTransactions: transactions)
    }

    /// Calls the observer's method of the same name and parameters.
    public func callAsFunction(
        _ queue: SKPaymentQueue,
        restoreCompletedTransactionsFailedWithError error: any Error
    ) {
        observer.paymentQueue(queue, restoreCompletedTransactionsFailedWithError: error)
    }

    /// Calls the observer's method of the same name and parameters.
    public func callAsFunction(
        _ queue: SKPaymentQueue,
        updatedDownloads downloads: [SKDownload]
    ) {
        observer.paymentQueue(queue, updatedDownloads: downloads)
    }

    /// Calls the observer's method of the same name and parameters.
    public func callAsFunction(
        _ queue: SKPaymentQueue,
        shouldAddStorePayment payment: SKPayment,
        for product: SKProduct
    ) -> Bool {
        observer.paymentQueue(queue, shouldAddStorePayment: payment, for: product)
    }

    /// Calls the observer's method of the same name and parameters.
    public func callAsFunction(
        _ queue: SKPaymentQueue,
        didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    ) {
        observer.paymentQueue(
            queue,
            didRevokeEntitlementsForProductIdentifiers: productIdentifiers
        )
    }
}
