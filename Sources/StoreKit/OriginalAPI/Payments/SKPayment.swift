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
        return self === other || Content(of: self) == Content(of: other)
    }

    /// The same hash for payments with the same properties.
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

extension SKPayment {
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

extension SKPayment.Content: Hashable {
    static func == (left: Self, right: Self) -> Bool {
        left.productIdentifier == right.productIdentifier
            && left.requestData == right.requestData
            && left.quantity == right.quantity
            && left.applicationUsername == right.applicationUsername
            && left.simulatesAskToBuyInSandbox == right.simulatesAskToBuyInSandbox
            && left.offer == right.offer
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(productIdentifier)
        hasher.combine(requestData)
        hasher.combine(quantity)
        hasher.combine(applicationUsername)
        hasher.combine(simulatesAskToBuyInSandbox)
        hasher.combine(offer)
    }

    private var offer: Offer? { paymentDiscount.map(Offer.init) }
}

/// The content of a discount as a value, because the class compares by identity.
private struct Offer: Hashable {
    let identifier: String
    let keyIdentifier: String
    let nonce: UUID
    let signature: String
    let timestamp: NSNumber

    init(_ discount: SKPaymentDiscount) {
        identifier = discount.identifier
        keyIdentifier = discount.keyIdentifier
        nonce = discount.nonce
        signature = discount.signature
        timestamp = discount.timestamp
    }
}
