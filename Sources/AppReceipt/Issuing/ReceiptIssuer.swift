import Crypto
public import Foundation
import _CryptoExtras

/// Issues receipts: encodes a content as the App Store does, and signs it.
///
/// ```swift
/// let identity = try SigningIdentity.make(name: "Example", validFrom: start, until: end)
/// let receipt = try ReceiptIssuer(identity: identity).issue(content)
/// let roots = try TrustedRoots([identity.rootCertificate])
/// ```
public struct ReceiptIssuer: Sendable {
    /// The identity that signs.
    public let identity: SigningIdentity
    /// The digest algorithm of the signature; the App Store uses SHA-256.
    public let digest: ReceiptDigest

    /// Makes an issuer.
    public init(identity: SigningIdentity, digest: ReceiptDigest = .sha256) {
        self.identity = identity
        self.digest = digest
    }

    /// Encodes and signs a content.
    ///
    /// Decoding the receipt gives the same content, except that dates lose their fractions of a
    /// second, and that an empty string becomes `nil`.
    ///
    /// - Throws: ``Error``, if the receipt could not be decoded, or the key cannot sign.
    public func issue(_ content: ReceiptContent) throws(Error) -> SignedReceipt {
        let receipt = try sign(payload: try PayloadEncoder(content: content).payload())
        do throws(SignedReceipt.Error) {
            _ = try receipt.unverifiedContent()
        } catch {
            throw .unreadable(detail: error.description)
        }
        return receipt
    }

    /// Signs any bytes, also those that cannot be decoded.
    func sign(payload: [UInt8]) throws(Error) -> SignedReceipt {
        let encoder = CMSSignedDataEncoder(
            certificates: identity.certificates,
            issuerAndSerial: identity.issuerAndSerial,
            digest: digest
        )
        let signature = try signature(over: payload)
        return SignedReceipt(bytes: encoder.message(content: payload, signature: signature))
    }

    private func signature(over payload: [UInt8]) throws(Error) -> [UInt8] {
        do {
            let signature =
                switch digest {
                case .sha1:
                    try identity.key.signature(
                        for: Insecure.SHA1.hash(data: payload),
                        padding: .insecurePKCS1v1_5
                    )
                case .sha256:
                    try identity.key.signature(
                        for: SHA256.hash(data: payload),
                        padding: .insecurePKCS1v1_5
                    )
                }
            return Array(signature.rawRepresentation)
        } catch {
            throw .signing(detail: "\(error)")
        }
    }
}

extension ReceiptIssuer {
    /// The reason why no receipt was issued.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The date of this attribute lies outside the years 1 to 9999.
        case unrepresentableDate(attribute: Int)
        /// The type or version of this attribute lies outside 0 to 2^31 - 1.
        case unrepresentableAttribute(type: Int)
        /// The receipt could not be decoded, such as one with a duplicate attribute.
        case unreadable(detail: String)
        /// The key cannot sign.
        case signing(detail: String)
    }
}

extension ReceiptIssuer.Error: LocalizedError {
    /// The problem and its place, in a sentence.
    public var errorDescription: String? {
        switch self {
        case .unrepresentableDate(let attribute):
            "The date of attribute \(attribute) lies outside the years 1 to 9999"
        case .unrepresentableAttribute(let type):
            "The type or version of attribute \(type) lies outside 0 to \(Int32.max)"
        case .unreadable(let detail):
            "The issued receipt could not be decoded: \(detail)"
        case .signing(let detail):
            "The key cannot sign: \(detail)"
        }
    }
}
