import Crypto
public import Foundation

/// A key that signs promotional offers: a private key on the curve P-256, with its identifier.
///
/// App Store Connect issues such keys as `.p8` files, and Xcode writes one into a `.storekit` file.
public struct PromotionalOfferKey: Sendable {
    /// The identifier of the key, which is part of every signature.
    public let id: String
    let key: P256.Signing.PrivateKey

    /// Makes a new key without storing it.
    public init(id: String) {
        self.id = id
        key = P256.Signing.PrivateKey()
    }

    /// Makes a key of a private key in PKCS #8 (RFC 5958), in Base64, as in a `.storekit` file.
    ///
    /// - Throws: ``Error`` with the mistake in the string.
    public init(id: String, base64Encoded: String) throws(Error) {
        guard let bytes = Data(base64Encoded: base64Encoded) else { throw .malformedBase64 }
        try self.init(id: id, document: PKCS8Document(bytes: Array(bytes)))
    }

    /// Makes a key of a private key in PEM (RFC 7468), as in a `.p8` file.
    ///
    /// - Throws: ``Error`` with the mistake in the string.
    public init(id: String, pemRepresentation: String) throws(Error) {
        try self.init(id: id, document: PKCS8Document(pem: pemRepresentation))
    }

    private init(id: String, document: PKCS8Document) throws(Error) {
        key = try document.key()
        self.id = id
    }
}

extension PromotionalOfferKey: Equatable {
    /// Whether identifier and key are the same; identifiers are compared byte by byte.
    public static func == (left: Self, right: Self) -> Bool {
        left.id.utf8.elementsEqual(right.id.utf8)
            && left.key.rawRepresentation == right.key.rawRepresentation
    }
}

extension PromotionalOfferKey {
    /// The reason why a string isn't a key.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The string is not Base64.
        case malformedBase64
        /// The string is not one document in PEM with the label `PRIVATE KEY`.
        case malformedPEM
        /// The bytes are not a private key on the curve P-256 in PKCS #8.
        case malformedKey
        /// The document also has the public key of another private key.
        case otherPublicKey
    }
}

extension PromotionalOfferKey.Error: LocalizedError {
    /// The problem, without any part of the key.
    public var errorDescription: String? {
        switch self {
        case .malformedBase64: "The private key is not Base64"
        case .malformedPEM: "The private key is not a single PRIVATE KEY in PEM"
        case .malformedKey: "The private key is not a key on the curve P-256 in PKCS #8"
        case .otherPublicKey: "The public key in PKCS #8 is not that of the private key"
        }
    }
}
