import Foundation
import SwiftASN1
import X509

@testable import AppReceipt

extension AdversarialCase {
    /// What certificates may do: T6.
    static let authorities = [
        AdversarialCase(
            "T6 signer that is an authority",
            .chain,
            chain: {
                let authority = try Certificate.Extension(
                    BasicConstraints.isCertificateAuthority(maxPathLength: nil),
                    critical: true
                )
                return try $0.changing(signer: {
                    $0.replace(.X509ExtensionID.basicConstraints, by: authority)
                })
            }
        ),
        AdversarialCase(
            "T6 signer that may not sign",
            .chain,
            chain: {
                let usage = try Certificate.Extension(KeyUsage(keyAgreement: true), critical: true)
                return try $0.changing(signer: { $0.replace(.X509ExtensionID.keyUsage, by: usage) })
            }
        ),
        AdversarialCase(
            "T6 intermediate that is no authority",
            .chain,
            chain: {
                let none = try Certificate.Extension(
                    BasicConstraints.notCertificateAuthority,
                    critical: true
                )
                return try $0.changing(intermediate: {
                    $0.replace(.X509ExtensionID.basicConstraints, by: none)
                })
            }
        ),
        AdversarialCase(
            "T6 intermediate that does not say it is an authority",
            .chain,
            chain: {
                try $0.changing(intermediate: { $0.replace(.X509ExtensionID.basicConstraints) })
            }
        ),
        AdversarialCase(
            "T6 intermediate that may not sign certificates",
            .chain,
            chain: {
                let usage = try Certificate.Extension(
                    KeyUsage(digitalSignature: true),
                    critical: true
                )
                return try $0.changing(intermediate: {
                    $0.replace(.X509ExtensionID.keyUsage, by: usage)
                })
            }
        ),
        AdversarialCase(
            "T6 root that allows no intermediate",
            .chain,
            chain: { try $0.changing(root: { try $0.limit(to: 0) }) }
        ),
        AdversarialCase(
            "T6 intermediate with a negative path length",
            .chain,
            chain: { try $0.changing(intermediate: { try $0.limit(to: -1) }) }
        ),
        AdversarialCase(
            "T6 root with a negative path length",
            .chain,
            chain: { try $0.changing(root: { try $0.limit(to: -1) }) }
        ),
        AdversarialCase(
            "T6 path lengths that are long enough",
            nil,
            chain: {
                try $0.changing(
                    intermediate: { try $0.limit(to: 0) },
                    root: { try $0.limit(to: 1) }
                )
            }
        ),
        AdversarialCase(
            "T6 root that is no authority",
            .chain,
            chain: {
                try $0.changing(root: { $0.replace(.X509ExtensionID.basicConstraints) })
            }
        ),
        AdversarialCase(
            "T6 signer that another signer issued",
            .chain,
            octets: {
                try chainOfFour(by: .signer("Test", Moment.chainStart, Moment.chainEnd))
            }
        ),
        AdversarialCase(
            "T6 two intermediates, of which the first allows none",
            .chain,
            octets: {
                try chainOfFour(by: .intermediate("Second", Moment.chainStart, Moment.chainEnd))
            }
        ),
    ]

