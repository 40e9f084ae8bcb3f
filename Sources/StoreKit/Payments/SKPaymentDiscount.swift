public import Foundation

/// A promotional offer, signed for one customer.
open class SKPaymentDiscount: NSObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it; the stored property never changes.
    private let content: Content

    /// Makes a discount from what the app's server signed.
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
}

private struct Content {
    var identifier = ""
    var keyIdentifier = ""
    var nonce = UUID()
    var signature = ""
    var timestamp: NSNumber = 0
}
