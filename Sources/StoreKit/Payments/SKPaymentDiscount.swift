public import Foundation

/// A promotional offer with the signature that lets a customer have it.
open class SKPaymentDiscount: NSObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it; nothing changes these.
    private let content: Content

    /// Makes a discount from what the app's own server signed.
    ///
    /// - Parameters:
    ///   - identifier: The promotional offer, as ``SKProductDiscount/identifier`` names it.
    ///   - keyIdentifier: The key that signed.
    ///   - nonce: The number used for this signature alone.
    ///   - signature: The signature, in Base64.
    ///   - timestamp: When it was signed, in milliseconds since 1970.
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

    /// Makes a discount that offers nothing: empty texts, a nonce of its own and a time of zero.
    public override init() {
        content = Content()
        super.init()
    }

    /// The promotional offer, as ``SKProductDiscount/identifier`` names it.
    open var identifier: String { content.identifier }

    /// The key that signed.
    open var keyIdentifier: String { content.keyIdentifier }

    /// The number used for this signature alone.
    open var nonce: UUID { content.nonce }

    /// The signature, in Base64.
    open var signature: String { content.signature }

    /// When it was signed, in milliseconds since 1970.
    open var timestamp: NSNumber { content.timestamp }
}

private struct Content {
    var identifier = ""
    var keyIdentifier = ""
    var nonce = UUID()
    var signature = ""
    var timestamp: NSNumber = 0
}
