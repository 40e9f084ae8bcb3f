public import Foundation

/// An object that decides whether the payment queue continues.
///
/// Both methods are optional. They are called on the main queue.
public protocol SKPaymentQueueDelegate: NSObjectProtocol {
    /// Whether to continue with a purchase although the storefront has changed meanwhile.
    ///
    /// Without this method it continues.
    func paymentQueue(
        _ paymentQueue: SKPaymentQueue,
        shouldContinue transaction: SKPaymentTransaction,
        in newStorefront: SKStorefront
    ) -> Bool

    /// Whether to show the sheet about a subscription's price increase immediately.
    ///
    /// It is asked once for each increase: when the customer's consent becomes necessary, and after
    /// a launch at which it still is. If it returns `false`, the sheet is shown when the app calls
    /// ``SKPaymentQueue/showPriceConsentIfNeeded()``. Without this method it is shown.
    func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool
}

extension SKPaymentQueueDelegate {
    /// Returns `true`: the method is optional.
    public func paymentQueue(
        _ paymentQueue: SKPaymentQueue,
        shouldContinue transaction: SKPaymentTransaction,
        in newStorefront: SKStorefront
    ) -> Bool {
        true
    }

    /// Returns `true`: the method is optional.
    public func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool {
        true
    }

    // Objective-C's optional methods are called with `?` or `!` after the name. Swift's protocols
    // have none, so properties with the methods' names take such calls.

    /// For calls written `delegate.paymentQueue?(queue, shouldContinue: ..., in: ...)`; never nil.
    @_disfavoredOverload
    public var paymentQueue: _SKPaymentQueueDelegateCall? {
        _SKPaymentQueueDelegateCall(delegate: self)
    }

    /// For calls written with `?(queue)` after the name; never nil.
    @_disfavoredOverload
    public var paymentQueueShouldShowPriceConsent: ((SKPaymentQueue) -> Bool)? {
        { queue in self.paymentQueueShouldShowPriceConsent(queue) }
    }
}

/// A call of ``SKPaymentQueueDelegate`` that is written as one of an optional method.
public struct _SKPaymentQueueDelegateCall {
    let delegate: any SKPaymentQueueDelegate

    /// Calls the delegate's method of the same name and parameters.
    public func callAsFunction(
        _ paymentQueue: SKPaymentQueue,
        shouldContinue transaction: SKPaymentTransaction,
        in newStorefront: SKStorefront
    ) -> Bool {
        delegate.paymentQueue(paymentQueue, shouldContinue: transaction, in: newStorefront)
    }
}
