import Crypto
public import Foundation
import SwiftASN1
import X509
import _CryptoExtras

/// A key that signs receipts, with its certificate chain.
public struct SigningIdentity: Sendable {
    /// The certificates of signer, intermediate and root, each in DER.
    public let certificates: [[UInt8]]
    let key: _RSA.Signing.PrivateKey
    let issuerAndSerial: [UInt8]

    /// Makes an identity of a stored key and its certificates.
    ///
    /// - Parameters:
    ///   - certificates: The signer's certificate, the intermediate and the root, each in DER.
    ///   - privateKeyPEM: The signer's RSA key, of 2048 bits at least, in PEM.
    /// - Throws: ``Error``, if there are not three certificates, or the key is not the signer's.
    public init(certificates: [[UInt8]], privateKeyPEM: String) throws(Error) {
        guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: privateKeyPEM) else {
            throw .unusableKey
        }
        try self.init(certificates: certificates, key: key)
    }

    init(certificates: [[UInt8]], key: _RSA.Signing.PrivateKey) throws(Error) {
        guard certificates.count == 3 else { throw .certificateCount(certificates.count) }
        try Self.check(certificates, .init(key.publicKey))
        guard let issuerAndSerial = try? Self.issuerAndSerial(of: certificates[0]) else {
            throw .malformedCertificate(index: 0)
        }
        self.certificates = certificates
        self.key = key
        self.issuerAndSerial = issuerAndSerial
    }

    /// The root certificate in DER, for ``TrustedRoots``.
    public var rootCertificate: [UInt8] { certificates[certificates.count - 1] }

    /// The signer's private key in PEM: store it where only its owner can read it.
    public var privateKeyPEM: String { key.pemRepresentation }

    private static func issuerAndSerial(
        of certificate: [UInt8]
    ) throws(SignedReceipt.Error) -> [UInt8] {
        let slice = certificate[...]
        let identity = try CertificateIdentity(of: slice.indices, in: slice.span)
        let serial = DEREncoder.element(Tag.integer, Array(certificate[identity.serial]))
        return DEREncoder.sequence([Array(certificate[identity.issuer]), serial])
    }
}

extension SigningIdentity {
    /// Makes a new RSA key of 2048 bits, and certificates of signer, intermediate and root like
    /// Apple's.
    ///
    /// The keys of root and intermediate are on the curve P-256, because an RSA key takes some 0.1
    /// to 0.3 seconds in a debug build. They are discarded. A receipt must be created within the
    /// validity of the certificates, or it will be refused.
    ///
    /// - Parameters:
    ///   - name: The organization in the certificates, of at most 64 characters (RFC 5280,
    ///     appendix A).
    ///   - validFrom: The start of the certificates' validity.
    ///   - until: The end of the certificates' validity, included.
    /// - Returns: The identity, which is stored nowhere else.
    /// - Throws: ``Error/making(detail:)``.
    public static func make(
        name: String,
        validFrom: Date,
        until: Date
    ) throws(Error) -> SigningIdentity {
        try making {
            let root = try CertifiedKey<P256.Signing.PrivateKey>.make(
                .root(name, validFrom, until)
            )
            let intermediate = try root.certify(.intermediate(name, validFrom, until))
            let signer = try intermediate.certify(
                .signer(name, validFrom, until),
                as: _RSA.Signing.PrivateKey.self
            )
            let chain = [try signer.encoded(), try intermediate.encoded(), try root.encoded()]
            return try SigningIdentity(certificates: chain, key: signer.key)
        }
    }
}

extension SigningIdentity {
    /// The private key and then the certificates as one string in PEM (RFC 7468): store it where
    /// only its owner can read it.
    public var pemRepresentation: String { Self.pem(privateKeyPEM, certificates) }

    /// Makes an identity of a stored ``pemRepresentation``.
    ///
    /// - Throws: ``Error``, if the string is not PEM, or the key is not the signer's.
    public init(pemRepresentation: String) throws(Error) {
        let (key, certificates) = try Self.parse(pemRepresentation)
        try self.init(certificates: certificates, privateKeyPEM: key)
    }
}

// Shared with the identities that sign documents.
extension SigningIdentity {
    private static let certificateLabel = "CERTIFICATE"

    /// Checks that certificates are well-formed, and that the first one has a key.
    static func check(
        _ certificates: [[UInt8]],
        _ key: Certificate.PublicKey
    ) throws(Error) {
        var keys: [Certificate.PublicKey] = []
        for (index, bytes) in certificates.enumerated() {
            guard let certificate = Certificate(embedded: bytes[...]) else {
                throw .malformedCertificate(index: index)
            }
            keys.append(certificate.publicKey)
        }
        guard keys.first == key else { throw .unusableKey }
    }

    static func making<Identity>(_ body: () throws -> Identity) throws(Error) -> Identity {
        do {
            return try body()
        } catch let error as Error {
            throw error
        } catch {
            throw .making(detail: "\(error)")
        }
    }

    /// A key in PEM, and then certificates.
    static func pem(_ key: String, _ certificates: [[UInt8]]) -> String {
        let documents = certificates.map {
            PEMDocument(type: certificateLabel, derBytes: $0).pemString
        }
        return ([key] + documents).joined(separator: "\n") + "\n"
    }

    /// Parses one key and any number of certificates.
    static func parse(
        _ pem: String
    ) throws(Error) -> (key: String, certificates: [[UInt8]]) {
        let documents = (try? PEMDocument.parseMultiple(pemString: pem)) ?? []
        let keys = documents.filter { $0.discriminator != certificateLabel }
        let certificates = documents.filter { $0.discriminator == certificateLabel }
        guard keys.count == 1 else { throw .unusableKey }
        return (keys[0].pemString, certificates.map(\.derBytes))
    }
}

extension SigningIdentity {
    /// The reason why an identity can't be made.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The number of certificates is not three.
        case certificateCount(Int)
        /// The certificate at this index is malformed.
        case malformedCertificate(index: Int)
        /// The private key is not an RSA key of at least 2048 bits, or not the key of the signer's
        /// certificate.
        case unusableKey
        /// A key or certificate cannot be made.
        case making(detail: String)
    }
}

extension SigningIdentity.Error: LocalizedError {
    /// The problem, in a sentence.
    public var errorDescription: String? {
        switch self {
        case .certificateCount(let count):
            "A signing identity has three certificates, not \(count)"
        case .malformedCertificate(let index):
            "The certificate at index \(index) is malformed"
        case .unusableKey:
            "The private key is not the RSA key of the signer's certificate"
        case .making(let detail):
            "A signing identity cannot be made: \(detail)"
        }
    }
}
