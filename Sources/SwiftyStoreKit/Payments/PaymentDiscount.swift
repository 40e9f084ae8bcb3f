public import StoreKit

/// A signed promotional offer that is applied to a payment.
public struct PaymentDiscount: Sendable {
    let discount: SKPaymentDiscount

    /// Wraps the offer that the app's server has signed.
    public init(discount: SKPaymentDiscount) {
        self.discount = discount
    }
}
