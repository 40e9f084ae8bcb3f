import Foundation

extension SKPayment {
    /// Everything that a payment asks for.
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
    /// Reads the properties, not the storage, so that what a subclass overrides counts.
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

/// The value of a discount, whose class compares by identity.
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
