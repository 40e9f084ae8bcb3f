public import Foundation

/// A promotional offer, signed for one customer.
open class SKPaymentDiscount: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it; only the initializers and key-value coding
    // set the content, and that must not be used on an object that is shared between threads.
    private var content: Content

    /// Makes a discount from the values that the app's server signed.
    ///
    /// - Parameters:
    ///   - identifier: The offer's identifier, as in ``SKProductDiscount/identifier``.
    ///   - keyIdentifier: The identifier of the signing key.
    ///   - nonce: A UUID used for this signature only.
    ///   - signature: The signature, in Base64.
    ///   - timestamp: The time of the signature, in milliseconds since 1970.
    public init(
        identifier: String,
        keyIdentifier: String,
        nonce: UUID,
        signature: String,
        timestamp: NSNumber
    ) {
        content = Content(
            identifier: identifier,
            keyIdentifier: keyIdentifier,
            nonce: nonce,
            signature: signature,
            timestamp: timestamp
        )
        super.init()
    }

    /// Makes an empty discount: empty strings, a random nonce and a timestamp of zero.
    public override init() {
        content = Content()
        super.init()
    }

    /// The offer's identifier, as in ``SKProductDiscount/identifier``.
    open var identifier: String { content.identifier }

    /// The identifier of the signing key.
    open var keyIdentifier: String { content.keyIdentifier }

    /// A UUID used for this signature only.
    open var nonce: UUID { content.nonce }

    /// The signature, in Base64.
    open var signature: String { content.signature }

    /// The time of the signature, in milliseconds since 1970.
    open var timestamp: NSNumber { content.timestamp }

    override func codedProperty(_ key: String) -> CodedProperty? {
        switch key {
        case "identifier": CodedProperty(self.identifier, set: { self.content.identifier = $0 })
        case "keyIdentifier":
            CodedProperty(self.keyIdentifier, set: { self.content.keyIdentifier = $0 })
        case "nonce": CodedProperty(self.nonce, set: { self.content.nonce = $0 })
        case "signature": CodedProperty(self.signature, set: { self.content.signature = $0 })
        case "timestamp": CodedProperty(self.timestamp, set: { self.content.timestamp = $0 })
        default: nil
        }
    }
}

private struct Content {
    var identifier = ""
    var keyIdentifier = ""
    var nonce = UUID()
    var signature = ""
    var timestamp: NSNumber = 0
}
