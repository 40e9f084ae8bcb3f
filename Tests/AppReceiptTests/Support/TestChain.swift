import Foundation
import X509

@testable import AppReceipt

/// A chain that tests sign with, good or with one defect; the keys are made once.
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

    func identity() throws -> SigningIdentity { try SigningIdentity(signer, intermediate, root) }

    func roots() throws -> TrustedRoots { try TrustedRoots([root.encoded()]) }

    func issuer(_ digest: ReceiptDigest = .sha256) throws -> ReceiptIssuer {
        ReceiptIssuer(identity: try identity(), digest: digest)
    }
}
