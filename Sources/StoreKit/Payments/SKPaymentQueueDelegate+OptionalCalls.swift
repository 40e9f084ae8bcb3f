// Objective-C's optional methods are called with `?` or `!` between name and arguments. A pure
// Swift protocol has none, so that a property of the method's name takes such a call.
extension SKPaymentQueueDelegate {
    /// The method for callers that write `delegate.paymentQueue?(queue, shouldContinue: ..., in:
    /// ...)`; never nil.
    @_disfavoredOverload
    public var paymentQueue: _SKPaymentQueueDelegateCall? {
        _SKPaymentQueueDelegateCall(delegate: self)
    }

    /// The method of this name for callers that write `?(queue)` after it; never nil.
    @_disfavoredOverload
    public var paymentQueueShouldShowPriceConsent: ((SKPaymentQueue) -> Bool)? {
        { queue in self.paymentQueueShouldShowPriceConsent(queue) }
    }
}

/// A call of ``SKPaymentQueueDelegate`` that is written as one of an optional method.
public struct _SKPaymentQueueDelegateCall {
    let delegate: any SKPaymentQueueDelegate

    /// Asks the delegate whether to go on although the storefront changed.
    public func callAsFunction(
        _ paymentQueue: SKPaymentQueue,
        shouldContinue transaction: SKPaymentTransaction,
        in newStorefront: SKStorefront
    ) -> Bool {
        delegate.paymentQueue(paymentQueue, shouldContinue: transaction, in: newStorefront)
    }
}
