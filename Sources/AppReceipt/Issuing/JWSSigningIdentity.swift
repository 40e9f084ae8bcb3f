import Crypto
public import Foundation
import X509

/// A key that signs documents as JWS, with its certificate chain.
public struct JWSSigningIdentity: Sendable {
    /// The certificates of signer, intermediate and root, or the one that signs itself, each in
    /// DER.
    public let certificates: [[UInt8]]
    let key: P256.Signing.PrivateKey

    init(certificates: [[UInt8]], key: P256.Signing.PrivateKey) throws(SigningIdentity.Error) {
        guard certificates.count == 3 || certificates.count == 1 else {
            throw .certificateCount(certificates.count)
        }
        try SigningIdentity.check(certificates, .init(key.publicKey))
        self.certificates = certificates
        self.key = key
    }

    /// The last certificate in DER: the root for ``TrustedRoots``, or the certificate for
    /// ``AcceptedEnvironment/xcode(certificate:)``.
    public var rootCertificate: [UInt8] { certificates[certificates.count - 1] }
}

extension JWSSigningIdentity {
    /// Makes a new key on the curve P-256, and certificates of signer, intermediate and root like
    /// Apple's.
    ///
    /// The keys of root and intermediate are discarded. A document must be signed within the
    /// validity of the certificates, or it will be refused.
    ///
    /// - Parameters:
    ///   - name: The organization in the certificates, of at most 64 characters (RFC 5280,
    ///     appendix A).
    ///   - validFrom: The start of the certificates' validity.
    ///   - until: The end of the certificates' validity, included.
    /// - Returns: The identity, which is stored nowhere else.
    /// - Throws: ``SigningIdentity/Error/making(detail:)``.
    public static func make(
        name: String,
        validFrom: Date,
        until: Date
    ) throws(SigningIdentity.Error) -> JWSSigningIdentity {
        try SigningIdentity.making {
            let root = try SigningKey.make(.root(name, validFrom, until))
            let intermediate = try root.certify(.intermediate(name, validFrom, until))
            let signer = try intermediate.certify(.signer(name, validFrom, until))
            return try JWSSigningIdentity([signer, intermediate, root])
        }
    }

    /// Makes a new key on the curve P-256, and one certificate that signs itself, like Xcode's.
    ///
    /// Its signatures verify under a policy that names the certificate.
    ///
    /// - Parameters:
    ///   - name: The common name in the certificate, of at most 64 characters.
    ///   - validFrom: The start of the certificate's validity.
    ///   - until: The end of the certificate's validity, included.
    /// - Returns: The identity, which is stored nowhere else.
    /// - Throws: ``SigningIdentity/Error/making(detail:)``.
    public static func makeSelfSigned(
        name: String,
        validFrom: Date,
        until: Date
    ) throws(SigningIdentity.Error) -> JWSSigningIdentity {
        try SigningIdentity.making {
            try JWSSigningIdentity([SigningKey.make(.xcode(name, validFrom, until))])
        }
    }

    typealias SigningKey = CertifiedKey<P256.Signing.PrivateKey>

    /// Makes the identity of a chain; its first key signs.
    init(_ chain: [SigningKey]) throws {
        guard let signer = chain.first else { throw SigningIdentity.Error.certificateCount(0) }
        try self.init(certificates: try chain.map { try $0.encoded() }, key: signer.key)
    }
}

extension JWSSigningIdentity {
    /// The private key and then the certificates as one string in PEM (RFC 7468): store it where
    /// only its owner can read it.
    public var pemRepresentation: String {
        SigningIdentity.pem(PKCS8Document.pem(key), certificates)
    }

    /// Makes an identity of a stored ``pemRepresentation``.
    ///
    /// - Throws: ``SigningIdentity/Error``, if the string is not PEM, or the key is not the
    ///   signer's.
    public init(pemRepresentation: String) throws(SigningIdentity.Error) {
        let (pem, certificates) = try SigningIdentity.parse(pemRepresentation)
        guard let key = try? PKCS8Document(pem: pem).key() else { throw .unusableKey }
        try self.init(certificates: certificates, key: key)
    }
}
