public import Foundation

/// A request to buy a product, to be added to the payment queue.
///
/// Two payments are equal when their properties are. The queue copies a payment that is added to
/// it, so a later change of a ``SKMutablePayment`` has no effect there.
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

    /// The product's identifier in the App Store.
    open var productIdentifier: String { content.productIdentifier }

    /// Reserved by Apple; leave it nil.
    open var requestData: Data? { content.requestData }

    /// The number of units to buy; 1 by default.
    open var quantity: Int { content.quantity }

    /// A code for the customer's account with the app, which helps the App Store to detect fraud.
    open var applicationUsername: String? { content.applicationUsername }

    /// Whether the sandbox simulates Ask to Buy for the purchase.
    open var simulatesAskToBuyInSandbox: Bool { content.simulatesAskToBuyInSandbox }

    /// The promotional offer to apply, with its signature.
    open var paymentDiscount: SKPaymentDiscount? { content.paymentDiscount }

    /// Makes an immutable payment with the same properties.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = SKPayment()
        copy.content = Content(of: self)
        return copy
    }

    /// Makes a ``SKMutablePayment`` with the same properties.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        let copy = SKMutablePayment()
        copy.content = Content(of: self)
        return copy
    }

    /// Whether the other object is a payment with the same properties.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SKPayment else { return false }
        return self === other || values == other.values
    }

    /// The same hash for payments with the same properties.
    open override var hash: Int { values.hashValue }

    /// The properties as values, because a discount compares by identity.
    private var values: [AnyHashable?] {
        [
            productIdentifier, requestData, quantity, applicationUsername,
            simulatesAskToBuyInSandbox, paymentDiscount?.identifier,
            paymentDiscount?.keyIdentifier, paymentDiscount?.nonce, paymentDiscount?.signature,
            paymentDiscount?.timestamp,
        ]
    }

    override class var codedProperties: [String: CodedProperty] {
        [
            "productIdentifier": .init(
                \SKPayment.productIdentifier,
                in: \.content.productIdentifier
            ),
            "requestData": .init(\SKPayment.requestData, in: \.content.requestData),
            "quantity": .init(\SKPayment.quantity, in: \.content.quantity),
            "applicationUsername": .init(
                \SKPayment.applicationUsername,
                in: \.content.applicationUsername
            ),
            "simulatesAskToBuyInSandbox": .init(
                \SKPayment.simulatesAskToBuyInSandbox,
                in: \.content.simulatesAskToBuyInSandbox
            ),
            "paymentDiscount": .init(\SKPayment.paymentDiscount, in: \.content.paymentDiscount),
        ]
    }

    /// All properties of a payment.
    struct Content {
        var productIdentifier = ""
        var requestData: Data?
        var quantity = 1
        var applicationUsername: String?
        var simulatesAskToBuyInSandbox = false
        var paymentDiscount: SKPaymentDiscount?
    }
}

extension SKPayment.Content {
    /// Reads the properties, not the storage, because a subclass may override them.
    init(of payment: SKPayment) {
        productIdentifier = payment.productIdentifier
        requestData = payment.requestData
        quantity = payment.quantity
        applicationUsername = payment.applicationUsername
        simulatesAskToBuyInSandbox = payment.simulatesAskToBuyInSandbox
        paymentDiscount = payment.paymentDiscount
    }
}
