public import StoreKit

/// A signed promotional offer that is applied to a payment.
public struct PaymentDiscount: Sendable {
    let discount: SKPaymentDiscount

    /// Wraps the offer that the app's server has signed.
    public init(discount: SKPaymentDiscount) {
        self.discount = discount
    }
}

/// The options that a client can choose for a payment.
package struct PaymentOptions: Sendable {
    var quantity = 1
    var atomically = true
    var applicationUsername = ""
    var simulatesAskToBuyInSandbox = false
    var discount: PaymentDiscount?

    /// The payment for StoreKit; an empty user name counts as none.
    func payment(for product: SKProduct) -> SKPayment {
        let payment = SKMutablePayment(product: product)
        payment.quantity = quantity
        payment.applicationUsername = applicationUsername.nilIfEmpty
        payment.simulatesAskToBuyInSandbox = simulatesAskToBuyInSandbox
        payment.paymentDiscount = discount?.discount
        return payment
    }
}
