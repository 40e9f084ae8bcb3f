public import Foundation

/// A payment whose properties can be set until it is added to the queue.
///
/// Its hash changes with its properties: put a copy, not the payment itself, into a set.
open class SKMutablePayment: SKPayment {
    /// Makes a payment for one unit of no product.
    public override init() {
        super.init()
    }

    /// The product's identifier in the App Store.
    open override var productIdentifier: String {
        get { super.productIdentifier }
        set { content.productIdentifier = newValue }
    }

    /// Reserved by Apple; leave it nil.
    open override var requestData: Data? {
        get { super.requestData }
        set { content.requestData = newValue }
    }

    /// The number of units to buy.
    ///
    /// Any number can be set; the store refuses one below 1.
    open override var quantity: Int {
        get { super.quantity }
        set { content.quantity = newValue }
    }

    /// A code for the customer's account with the app, which helps the App Store to detect fraud.
    open override var applicationUsername: String? {
        get { super.applicationUsername }
        set { content.applicationUsername = newValue }
    }

    /// Whether the sandbox simulates Ask to Buy for the purchase.
    open override var simulatesAskToBuyInSandbox: Bool {
        get { super.simulatesAskToBuyInSandbox }
        set { content.simulatesAskToBuyInSandbox = newValue }
    }

    /// The promotional offer to apply, with its signature.
    open override var paymentDiscount: SKPaymentDiscount? {
        get { super.paymentDiscount }
        set { content.paymentDiscount = newValue }
    }
}
