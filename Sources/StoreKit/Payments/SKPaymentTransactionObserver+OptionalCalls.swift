// Objective-C's optional methods are called with `?` or `!` between name and arguments. A pure
// Swift protocol has none, so that a property of the method's name takes such a call.
extension SKPaymentTransactionObserver {
    /// The optional methods for callers that write `observer.paymentQueue?(queue, ...)`; never nil.
    @_disfavoredOverload
    public var paymentQueue: _SKPaymentTransactionObserverCall? {
        _SKPaymentTransactionObserverCall(observer: self)
    }

    /// The method of this name for callers that write `?(queue)` after it; never nil.
    @_disfavoredOverload
    public var paymentQueueRestoreCompletedTransactionsFinished: ((SKPaymentQueue) -> Void)? {
        { queue in self.paymentQueueRestoreCompletedTransactionsFinished(queue) }
    }

    /// The method of this name for callers that write `?(queue)` after it; never nil.
    @_disfavoredOverload
    public var paymentQueueDidChangeStorefront: ((SKPaymentQueue) -> Void)? {
        { queue in self.paymentQueueDidChangeStorefront(queue) }
    }
}

/// A call of ``SKPaymentTransactionObserver`` that is written as one of an optional method.
public struct _SKPaymentTransactionObserverCall {
    let observer: any SKPaymentTransactionObserver

    /// Tells the observer which transactions left the queue.
    public func callAsFunction(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    ) {
        observer.paymentQueue(queue, removedTransactions: transactions)
    }

    /// Tells the observer that restoring stopped.
    public func callAsFunction(
        _ queue: SKPaymentQueue,
        restoreCompletedTransactionsFailedWithError error: any Error
    ) {
        observer.paymentQueue(queue, restoreCompletedTransactionsFailedWithError: error)
    }

    /// Hands the observer the downloads that have changed.
    public func callAsFunction(
        _ queue: SKPaymentQueue,
        updatedDownloads downloads: [SKDownload]
    ) {
        observer.paymentQueue(queue, updatedDownloads: downloads)
    }

    /// Asks the observer whether to go on with a purchase begun in the App Store.
    public func callAsFunction(
        _ queue: SKPaymentQueue,
        shouldAddStorePayment payment: SKPayment,
        for product: SKProduct
    ) -> Bool {
        observer.paymentQueue(queue, shouldAddStorePayment: payment, for: product)
    }

    /// Tells the observer which products the customer may no longer use.
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
