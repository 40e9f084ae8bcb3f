public import Foundation

/// The wish to buy a product, to be put into the payment queue.
///
/// Two payments are equal when they ask for the same. The queue copies a payment that is added to
/// it, so that a later change of a ``SKMutablePayment`` has no effect there.
open class SKPayment: _KeyValueCodedObject, NSCopying, NSMutableCopying {
    var content = Content()

    /// Makes a payment for one unit of no product.
    public override init() {
        super.init()
    }

    /// Makes a payment for one unit of a product.
    public convenience init(product: SKProduct) {
        self.init()
        content.productIdentifier = product.productIdentifier
    }

    /// The string that names the product to the App Store.
    open var productIdentifier: String { content.productIdentifier }

    /// Kept for the future by Apple; leave it nil.
    open var requestData: Data? { content.requestData }

    /// How many units to buy: 1 unless a ``SKMutablePayment`` says otherwise, and at least 1 for
    /// the store to sell.
    open var quantity: Int { content.quantity }

    /// A code for the customer's account with the app, which helps the App Store to notice fraud.
    open var applicationUsername: String? { content.applicationUsername }

    /// Whether the sandbox should act as if a parent had to approve the purchase.
    open var simulatesAskToBuyInSandbox: Bool { content.simulatesAskToBuyInSandbox }

    /// The promotional offer to apply, with its signature.
    open var paymentDiscount: SKPaymentDiscount? { content.paymentDiscount }

    /// Makes a payment that cannot be changed and asks for the same.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = SKPayment()
        copy.content = Content(of: self)
        return copy
    }

    /// Makes a ``SKMutablePayment`` that asks for the same.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        let copy = SKMutablePayment()
        copy.content = Content(of: self)
        return copy
    }

    /// Whether the other object is a payment that asks for the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SKPayment else { return false }
        return self === other || Content(of: self) == Content(of: other)
    }

    /// A number that is the same for payments that ask for the same.
    open override var hash: Int { Content(of: self).hashValue }

    override func codedProperty(_ key: String) -> CodedProperty? {
        switch key {
        case "productIdentifier":
            CodedProperty(self.productIdentifier, set: { self.content.productIdentifier = $0 })
        case "requestData": CodedProperty(self.requestData, set: { self.content.requestData = $0 })
        case "quantity": CodedProperty(self.quantity, set: { self.content.quantity = $0 })
        case "applicationUsername":
            CodedProperty(self.applicationUsername, set: { self.content.applicationUsername = $0 })
        case "simulatesAskToBuyInSandbox":
            CodedProperty(
                self.simulatesAskToBuyInSandbox,
                set: { self.content.simulatesAskToBuyInSandbox = $0 }
            )
        case "paymentDiscount":
            CodedProperty(self.paymentDiscount, set: { self.content.paymentDiscount = $0 })
        default: nil
        }
    }
}
