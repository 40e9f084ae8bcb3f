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
    let quantity: Int
    let atomically: Bool
    let applicationUsername: String
    let simulatesAskToBuyInSandbox: Bool
    let discount: PaymentDiscount?

    package init(
        quantity: Int = 1,
        atomically: Bool = true,
        applicationUsername: String = "",
        simulatesAskToBuyInSandbox: Bool = false,
        discount: PaymentDiscount? = nil
    ) {
        self.quantity = quantity
        self.atomically = atomically
        self.applicationUsername = applicationUsername
        self.simulatesAskToBuyInSandbox = simulatesAskToBuyInSandbox
        self.discount = discount
    }

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
