import Foundation
import SwiftASN1
import X509

@testable import AppReceipt

extension AdversarialCase {
    /// Certificates whose basic constraints or key usage forbid their role.
    static let authorities = [
        AdversarialCase(
            "signer that is an authority",
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
            "signer that may not sign",
            .chain,
            chain: {
                let usage = try Certificate.Extension(KeyUsage(keyAgreement: true), critical: true)
                return try $0.changing(signer: { $0.replace(.X509ExtensionID.keyUsage, by: usage) })
            }
        ),
        AdversarialCase(
            "intermediate that is no authority",
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
            "intermediate that does not say it is an authority",
            .chain,
            chain: {
                try $0.changing(intermediate: { $0.replace(.X509ExtensionID.basicConstraints) })
            }
        ),
        AdversarialCase(
            "intermediate that may not sign certificates",
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
            "root that allows no intermediate",
            .chain,
            chain: { try $0.changing(root: { try $0.limit(to: 0) }) }
        ),
        AdversarialCase(
            "intermediate with a negative path length",
            .chain,
            chain: { try $0.changing(intermediate: { try $0.limit(to: -1) }) }
        ),
        AdversarialCase(
            "root with a negative path length",
            .chain,
            chain: { try $0.changing(root: { try $0.limit(to: -1) }) }
        ),
        AdversarialCase(
            "path lengths that are long enough",
            nil,
            chain: {
                try $0.changing(
                    intermediate: { try $0.limit(to: 0) },
                    root: { try $0.limit(to: 1) }
                )
            }
        ),
        AdversarialCase(
            "root that is no authority",
            .chain,
            chain: {
                try $0.changing(root: { $0.replace(.X509ExtensionID.basicConstraints) })
            }
        ),
        AdversarialCase(
            "signer that another signer issued",
            .chain,
            bytes: {
                try chainOfFour(by: .signer("Test", Moment.chainStart, Moment.chainEnd))
            }
        ),
        AdversarialCase(
            "two intermediates, of which the first allows none",
            .chain,
            bytes: {
                try chainOfFour(by: .intermediate("Second", Moment.chainStart, Moment.chainEnd))
            }
        ),
    ]

    /// Certificates with unknown or duplicate extensions, or without any.
    static let extensions = [
        AdversarialCase(
            "signer with an unknown critical extension",
            .chain,
            chain: {
                try $0.changing(signer: { $0.extensions.append(.unknown(critical: true)) })
            }
        ),
        AdversarialCase(
            "intermediate with an unknown critical extension",
            .chain,
            chain: {
                try $0.changing(intermediate: { $0.extensions.append(.unknown(critical: true)) })
            }
        ),
        AdversarialCase(
            "root with an unknown critical extension",
            .chain,
            chain: {
                try $0.changing(root: { $0.extensions.append(.unknown(critical: true)) })
            }
        ),
        AdversarialCase(
            "signer with an unknown extension",
            nil,
            chain: {
                try $0.changing(signer: { $0.extensions.append(.unknown(critical: false)) })
            }
        ),
        AdversarialCase(
            "intermediate with an unknown extension",
            nil,
            chain: {
                try $0.changing(intermediate: { $0.extensions.append(.unknown(critical: false)) })
            }
        ),
        AdversarialCase(
            "intermediate with constraints on names",
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
            "signer with an extension twice",
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
            "intermediate with an extension twice",
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
            "signer of version 1",
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
            "intermediate of version 1",
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
            "signer with another algorithm inside than outside",
            .signer,
            message: {
                let good = try TestChain.good.get()
                $0.certificates[0] = try RawCertificate.make(
                    good.signer,
                    signedBy: good.intermediate
                ) { $0[2] = DEREncoder.algorithm(ObjectIdentifier.sha1WithRSA) }
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

    /// Limits the number of authorities below this one.
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
