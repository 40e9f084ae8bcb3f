import Foundation
import SwiftASN1
import X509

/// The fields of a certificate that is not signed yet.
struct CertificateTemplate {
    var subject: DistinguishedName
    var validFrom: Date
    var until: Date
    var extensions: [Certificate.Extension]
    var version = Certificate.Version.v3
    /// The algorithm of the certificate's own signature; if `nil`, the issuer's key decides.
    var algorithm: Certificate.SignatureAlgorithm?
    var serial = Self.makeSerial()

    /// A random positive number of 16 bytes, of which RFC 5280 allows 20 (section 4.1.2.2).
    static func makeSerial() -> Certificate.SerialNumber {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
        bytes[0] = bytes[0] & 0x3F | 0x40
        return Certificate.SerialNumber(bytes: bytes)
    }

    /// Makes the certificate of a key, with the identifiers of both keys as extensions.
    func certificate<Key: CertifiableKey, IssuerKey: CertifiableKey>(
        for key: Key,
        issuer: DistinguishedName,
        signedBy issuerKey: IssuerKey
    ) throws -> Certificate {
        let publicKey = key.certifiedPublicKey
        let authority = SubjectKeyIdentifier(hash: issuerKey.certifiedPublicKey)
        let identifiers = try Certificate.Extensions {
            SubjectKeyIdentifier(hash: publicKey)
            AuthorityKeyIdentifier(keyIdentifier: authority.keyIdentifier)
        }
        return try Certificate(
            version: version,
            serialNumber: serial,
            publicKey: publicKey,
            notValidBefore: validFrom,
            notValidAfter: until,
            issuer: issuer,
            subject: subject,
            signatureAlgorithm: algorithm ?? IssuerKey.signatureAlgorithm,
            extensions: try Certificate.Extensions(extensions + identifiers),
            issuerPrivateKey: issuerKey.certifyingKey
        )
    }
}

extension CertificateTemplate {
    static func root(_ name: String, _ validFrom: Date, _ until: Date) throws -> Self {
        try Self(
            subject: subject("\(name) Root CA", "\(name) Certification Authority", name),
            validFrom: validFrom,
            until: until,
            extensions: authority(maxPathLength: nil)
        )
    }

    static func intermediate(_ name: String, _ validFrom: Date, _ until: Date) throws -> Self {
        try Self(
            subject: subject("\(name) Developer Relations CA", "Developer Relations", name),
            validFrom: validFrom,
            until: until,
            extensions: authority(maxPathLength: 0) + [marker(MarkerExtension.intermediate)]
        )
    }

    static func signer(_ name: String, _ validFrom: Date, _ until: Date) throws -> Self {
        try Self(
            subject: subject("\(name) Receipt Signing", "Developer Relations", name),
            validFrom: validFrom,
            until: until,
            extensions: documentSigner() + [policies(), marker(MarkerExtension.signer)]
        )
    }

    /// A certificate that signs itself, as Xcode's does.
    static func xcode(_ name: String, _ validFrom: Date, _ until: Date) throws -> Self {
        try Self(
            subject: DistinguishedName { CommonName(name) },
            validFrom: validFrom,
            until: until,
            extensions: documentSigner()
        )
    }

    private static func subject(
        _ common: String,
        _ unit: String,
        _ organization: String
    ) throws -> DistinguishedName {
        try DistinguishedName {
            CommonName(common)
            OrganizationalUnitName(unit)
            OrganizationName(organization)
        }
    }

    private static func authority(maxPathLength: Int?) throws -> [Certificate.Extension] {
        let extensions = try Certificate.Extensions {
            Critical(BasicConstraints.isCertificateAuthority(maxPathLength: maxPathLength))
            Critical(KeyUsage(keyCertSign: true, cRLSign: true))
        }
        return Array(extensions)
    }

    private static func documentSigner() throws -> [Certificate.Extension] {
        let extensions = try Certificate.Extensions {
            Critical(BasicConstraints.notCertificateAuthority)
            Critical(KeyUsage(digitalSignature: true))
        }
        return Array(extensions)
    }

    private static func marker(_ identifier: ASN1ObjectIdentifier) -> Certificate.Extension {
        let value = DEREncoder.element(Tag.null, [])
        return Certificate.Extension(oid: identifier, critical: false, value: value[...])
    }

    private static func policies() throws -> Certificate.Extension {
        var serializer = DER.Serializer()
        try serializer.serialize(MarkerExtension.policy)
        let policy = DEREncoder.sequence([serializer.serializedBytes])
        return Certificate.Extension(
            oid: [2, 5, 29, 32],
            critical: false,
            value: DEREncoder.sequence([policy])[...]
        )
    }
}
