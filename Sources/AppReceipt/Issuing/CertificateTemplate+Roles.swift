import Foundation
import SwiftASN1
import X509

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
            extensions: [
                Certificate.Extension(BasicConstraints.notCertificateAuthority, critical: true),
                Certificate.Extension(KeyUsage(digitalSignature: true), critical: true),
                policies(),
                marker(MarkerExtension.signer),
            ]
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
        [
            try Certificate.Extension(
                BasicConstraints.isCertificateAuthority(maxPathLength: maxPathLength),
                critical: true
            ),
            try Certificate.Extension(KeyUsage(keyCertSign: true, cRLSign: true), critical: true),
        ]
    }

    private static func marker(_ identifier: ASN1ObjectIdentifier) -> Certificate.Extension {
        let value = DERWriter.element(Tag.null, [])
        return Certificate.Extension(oid: identifier, critical: false, value: value[...])
    }

    private static func policies() throws -> Certificate.Extension {
        var serializer = DER.Serializer()
        try serializer.serialize(MarkerExtension.policy)
        let policy = DERWriter.sequence([serializer.serializedBytes])
        return Certificate.Extension(
            oid: [2, 5, 29, 32],
            critical: false,
            value: DERWriter.sequence([policy])[...]
        )
    }
}
