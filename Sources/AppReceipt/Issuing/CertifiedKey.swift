import Crypto
import Foundation
import SwiftASN1
import X509
import _CryptoExtras

/// A certificate with its private key.
struct CertifiedKey<Key: CertifiableKey>: Sendable {
    let certificate: Certificate
    let key: Key

    /// Makes a key and a self-signed certificate for it.
    static func make(_ template: CertificateTemplate) throws -> Self {
        let key = try Key.makeForCertificate()
        let certificate = try template.certificate(
            for: key,
            issuer: template.subject,
            signedBy: key
        )
        return Self(certificate: certificate, key: key)
    }

    /// Makes a key, and a certificate for it that this one signs.
    func certify(_ template: CertificateTemplate) throws -> Self {
        try certify(template, as: Key.self)
    }

    /// Makes a key of another type, and a certificate for it that this one signs.
    func certify<SubjectKey: CertifiableKey>(
        _ template: CertificateTemplate,
        as type: SubjectKey.Type
    ) throws -> CertifiedKey<SubjectKey> {
        let subjectKey = try SubjectKey.makeForCertificate()
        return CertifiedKey<SubjectKey>(
            certificate: try template.certificate(
                for: subjectKey,
                issuer: certificate.subject,
                signedBy: key
            ),
            key: subjectKey
        )
    }

    func encoded() throws -> [UInt8] { try certificate.serializeAsPEM().derBytes }
}

/// A private key for which certificates are made.
protocol CertifiableKey: Sendable {
    /// The algorithm with which the key signs certificates.
    static var signatureAlgorithm: Certificate.SignatureAlgorithm { get }

    static func makeForCertificate() throws -> Self

    var certifiedPublicKey: Certificate.PublicKey { get }
    var certifyingKey: Certificate.PrivateKey { get }
}

extension _RSA.Signing.PrivateKey: CertifiableKey {
    static var signatureAlgorithm: Certificate.SignatureAlgorithm { .sha256WithRSAEncryption }

    static func makeForCertificate() throws -> Self { try Self(keySize: .bits2048) }

    var certifiedPublicKey: Certificate.PublicKey { .init(publicKey) }
    var certifyingKey: Certificate.PrivateKey { .init(self) }
}

extension P256.Signing.PrivateKey: CertifiableKey {
    static var signatureAlgorithm: Certificate.SignatureAlgorithm { .ecdsaWithSHA256 }

    static func makeForCertificate() throws -> Self { Self() }

    var certifiedPublicKey: Certificate.PublicKey { .init(publicKey) }
    var certifyingKey: Certificate.PrivateKey { .init(self) }
}
