import Foundation
import SwiftASN1
import X509
import _CryptoExtras

/// What a certificate is to say, before there is a key for it.
struct CertificateTemplate {
    var subject: DistinguishedName
    var validFrom: Date
    var until: Date
    var extensions: [Certificate.Extension]
    var version = Certificate.Version.v3
    var algorithm = Certificate.SignatureAlgorithm.sha256WithRSAEncryption
    var serial = Self.makeSerial()

    /// A random number of 16 octets; 20 are the most, and the first bit would be a sign (RFC 5280,
    /// section 4.1.2.2).
    static func makeSerial() -> Certificate.SerialNumber {
        var octets = (0..<16).map { _ in UInt8.random(in: 0...255) }
        octets[0] = octets[0] & 0x3F | 0x40
        return Certificate.SerialNumber(bytes: octets)
    }

    func certificate(
        for key: _RSA.Signing.PrivateKey,
        issuer: DistinguishedName,
        signedBy issuerKey: _RSA.Signing.PrivateKey
    ) throws -> Certificate {
        let publicKey = Certificate.PublicKey(key.publicKey)
        let issuerPublicKey = Certificate.PublicKey(issuerKey.publicKey)
        let identifiers = [
            try Certificate.Extension(SubjectKeyIdentifier(hash: publicKey), critical: false),
            try Certificate.Extension(
                AuthorityKeyIdentifier(
                    keyIdentifier: SubjectKeyIdentifier(hash: issuerPublicKey).keyIdentifier
                ),
                critical: false
            ),
        ]
        return try Certificate(
            version: version,
            serialNumber: serial,
            publicKey: publicKey,
            notValidBefore: validFrom,
            notValidAfter: until,
            issuer: issuer,
            subject: subject,
            signatureAlgorithm: algorithm,
            extensions: try Certificate.Extensions(extensions + identifiers),
            issuerPrivateKey: Certificate.PrivateKey(issuerKey)
        )
    }
}
