public import Foundation

/// The bytes of a receipt that is not verified.
///
/// A ``ReceiptVerifier`` makes a ``Receipt`` of it. ``unverifiedContent()`` decodes its content
/// without checking the signature.
public struct SignedReceipt: Hashable, Sendable {
    /// The bytes of the receipt file: a CMS message in DER, or in BER from Xcode.
    public let bytes: [UInt8]

    /// Makes a receipt of any bytes; nothing is decoded yet.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Makes a receipt of the data of a receipt file; nothing is decoded yet.
    public init(_ data: Data) {
        self.init(bytes: Array(data))
    }

    /// Decodes Base64 in the standard alphabet with padding, exactly as it is encoded.
    ///
    /// - Parameters:
    ///   - text: The string in Base64.
    ///   - ignoringWhitespace: Whether the string may contain white space, such as line breaks.
    /// - Throws: ``Error/notBase64``.
    public init(base64Encoded text: String, ignoringWhitespace: Bool = false) throws(Error) {
        let encoded = ignoringWhitespace ? text.filter { !$0.isWhitespace } : text
        guard let bytes = Base64Coding.standard.decode(Array(encoded.utf8)[...]) else {
            throw .notBase64
        }
        self.init(bytes: bytes)
    }

    /// The bytes in Base64, as verifyReceipt requires them.
    public var base64Encoded: String { Data(bytes).base64EncodedString() }
}

extension SignedReceipt {
    /// The reason why bytes cannot be decoded as a receipt.
    ///
    /// `offset` counts bytes from the start of the receipt. In a receipt whose content is split
    /// into pieces (Xcode's), an offset inside the content counts from the start of the content.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The string is not Base64 in the standard alphabet with padding.
        case notBase64
        /// The bytes do not have the form of a receipt.
        case malformed(detail: String, offset: Int)
        /// The form is right, but requires something that receipts never have, such as another
        /// digest algorithm.
        case unsupported(detail: String, offset: Int)
        /// A limit is exceeded that no real receipt reaches.
        case tooMuch(of: String, limit: Int, offset: Int)
        /// The number of signers is not one.
        case signerCount(Int)
    }
}

extension SignedReceipt.Error: LocalizedError, CustomStringConvertible {
    /// The problem and its place, in a sentence.
    public var description: String {
        switch self {
        case .notBase64:
            "The string is not Base64"
        case .malformed(let detail, let offset):
            "The receipt is malformed at byte \(offset): \(detail)"
        case .unsupported(let detail, let offset):
            "The receipt has an unexpected element at byte \(offset): \(detail)"
        case .tooMuch(let subject, let limit, let offset):
            "The receipt has more than \(limit) \(subject) at byte \(offset)"
        case .signerCount(let count):
            "The receipt has \(count) signers instead of one"
        }
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}

/// The digest algorithm of a receipt's signature, the weaker one first.
public enum ReceiptDigest: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// SHA-1, which Apple used until August 2023.
    case sha1
    /// SHA-256, which Apple uses since.
    case sha256

    /// Whether the left digest is the weaker one.
    public static func < (left: ReceiptDigest, right: ReceiptDigest) -> Bool {
        left.rawValue < right.rawValue
    }
}
