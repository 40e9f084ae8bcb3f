public import Foundation

/// The octets of a receipt that nobody has verified yet.
///
/// A ``ReceiptVerifier`` makes a ``Receipt`` of it. ``unverifiedContent()`` reads what it claims
/// without a look at the signature.
public struct SignedReceipt: Hashable, Sendable {
    /// The receipt's octets, as the App Store delivers them: a CMS message in DER, from Xcode in
    /// BER.
    public let bytes: [UInt8]

    /// Takes octets as they are; nothing is read yet.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Takes the content of a receipt file as it is; nothing is read yet.
    public init(_ data: Data) {
        self.init(bytes: Array(data))
    }

    /// Decodes Base64 in the standard alphabet with padding; with `ignoringWhitespace` also broken
    /// into lines.
    ///
    /// - Throws: ``Error/notBase64``.
    public init(base64Encoded text: String, ignoringWhitespace: Bool = false) throws(Error) {
        let kept = ignoringWhitespace ? text.filter { !$0.isWhitespace } : text
        // Foundation also reads texts with too much padding.
        let octets = kept.utf8
        guard octets.count.isMultiple(of: 4), !octets.suffix(3).elementsEqual("===".utf8),
            let data = Data(base64Encoded: kept)
        else { throw .notBase64 }
        self.init(data)
    }

    /// The octets in Base64, as `verifyReceipt` wants them.
    public var base64Encoded: String { Data(bytes).base64EncodedString() }
}
