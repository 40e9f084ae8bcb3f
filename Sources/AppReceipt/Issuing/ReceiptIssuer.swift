import Crypto
import Foundation
import _CryptoExtras

/// Issues receipts: encodes their content as the App Store does and signs it.
///
/// ```swift
/// let identity = try SigningIdentity.make(name: "Example", validFrom: start, until: end)
/// let receipt = try ReceiptIssuer(identity: identity).issue(content)
/// let roots = try TrustedRoots([identity.rootCertificate])
/// ```
public struct ReceiptIssuer: Sendable {
    /// Who signs.
    public let identity: SigningIdentity
    /// The digest that is signed; the App Store uses SHA-256.
    public let digest: ReceiptDigest

    /// Makes an issuer.
    public init(identity: SigningIdentity, digest: ReceiptDigest = .sha256) {
        self.identity = identity
        self.digest = digest
    }

    /// Encodes and signs a content; dates lose their fractions of a second.
    ///
    /// The receipt reads back as the same content, except that an empty text reads as none.
    ///
    /// - Throws: ``Error``, if a reader would refuse the receipt, or the key cannot sign.
    public func issue(_ content: ReceiptContent) throws(Error) -> SignedReceipt {
        let receipt = try sign(payload: try PayloadWriter(content: content).payload())
        do throws(SignedReceipt.Error) {
            _ = try receipt.unverifiedContent()
        } catch {
            throw .unreadable(detail: error.description)
        }
        return receipt
    }

    /// Signs octets as they are, also those that no reader takes.
    func sign(payload: [UInt8]) throws(Error) -> SignedReceipt {
        let writer = EnvelopeWriter(
            certificates: identity.certificates,
            issuerAndSerial: identity.issuerAndSerial,
            digest: digest
        )
        let signature = try signature(over: payload)
        return SignedReceipt(bytes: writer.message(content: payload, signature: signature))
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
