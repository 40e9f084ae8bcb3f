import Foundation
import SwiftASN1
import X509
import _CryptoExtras

/// A certificate with its private key.
struct CertificateAuthority {
    let certificate: Certificate
    let key: _RSA.Signing.PrivateKey

    /// Makes a key and a self-signed certificate for it.
    static func make(_ template: CertificateTemplate) throws -> CertificateAuthority {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let certificate = try template.certificate(
            for: key,
            issuer: template.subject,
            signedBy: key
        )
        return CertificateAuthority(certificate: certificate, key: key)
    }

    /// Makes a key, and a certificate for it that this authority signs.
    func certify(_ template: CertificateTemplate) throws -> CertificateAuthority {
        let subjectKey = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        return CertificateAuthority(
            certificate: try template.certificate(
                for: subjectKey,
                issuer: certificate.subject,
                signedBy: key
            ),
            key: subjectKey
        )
    }

    func encoded() throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }
}
