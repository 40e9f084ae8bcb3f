public import Foundation

/// An object that the payment queue asks before it goes on.
///
/// Both methods are optional; each is answered in place, on the main queue.
public protocol SKPaymentQueueDelegate: NSObjectProtocol {
    /// Asks whether to go on with a purchase although the storefront changed meanwhile.
    ///
    /// Without this method the answer is yes.
    func paymentQueue(
        _ paymentQueue: SKPaymentQueue,
        shouldContinue transaction: SKPaymentTransaction,
        in newStorefront: SKStorefront
    ) -> Bool

    /// Asks whether to show at once that a subscription will cost more.
    ///
    /// Without this method the answer is yes.
    func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool
}

extension SKPaymentQueueDelegate {
    /// Answers yes: the method is optional.
    public func paymentQueue(
        _ paymentQueue: SKPaymentQueue,
        shouldContinue transaction: SKPaymentTransaction,
        in newStorefront: SKStorefront
    ) -> Bool {
        true
    }

    /// Answers yes: the method is optional.
    public func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool {
        true
    }
}
