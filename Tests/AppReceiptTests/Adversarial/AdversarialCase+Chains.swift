import Foundation
import SwiftASN1
import X509

@testable import AppReceipt

extension AdversarialCase {
    /// Forged, incomplete and reordered chains, certificates of another purpose, and weak digests.
    static let chains: [AdversarialCase] = forged + placed + purposes + authorities + extensions

    private static let forged = [
        AdversarialCase(
            "whole chain of an attacker with the same names",
            .chain,
            bytes: {
                try Message(TestChain.attacker.get()).receipt().bytes
            }
        ),
        AdversarialCase(
            "certificate that signed itself, with every mark",
            .chain,
            bytes: {
                var alone = try TestChain.attacker.get()
                (alone.intermediate, alone.root) = (alone.signer, alone.signer)
                let own = try alone.signer.certify(
                    again: .signer("Test", Moment.chainStart, Moment.chainEnd),
                    for: alone.signer
                )
                alone.signer = own
                var message = try Message(alone)
                message.certificates.removeLast(2)
                return try message.receipt().bytes
            }
        ),
        AdversarialCase(
            "signer that nobody vouches for beside the good issuers",
            .chain,
            bytes: {
                var message = try Message(TestChain.attacker.get())
                let good = try TestChain.good.get().identity().certificates
                message.certificates = [message.certificates[0], good[1], good[2]]
                return try message.receipt().bytes
            }
        ),
        AdversarialCase(
            "signer of an attacker beside the good signer",
            .chain,
            bytes: {
                var message = try Message(TestChain.attacker.get())
                message.certificates =
                    [message.certificates[0]] + (try TestChain.good.get().identity().certificates)
                return try message.receipt().bytes
            }
        ),
        AdversarialCase(
            "good root behind an attacker's chain",
            .chain,
            bytes: {
                var message = try Message(TestChain.attacker.get())
                message.certificates.append(try TestChain.good.get().root.encoded())
                return try message.receipt().bytes
            }
        ),
        AdversarialCase(
            "signer that the root itself issued",
            .purpose,
            chain: { good in
                let template = try CertificateTemplate.signer(
                    "Test",
                    Moment.chainStart,
                    Moment.chainEnd
                )
                let signer = try good.root.certify(again: template, for: good.signer)
                return TestChain(root: good.root, intermediate: good.root, signer: signer)
            }
        ),
        AdversarialCase(
            "root that is not the trusted one",
            .chain,
            message: {
                let other = try TestChain.good.get().changing()
                $0.certificates[1] = try other.root.certify(
                    again: .intermediate("Other", Moment.chainStart, Moment.chainEnd),
                    for: other.intermediate
                ).encoded()
            }
        ),
        AdversarialCase(
            "issuer that only an address leads to",
            .chain,
            bytes: {
                let address: [UInt8] = Array("http://127.0.0.1/intermediate.der".utf8)
                let access = DEREncoder.sequence([
                    DEREncoder.sequence([
                        DEREncoder.element(0x06, [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x02]),
                        DEREncoder.element(0x86, address),
                    ])
                ])
                let chain = try TestChain.good.get().changing(signer: {
                    $0.extensions.append(
                        Certificate.Extension(
                            oid: [1, 3, 6, 1, 5, 5, 7, 1, 1],
                            critical: false,
                            value: access[...]
                        )
                    )
                })
                var message = try Message(chain)
                message.certificates.remove(at: 1)
                return try message.receipt().bytes
            }
        ),
        AdversarialCase("Xcode's kind of signer, not trusted", .chain, bytes: testSigner),
        AdversarialCase(
            "Xcode's kind of signer of a production receipt",
            .environment,
            roots: testSignerRoots(),
            bytes: testSigner
        ),
    ]

