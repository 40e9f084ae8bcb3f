import Foundation
import SwiftASN1
import Testing
import X509

@testable import AppReceipt

/// Chains with one defect each.
@Suite struct CertificateTests {
    private let good: TestChain

    init() throws {
        good = try TestChain.good.get()
    }

    private func brokenRule(
        _ chain: TestChain,
        minimumDigest: ReceiptDigest = .sha1,
        at date: Date = Moment.created
    ) throws -> ReceiptVerdict.Rule? {
        let receipt = try chain.issuer().issue(.make(creationDate: date))
        return try ReceiptVerifier.make(trusting: chain, minimumDigest: minimumDigest)
            .judge(receipt).brokenRule
    }

    private func replace(
        _ oid: ASN1ObjectIdentifier,
        by new: [Certificate.Extension] = [],
        in template: inout CertificateTemplate
    ) {
        template.extensions.removeAll { $0.oid == oid }
        template.extensions += new
    }

    @Test func `a signer without its mark is refused`() throws {
        let chain = try TestChain.make(below: good.root) {
            replace(MarkerExtension.signer, in: &$0)
        }
        #expect(try brokenRule(chain) == .purpose)
    }

    @Test func `an intermediate without its mark is refused`() throws {
        let chain = try TestChain.make(
            below: good.root,
            intermediate: { replace(MarkerExtension.intermediate, in: &$0) }
        )
        #expect(try brokenRule(chain) == .purpose)
    }

    @Test func `an intermediate that is no authority is refused`() throws {
        let none = try Certificate.Extension(
            BasicConstraints.notCertificateAuthority,
            critical: true
        )
        let chain = try TestChain.make(
            below: good.root,
            intermediate: { replace(.X509ExtensionID.basicConstraints, by: [none], in: &$0) }
        )
        #expect(try brokenRule(chain) == .chain)
        let silent = try TestChain.make(
            below: good.root,
            intermediate: { replace(.X509ExtensionID.basicConstraints, in: &$0) }
        )
        #expect(try brokenRule(silent) == .chain)
    }

    @Test func `an intermediate that may not sign certificates is refused`() throws {
        let usage = try Certificate.Extension(KeyUsage(digitalSignature: true), critical: true)
        let chain = try TestChain.make(
            below: good.root,
            intermediate: { replace(.X509ExtensionID.keyUsage, by: [usage], in: &$0) }
        )
        #expect(try brokenRule(chain) == .chain)
    }

    @Test func `a signer that is an authority is refused`() throws {
        let authority = try Certificate.Extension(
            BasicConstraints.isCertificateAuthority(maxPathLength: nil),
            critical: true
        )
        let chain = try TestChain.make(below: good.root) {
            replace(.X509ExtensionID.basicConstraints, by: [authority], in: &$0)
        }
        #expect(try brokenRule(chain) == .chain)
    }

    @Test func `a signer that may not sign documents is refused`() throws {
        let usage = try Certificate.Extension(KeyUsage(keyAgreement: true), critical: true)
        let chain = try TestChain.make(below: good.root) {
            replace(.X509ExtensionID.keyUsage, by: [usage], in: &$0)
        }
        #expect(try brokenRule(chain) == .chain)
    }

    @Test
    func `a critical extension that is not known is refused, and one that is not critical passes`()
        throws
    {
        let oid: ASN1ObjectIdentifier = [1, 2, 3, 4]
        for (isCritical, rule) in [(true, ReceiptVerdict.Rule.chain), (false, nil)] {
            let unknown = Certificate.Extension(oid: oid, critical: isCritical, value: [5, 0])
            let signer = try TestChain.make(below: good.root) { $0.extensions.append(unknown) }
            #expect(try brokenRule(signer) == rule)
            let intermediate = try TestChain.make(
                below: good.root,
                intermediate: { $0.extensions.append(unknown) }
            )
            #expect(try brokenRule(intermediate) == rule)
        }
    }

    @Test func `constraints on names are refused even where they are not critical`() throws {
        let names = Certificate.Extension(
            oid: .X509ExtensionID.nameConstraints,
            critical: false,
            value: [0x30, 0]
        )
        let chain = try TestChain.make(
            below: good.root,
            intermediate: { $0.extensions.append(names) }
        )
        #expect(try brokenRule(chain) == .chain)
    }

    @Test func `a root that allows no intermediate is refused`() throws {
        let alone = try Certificate.Extension(
            BasicConstraints.isCertificateAuthority(maxPathLength: 0),
            critical: true
        )
        let chain = try TestChain.make(root: {
            replace(.X509ExtensionID.basicConstraints, by: [alone], in: &$0)
        })
        #expect(try brokenRule(chain) == .chain)
    }

    @Test func `SHA-1 under certificates passes unless SHA-256 is asked for`() throws {
        let chain = try TestChain.make(
            below: good.root,
            signer: { $0.algorithm = .sha1WithRSAEncryption },
            intermediate: { $0.algorithm = .sha1WithRSAEncryption }
        )
        #expect(try brokenRule(chain) == nil)
        #expect(try brokenRule(chain, minimumDigest: .sha256) == .digest)
    }

    @Test func `SHA-1 under the receipt passes unless SHA-256 is asked for`() throws {
        let receipt = try good.issuer(.sha1).issue(.make())
        #expect(try ReceiptVerifier.make(trusting: good).judge(receipt).brokenRule == nil)
        let strict = try ReceiptVerifier.make(trusting: good, minimumDigest: .sha256)
        #expect(strict.judge(receipt).brokenRule == .digest)
    }

    @Test(arguments: [
        (Moment.chainStart, nil), (Moment.chainEnd, nil),
        (Moment.chainStart - 1, ReceiptVerdict.Rule.validity), (Moment.chainEnd + 1, .validity),
        (Date(timeIntervalSince1970: 253_402_300_799), .validity),
        (Date(timeIntervalSince1970: -62_135_596_800), .validity),
    ])
    func `certificates count as valid when the receipt was made`(
        date: Date,
        rule: ReceiptVerdict.Rule?
    ) throws {
        #expect(try brokenRule(good, at: date) == rule)
    }

    @Test func `each certificate of the chain has to be valid`() throws {
        let early: (inout CertificateTemplate) -> Void = { $0.until = Moment.created - 1 }
        #expect(try brokenRule(.make(below: good.root, signer: early)) == .validity)
        #expect(try brokenRule(.make(below: good.root, intermediate: early)) == .validity)
        #expect(try brokenRule(.make(root: early)) == .validity)
    }

    @Test func `dates are judged again when the chain is remembered`() throws {
        let verifier = try ReceiptVerifier.make(trusting: good)
        let issuer = try good.issuer()
        #expect(verifier.judge(try issuer.issue(.make())).brokenRule == nil)
        #expect(verifier.cache.count == 1)
        let late = try issuer.issue(.make(creationDate: Moment.chainEnd + 1))
        #expect(verifier.judge(late).brokenRule == .validity)
        #expect(verifier.judge(try issuer.issue(.make())).brokenRule == nil)
        #expect(verifier.cache.count == 1)
    }
}