    /// Extensions that nobody knows, that stand twice, and certificates without any: T14.
    static let extensions = [
        AdversarialCase(
            "T14 signer with an unknown critical extension",
            .chain,
            chain: {
                try $0.changing(signer: { $0.extensions.append(.unknown(critical: true)) })
            }
        ),
        AdversarialCase(
            "T14 intermediate with an unknown critical extension",
            .chain,
            chain: {
                try $0.changing(intermediate: { $0.extensions.append(.unknown(critical: true)) })
            }
        ),
        AdversarialCase(
            "T14 root with an unknown critical extension",
            .chain,
            chain: {
                try $0.changing(root: { $0.extensions.append(.unknown(critical: true)) })
            }
        ),
        AdversarialCase(
            "T14 signer with an unknown extension",
            nil,
            chain: {
                try $0.changing(signer: { $0.extensions.append(.unknown(critical: false)) })
            }
        ),
        AdversarialCase(
            "T14 intermediate with an unknown extension",
            nil,
            chain: {
                try $0.changing(intermediate: { $0.extensions.append(.unknown(critical: false)) })
            }
        ),
        AdversarialCase(
            "T14 intermediate with constraints on names",
            .chain,
            chain: {
                let names = Certificate.Extension(
                    oid: .X509ExtensionID.nameConstraints,
                    critical: false,
                    value: [0x30, 0]
                )
                return try $0.changing(intermediate: { $0.extensions.append(names) })
            }
        ),
        AdversarialCase(
            "T14 signer with an extension twice",
            .signer,
            message: {
                let good = try TestChain.good.get()
                $0.certificates[0] = try RawCertificate.withExtensionTwice(
                    good.signer,
                    signedBy: good.intermediate
                )
            }
        ),
        AdversarialCase(
            "T14 intermediate with an extension twice",
            .chain,
            message: {
                let good = try TestChain.good.get()
                $0.certificates[1] = try RawCertificate.withExtensionTwice(
                    good.intermediate,
                    signedBy: good.root
                )
            }
        ),
        AdversarialCase(
            "T14 signer of version 1",
            .chain,
            message: {
                let good = try TestChain.good.get()
                $0.certificates[0] = try RawCertificate.make(
                    good.signer,
                    signedBy: good.intermediate,
                    versionOne
                )
            }
        ),
        AdversarialCase(
            "T14 intermediate of version 1",
            .chain,
            message: {
                let good = try TestChain.good.get()
                $0.certificates[1] = try RawCertificate.make(
                    good.intermediate,
                    signedBy: good.root,
                    versionOne
                )
            }
        ),
        AdversarialCase(
            "T14 signer with another algorithm inside than outside",
            .signer,
            message: {
                let good = try TestChain.good.get()
                $0.certificates[0] = try RawCertificate.make(
                    good.signer,
                    signedBy: good.intermediate
                ) { $0[2] = DERWriter.algorithm(ObjectIdentifier.sha1WithRSA) }
            }
        ),
    ]

    private static func versionOne(_ fields: inout [[UInt8]]) {
        fields.removeFirst()
        fields.removeLast()
    }

    /// Root, the good intermediate, a certificate below it, and the signer below that.
    private static func chainOfFour(by template: CertificateTemplate) throws -> [UInt8] {
        let good = try TestChain.good.get()
        let middle = try good.intermediate.certify(template)
        let signer = try middle.certify(
            again: .signer("Test", Moment.chainStart, Moment.chainEnd),
            for: good.signer
        )
        var message = try Message(TestChain(root: good.root, intermediate: middle, signer: signer))
        message.certificates.insert(try good.intermediate.encoded(), at: 2)
        return try message.receipt().bytes
    }
}

extension CertificateTemplate {
    /// Takes extensions of one kind away, and puts another in their place.
    mutating func replace(
        _ oid: ASN1ObjectIdentifier,
        by new: Certificate.Extension? = nil
    ) {
        extensions.removeAll { $0.oid == oid }
        if let new { extensions.append(new) }
    }

    /// Lets so many authorities follow below this one.
    mutating func limit(to pathLength: Int) throws {
        let constraints = BasicConstraints.isCertificateAuthority(maxPathLength: pathLength)
        replace(
            .X509ExtensionID.basicConstraints,
            by: try Certificate.Extension(constraints, critical: true)
        )
    }
}

extension Certificate.Extension {
    /// A mark as Apple's certificates have them.
    static func mark(_ oid: ASN1ObjectIdentifier) -> Certificate.Extension {
        Certificate.Extension(oid: oid, critical: false, value: [5, 0])
    }

    fileprivate static func unknown(critical: Bool) -> Certificate.Extension {
        Certificate.Extension(oid: [1, 2, 3, 4], critical: critical, value: [5, 0])
    }
}