    private static let placed = [
        AdversarialCase(
            "decoys with the right names",
            nil,
            message: {
                let decoys = try TestChain.attacker.get().identity().certificates
                $0.certificates = [decoys[1], decoys[2]] + $0.certificates
            }
        ),
        AdversarialCase(
            "decoy with the signer's name and number",
            .signer,
            message: {
                let decoy = try TestChain.good.get().intermediate.certify(
                    .signer("Test", Moment.chainStart, Moment.chainEnd)
                )
                let number = try RawCertificate.members(
                    of: RawCertificate.members(of: $0.certificates[0])[0]
                )[1]
                let issuer = try TestChain.good.get().intermediate
                $0.certificates.append(
                    try RawCertificate.make(decoy, signedBy: issuer) { $0[1] = number }
                )
            }
        ),
        AdversarialCase("certificates in reverse", nil, message: { $0.certificates.reverse() }),
        AdversarialCase(
            "certificates from root to signer and a stranger",
            nil,
            message: {
                let stranger = try TestChain.attacker.get().identity().certificates[0]
                $0.certificates = $0.certificates.reversed() + [stranger]
            }
        ),
        AdversarialCase("no root in the receipt", nil, message: { $0.certificates.removeLast() }),
        AdversarialCase("no intermediate", .chain, message: { $0.certificates.remove(at: 1) }),
        AdversarialCase(
            "damaged certificate that no chain needs",
            .chain,
            message: {
                $0.certificates.append(DEREncoder.sequence([DEREncoder.integer(1)]))
            }
        ),
        AdversarialCase(
            "certificate that no chain needs, whose name is not UTF-8",
            .chain,
            message: {
                $0.certificates[2] = try renamed([[0x0C, 0x02, 0xC3, 0x28]])
            }
        ),
        AdversarialCase(
            "certificate that no chain needs, whose name is no text",
            .chain,
            message: {
                $0.certificates[2] = try renamed([[0x02, 0x01, 0x61]])
            }
        ),
        AdversarialCase(
            "certificate that no chain needs, with half a letter in its name",
            .chain,
            message: {
                $0.certificates[2] = try renamed([[0x1E, 0x03, 0x00, 0x61, 0x00]])
            }
        ),
        AdversarialCase(
            "certificate that no chain needs, with a thousand accents in its name",
            .chain,
            message: {
                let name = Array(String(repeating: "\u{301}\u{316}", count: 500).utf8)
                $0.certificates[2] = try renamed([DEREncoder.element(Tag.utf8String, name)])
            }
        ),
        AdversarialCase(
            "certificate that no chain needs, whose name is a text of any kind",
            nil,
            message: {
                let texts: [[UInt8]] = [
                    [0x0C, 0x02, 0xC3, 0xA9], [0x12, 0x01, 0x31], [0x13, 0x01, 0x61],
                    [0x14, 0x01, 0xE9],
                    [0x16, 0x01, 0x40], [0x1C, 0x04, 0, 0, 0, 0x61], [0x1E, 0x02, 0, 0x61],
                ]
                $0.certificates[2] = try renamed(texts)
            }
        ),
        AdversarialCase(
            "another intermediate below the same root",
            nil,
            chain: {
                let intermediate = try $0.root.certify(
                    .intermediate("Successor", Moment.chainStart, Moment.chainEnd)
                )
                let signer = try intermediate.certify(
                    .signer("Successor", Moment.chainStart, Moment.chainEnd)
                )
                return TestChain(root: $0.root, intermediate: intermediate, signer: signer)
            }
        ),
    ]

    private static let purposes = [
        AdversarialCase(
            "signer without its mark",
            .purpose,
            chain: {
                try $0.changing(signer: { $0.replace(MarkerExtension.signer) })
            }
        ),
        AdversarialCase(
            "intermediate without its mark",
            .purpose,
            chain: {
                try $0.changing(intermediate: { $0.replace(MarkerExtension.intermediate) })
            }
        ),
        AdversarialCase(
            "signer with the mark of another purpose",
            .purpose,
            chain: {
                try $0.changing(signer: {
                    $0.replace(
                        MarkerExtension.signer,
                        by: .mark([1, 2, 840, 113_635, 100, 6, 1, 2])
                    )
                })
            }
        ),
        AdversarialCase(
            "intermediate with the mark of another authority",
            .purpose,
            chain: {
                let other: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 2, 14]
                return try $0.changing(intermediate: {
                    $0.replace(MarkerExtension.intermediate, by: .mark(other))
                })
            }
        ),
        AdversarialCase(
            "marks exchanged",
            .purpose,
            chain: {
                try $0.changing(
                    signer: {
                        $0.replace(MarkerExtension.signer, by: .mark(MarkerExtension.intermediate))
                    },
                    intermediate: {
                        $0.replace(MarkerExtension.intermediate, by: .mark(MarkerExtension.signer))
                    }
                )
            }
        ),
        AdversarialCase(
            "mark longer by one number",
            .purpose,
            chain: {
                let longer: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 11, 1, 1]
                return try $0.changing(signer: {
                    $0.replace(MarkerExtension.signer, by: .mark(longer))
                })
            }
        ),
        AdversarialCase("SHA-1 under signer and intermediate", nil, chain: sha1),
        AdversarialCase(
            "SHA-1 under the signer where that is not enough",
            .digest,
            chain: {
                try $0.changing(signer: { $0.algorithm = .sha1WithRSAEncryption })
            }
        ).withSHA256Only,
        AdversarialCase(
            "SHA-1 under the intermediate where that is not enough",
            .digest,
            chain: {
                try $0.changing(intermediate: { $0.algorithm = .sha1WithRSAEncryption })
            }
        ).withSHA256Only,
        AdversarialCase(
            "SHA-1 under the root where that is not enough",
            nil,
            chain: {
                try $0.changing(root: { $0.algorithm = .sha1WithRSAEncryption })
            }
        ).withSHA256Only,
    ]

    /// The root with another subject, which its own key signed.
    private static func renamed(_ texts: [[UInt8]]) throws -> [UInt8] {
        let root = try TestChain.good.get().root
        return try RawCertificate.make(root, signedBy: root) {
            $0[5] = DEREncoder.sequence(
                texts.map { text in
                    let name = DEREncoder.element(Tag.objectIdentifier, [0x55, 0x04, 0x03])
                    return DEREncoder.set([DEREncoder.sequence([name, text])])
                }
            )
        }
    }

    @Sendable private static func sha1(_ good: TestChain) throws -> TestChain {
        try good.changing(
            signer: { $0.algorithm = .sha1WithRSAEncryption },
            intermediate: { $0.algorithm = .sha1WithRSAEncryption }
        )
    }

    @Sendable private static func testSigner() throws -> [UInt8] {
        try TestChain.attacker.get().issuer().issue(.make()).bytes
    }

    private static func testSignerRoots() -> TrustedRoots? {
        (try? TestChain.attacker.get().signer.encoded()).flatMap {
            try? TrustedRoots([], testSigners: [$0])
        }
    }
}
