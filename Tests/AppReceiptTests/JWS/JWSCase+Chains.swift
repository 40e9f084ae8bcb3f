import Foundation
import SwiftASN1
import X509

@testable import AppReceipt

extension JWSCase {
    static let chains = paths + purposes + dates + algorithms

    /// A signer below the authorities of receipts, which have RSA keys.
    private static let algorithms = [
        JWSCase("authorities with RSA keys", nil, document: { try belowRSA() }),
        JWSCase(
            "a signer's certificate signed over SHA-1",
            .chain,
            document: {
                try belowRSA { $0.algorithm = .sha1WithRSAEncryption }
            }
        ),
    ]

    private static func belowRSA(
        _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> (String, TrustedRoots) {
        let chain = try TestChain.good.get()
        let good = try JWSChain.good.get()
        var template = try CertificateTemplate.signer("Test", Moment.chainStart, Moment.chainEnd)
        change(&template)
        let certificate = try template.certificate(
            for: good.signer.key,
            issuer: chain.intermediate.certificate.subject,
            signedBy: chain.intermediate.key
        )
        var token = try Token(good)
        token.certificates = [
            try JWSChain.Key(certificate: certificate, key: good.signer.key).encoded(),
            try chain.intermediate.encoded(), try chain.root.encoded(),
        ]
        return (try token.compact(), try chain.roots())
    }

    private static let paths = [
        JWSCase(
            "another root of the same name",
            .chain,
            token: {
                let attacker = try JWSChain.attacker.get()
                $0.certificates = try attacker.identity().certificates
                $0.key = attacker.signer.key
            }
        ),
        JWSCase(
            "another signer below the good authorities",
            .chain,
            token: {
                let attacker = try JWSChain.attacker.get()
                $0.certificates[0] = try attacker.signer.encoded()
                $0.key = attacker.signer.key
            }
        ),
        JWSCase(
            "another chain that ends with the good root",
            .chain,
            token: {
                let attacker = try JWSChain.attacker.get()
                let root = $0.certificates[2]
                $0.certificates = try attacker.identity().certificates
                $0.certificates[2] = root
                $0.key = attacker.signer.key
            }
        ),
        JWSCase(
            "a good chain that ends with another root",
            .chain,
            token: {
                $0.certificates[2] = try JWSChain.attacker.get().root.encoded()
            }
        ),
        JWSCase(
            "the signer's certificate in the place of all",
            .chain,
            token: {
                $0.certificates = Array(repeating: $0.certificates[0], count: 3)
            }
        ),
        JWSCase("the certificates in reverse", .signature, token: { $0.certificates.reverse() }),
        JWSCase(
            "the root before the intermediate",
            .chain,
            token: {
                $0.certificates.swapAt(1, 2)
            }
        ),
        JWSCase(
            "the intermediate first, which signed",
            .chain,
            token: {
                $0.certificates.swapAt(0, 1)
                $0.key = try JWSChain.good.get().intermediate.key
            }
        ),
        JWSCase(
            "the root in the place of the intermediate",
            .chain,
            token: {
                $0.certificates[1] = $0.certificates[2]
            }
        ),
        JWSCase(
            "the root signed, as the signer",
            .chain,
            token: {
                $0.certificates[0] = $0.certificates[2]
                $0.key = try JWSChain.good.get().root.key
            }
        ),
        JWSCase(
            "a certificate that the signer issued",
            .chain,
            token: {
                let good = try JWSChain.good.get()
                let forged = try good.signer.certify(
                    .signer("Test", Moment.chainStart, Moment.chainEnd)
                )
                $0.certificates = [
                    try forged.encoded(), try good.signer.encoded(),
                    try good.intermediate.encoded(),
                ]
                $0.key = forged.key
            }
        ),
        JWSCase(
            "a new certificate of the root with the same key",
            nil,
            token: {
                let root = try JWSChain.good.get().root
                let template = try CertificateTemplate.root("Test", Moment.created, Moment.chainEnd)
                let renewed = try template.certificate(
                    for: root.key,
                    issuer: template.subject,
                    signedBy: root.key
                )
                $0.certificates[2] = try CertifiedKey(certificate: renewed, key: root.key).encoded()
            }
        ),
        JWSCase(
            "a changed byte in the signer's certificate",
            .chain,
            token: {
                // The last byte of the signature of the certificate.
                $0.certificates[0][$0.certificates[0].count - 1] ^= 1
            }
        ),
        JWSCase(
            "a signer that is an authority",
            .chain,
            chain: {
                try .make(signer: {
                    $0.extensions[0] = try Certificate.Extension(
                        BasicConstraints.isCertificateAuthority(maxPathLength: nil),
                        critical: true
                    )
                })
            }
        ),
        JWSCase(
            "an intermediate that is no authority",
            .chain,
            chain: {
                try .make(intermediate: {
                    $0.extensions[0] = try Certificate.Extension(
                        BasicConstraints.notCertificateAuthority,
                        critical: true
                    )
                })
            }
        ),
        JWSCase(
            "a root that allows no intermediate",
            .chain,
            chain: {
                try .make(root: {
                    $0.extensions[0] = try Certificate.Extension(
                        BasicConstraints.isCertificateAuthority(maxPathLength: 0),
                        critical: true
                    )
                })
            }
        ),
        JWSCase(
            "an intermediate that may not sign certificates",
            .chain,
            chain: {
                try .make(intermediate: {
                    $0.extensions[1] = try Certificate.Extension(
                        KeyUsage(digitalSignature: true),
                        critical: true
                    )
                })
            }
        ),
        JWSCase(
            "a signer that may not sign documents",
            .chain,
            chain: {
                try .make(signer: {
                    $0.extensions[1] = try Certificate.Extension(
                        KeyUsage(keyAgreement: true),
                        critical: true
                    )
                })
            }
        ),
        JWSCase(
            "a critical extension that is not known",
            .chain,
            chain: {
                try .make(signer: {
                    $0.extensions.append(.init(oid: [1, 2, 3], critical: true, value: [5, 0]))
                })
            }
        ),
        JWSCase(
            "a signer of version 1",
            .chain,
            chain: {
                try .make(signer: { $0.version = .v1 })
            }
        ),
    ]

    private static let purposes = [
        JWSCase(
            "a signer without Apple's mark",
            .purpose,
            chain: {
                try .make(signer: { $0.extensions.removeLast() })
            }
        ),
        JWSCase(
            "an intermediate without Apple's mark",
            .purpose,
            chain: {
                try .make(intermediate: { $0.extensions.removeLast() })
            }
        ),
        JWSCase(
            "an intermediate with the mark of signers",
            .purpose,
            chain: {
                try .make(intermediate: {
                    let last = $0.extensions.count - 1
                    let value = $0.extensions[last].value
                    $0.extensions[last] = .init(
                        oid: MarkerExtension.signer,
                        critical: false,
                        value: value
                    )
                })
            }
        ),
    ]

    private static let start = Int64(Moment.chainStart.timeIntervalSince1970) * 1000
    private static let end = Int64(Moment.chainEnd.timeIntervalSince1970) * 1000

    private static let dates = [
        JWSCase("signed at the first moment of the certificates", nil, at: start, chain: good),
        JWSCase("signed before the certificates", .validity, at: start - 1, chain: good),
        JWSCase("signed at the last moment of the certificates", nil, at: end, chain: good),
        JWSCase("signed after the certificates", .validity, at: end + 1, chain: good),
        JWSCase(
            "signed after the signer's certificate",
            .validity,
            chain: {
                try .make(signer: { $0.until = Moment.created - 1 })
            }
        ),
        JWSCase(
            "signed before the signer's certificate",
            .validity,
            chain: {
                try .make(signer: { $0.validFrom = Moment.created + 1 })
            }
        ),
        JWSCase(
            "signed after the intermediate certificate",
            .validity,
            chain: {
                try .make(intermediate: { $0.until = Moment.created - 1 })
            }
        ),
        JWSCase(
            "signed after the root certificate",
            .validity,
            chain: {
                try .make(root: { $0.until = Moment.created - 1 })
            }
        ),
    ]

    @Sendable private static func good() throws -> JWSChain { try JWSChain.good.get() }
}
