public import Foundation

/// A promotional offer, signed for one customer.
open class SKPaymentDiscount: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it. Only initializers and key-value coding set
    // the properties, and that must not be used on an object that is shared between threads.
    // With a setter, no test double could override these with a narrower type.
    private var storedTimestamp: NSNumber = 0

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
        self.identifier = identifier
        self.keyIdentifier = keyIdentifier
        self.nonce = nonce
        self.signature = signature
        storedTimestamp = timestamp
        super.init()
    }

    /// Makes an empty discount: empty strings, a random nonce and a timestamp of zero.
    public override init() {
        super.init()
    }

    /// The offer's identifier, as in ``SKProductDiscount/identifier``.
    open private(set) var identifier = ""

    /// The identifier of the signing key.
    open private(set) var keyIdentifier = ""

    /// A UUID used for this signature only.
    open private(set) var nonce = UUID()

    /// The signature, in Base64.
    open private(set) var signature = ""

    /// The time of the signature, in milliseconds since 1970.
    open var timestamp: NSNumber { storedTimestamp }

    override class var codedProperties: [String: CodedProperty] {
        [
            "identifier": .init(\SKPaymentDiscount.identifier),
            "keyIdentifier": .init(\SKPaymentDiscount.keyIdentifier),
            "nonce": .init(\SKPaymentDiscount.nonce),
            "signature": .init(\SKPaymentDiscount.signature),
            "timestamp": .init(\SKPaymentDiscount.timestamp, in: \.storedTimestamp),
        ]
    }
}
