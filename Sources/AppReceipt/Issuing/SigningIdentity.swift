import Foundation
import X509
import _CryptoExtras

/// A key that signs receipts, and the certificates that lead from it to a root.
public struct SigningIdentity: Sendable {
    /// The certificates in DER: the signer's, the intermediate, the root.
    public let certificates: [[UInt8]]
    let key: _RSA.Signing.PrivateKey
    let issuerAndSerial: [UInt8]

    /// Takes up an identity that was kept.
    ///
    /// - Parameters:
    ///   - certificates: The signer's certificate, the intermediate and the root, each in DER.
    ///   - privateKeyPEM: The signer's RSA key, of 2048 bits at least, in PEM.
    /// - Throws: ``Error``, if there are not three certificates or the key is not the signer's.
    public init(certificates: [[UInt8]], privateKeyPEM: String) throws(Error) {
        guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: privateKeyPEM) else {
            throw .unusableKey
        }
        try self.init(certificates: certificates, key: key)
    }

    init(certificates: [[UInt8]], key: _RSA.Signing.PrivateKey) throws(Error) {
        guard certificates.count == 3, let signer = certificates.first else {
            throw .certificateCount(certificates.count)
        }
        for (index, octets) in certificates.enumerated() {
            guard Certificate(embedded: octets[...]) != nil else {
                throw .malformedCertificate(index: index)
            }
        }
        guard let parsed = Certificate(embedded: signer[...]),
            let octets = try? Self.issuerAndSerial(of: signer)
        else { throw .malformedCertificate(index: 0) }
        guard parsed.publicKey == Certificate.PublicKey(key.publicKey) else { throw .unusableKey }
        self.certificates = certificates
        self.key = key
        issuerAndSerial = octets
    }

    /// The root in DER, for ``TrustedRoots``.
    public var rootCertificate: [UInt8] { certificates[certificates.count - 1] }

    /// The signer's private key in PEM: keep it where only its owner can read it.
    public var privateKeyPEM: String { key.pemRepresentation }

    private static func issuerAndSerial(
        of certificate: [UInt8]
    ) throws(SignedReceipt.Error) -> [UInt8] {
        let slice = certificate[...]
        let identity = try CertificateIdentity(of: slice.indices, in: slice.span)
        let serial = DERWriter.element(Tag.integer, Array(certificate[identity.serial]))
        return DERWriter.sequence([Array(certificate[identity.issuer]), serial])
    }
}
