import Foundation
import Testing
import X509
import _CryptoExtras

@testable import AppReceipt

/// A certificate with its private RSA key, for receipts.
typealias CertificateAuthority = CertifiedKey<_RSA.Signing.PrivateKey>

/// A chain that tests sign with, good or with one defect.
///
/// Its keys are made once, because that is slow.
struct TestChain {
    var root: CertificateAuthority
    var intermediate: CertificateAuthority
    var signer: CertificateAuthority

    static let good = Result { try make() }
    static let attacker = Result { try make() }

    static func make(
        signer changeSigner: (inout CertificateTemplate) -> Void = { _ in },
        intermediate changeIntermediate: (inout CertificateTemplate) -> Void = { _ in },
        root changeRoot: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> TestChain {
        var template = try CertificateTemplate.root("Test", Moment.chainStart, Moment.chainEnd)
        changeRoot(&template)
        let root = try CertificateAuthority.make(template)
        return try make(below: root, signer: changeSigner, intermediate: changeIntermediate)
    }

    static func make(
        below root: CertificateAuthority,
        signer changeSigner: (inout CertificateTemplate) -> Void = { _ in },
        intermediate changeIntermediate: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> TestChain {
        var middle = try CertificateTemplate.intermediate(
            "Test",
            Moment.chainStart,
            Moment.chainEnd
        )
        changeIntermediate(&middle)
        let intermediate = try root.certify(middle)
        var leaf = try CertificateTemplate.signer("Test", Moment.chainStart, Moment.chainEnd)
        changeSigner(&leaf)
        let signer = try intermediate.certify(leaf)
        return TestChain(root: root, intermediate: intermediate, signer: signer)
    }

    /// The same keys and names in new certificates, so that nothing but the change is wrong.
    func changing(
        signer changeSigner: (inout CertificateTemplate) throws -> Void = { _ in },
        intermediate changeIntermediate: (inout CertificateTemplate) throws -> Void = { _ in },
        root changeRoot: (inout CertificateTemplate) throws -> Void = { _ in }
    ) throws -> TestChain {
        var templates = try [
            CertificateTemplate.root("Test", Moment.chainStart, Moment.chainEnd),
            CertificateTemplate.intermediate("Test", Moment.chainStart, Moment.chainEnd),
            CertificateTemplate.signer("Test", Moment.chainStart, Moment.chainEnd),
        ]
        try changeRoot(&templates[0])
        try changeIntermediate(&templates[1])
        try changeSigner(&templates[2])
        let newRoot = try root.certify(again: templates[0], for: root)
        let newIntermediate = try newRoot.certify(again: templates[1], for: intermediate)
        let newSigner = try newIntermediate.certify(again: templates[2], for: signer)
        return TestChain(root: newRoot, intermediate: newIntermediate, signer: newSigner)
    }

    func identity() throws -> SigningIdentity {
        let certificates = try [signer, intermediate, root].map { try $0.encoded() }
        return try SigningIdentity(certificates: certificates, key: signer.key)
    }

    func roots() throws -> TrustedRoots { try TrustedRoots([root.encoded()]) }

    func issuer(_ digest: ReceiptDigest = .sha256) throws -> ReceiptIssuer {
        ReceiptIssuer(identity: try identity(), digest: digest)
    }
}

extension CertificateAuthority {
    /// A new certificate for a key that has one; for its own key, one that it signs itself.
    func certify(
        again template: CertificateTemplate,
        for subject: CertificateAuthority
    ) throws -> CertificateAuthority {
        let isOwn = subject.key.publicKey.derRepresentation == key.publicKey.derRepresentation
        let certificate = try template.certificate(
            for: subject.key,
            issuer: isOwn ? template.subject : certificate.subject,
            signedBy: key
        )
        return CertificateAuthority(certificate: certificate, key: subject.key)
    }
}

extension ReceiptVerdict {
    /// The rule that was broken; `nil` for a verified receipt.
    var brokenRule: Rule? { refusal?.rule }

    var refusal: Refusal? {
        switch self {
        case .verified: nil
        case .refused(let refusal): refusal
        }
    }
}

extension ReceiptVerifier {
    static func make(
        trusting chain: TestChain,
        minimumDigest: ReceiptDigest = .sha1,
        rules: [any ReceiptRule] = []
    ) throws -> ReceiptVerifier {
        ReceiptVerifier(
            trustedRoots: try chain.roots(),
            minimumDigest: minimumDigest,
            rules: rules
        )
    }
}

/// The dates of the tests; no test reads a clock.
enum Moment {
    static let created = Date(timeIntervalSince1970: 1_717_243_200)  // 2024-06-01T12:00:00Z
    static let purchased = Date(timeIntervalSince1970: 1_714_555_800)  // 2024-05-01T09:30:00Z
    static let chainStart = Date(timeIntervalSince1970: 1_577_836_800)  // 2020-01-01T00:00:00Z
    static let chainEnd = Date(timeIntervalSince1970: 2_208_988_800)  // 2040-01-01T00:00:00Z
    static let day: TimeInterval = 86_400
}
