import Foundation
import Testing

@testable import AppReceipt

/// A receipt is good if the dates of one of its chains fit.
@Suite struct SeveralChainsTests {
    @Test(arguments: SeveralChains.cases)
    func `neither order nor earlier receipts change a verdict`(row: SeveralChains) throws {
        let subject = try row.subject()
        let receipts = try subject.certificates.permutations.map { try subject.receipt($0) }
        var refusals: Set<ReceiptVerdict.Refusal?> = []
        for roots in try subject.roots.permutations.map({ try TrustedRoots($0) }) {
            let experienced = try subject.experiencedVerifier(roots)
            for receipt in receipts {
                let verifier = ReceiptVerifier(trustedRoots: roots, rules: [])
                // The second verdict of a verifier uses the remembered chain.
                for judge in [verifier, verifier, experienced] {
                    let verdict = judge.judge(receipt)
                    #expect(verdict.brokenRule == row.rule, "\(verdict)")
                    refusals.insert(verdict.refusal)
                }
            }
        }
        #expect(refusals.count == 1)
    }

    @Test func `as many intermediates as a receipt may have are tried with every root`() throws {
        let good = try TestChain.good.get()
        let expired = try (0..<8).map { _ in try Renewal.past.intermediate().encoded() }
        let others = expired + [try Renewal.present.intermediate().encoded()]
        let roots = try [Renewal.past, .coming, .present].map { try $0.root().encoded() }
        let subject = SeveralChains.Subject(
            certificates: [try good.signer.encoded()] + others,
            roots: roots
        )
        let verifier = ReceiptVerifier(trustedRoots: try TrustedRoots(roots), rules: [])
        let receipt = try subject.receipt(subject.certificates)
        #expect(subject.certificates.count == DecodingLimits.certificates)
        #expect(verifier.judge(receipt).brokenRule == nil)
        #expect(verifier.judge(receipt).brokenRule == nil)
    }
}

/// A receipt with several certificates of one name or key, below one root or several.
///
/// The first certificate is the signer's. The verdict does not depend on their order.
struct SeveralChains: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rule: ReceiptVerdict.Rule?
    /// OpenSSL does not know Apple's marks, and builds one chain without backtracking.
    private(set) var isOpenSSLsVerdict = true
    private let make: @Sendable () throws -> (certificates: [[UInt8]], roots: [[UInt8]])

    init(
        _ name: String,
        _ rule: ReceiptVerdict.Rule?,
        _ make:
            @escaping @Sendable () throws -> (
                certificates: [CertificateAuthority], roots: [CertificateAuthority]
            )
    ) {
        testDescription = name
        self.rule = rule
        self.make = {
            let (certificates, roots) = try make()
            return (try certificates.map { try $0.encoded() }, try roots.map { try $0.encoded() })
        }
    }

    var unlikeOpenSSL: Self {
        var row = self
        row.isOpenSSLsVerdict = false
        return row
    }

    func subject() throws -> Subject {
        let (certificates, roots) = try make()
        return Subject(certificates: certificates, roots: roots)
    }

    struct Subject {
        let certificates: [[UInt8]]
        let roots: [[UInt8]]

        /// A verifier that has judged receipts with each of the others alone, when it was valid.
        func experiencedVerifier(_ roots: TrustedRoots) throws -> ReceiptVerifier {
            let verifier = ReceiptVerifier(trustedRoots: roots, rules: [])
            let orders = certificates.dropFirst().map { [certificates[0], $0] } + [certificates]
            for order in orders {
                for moment in Renewal.allCases.map(\.ownMoment) {
                    _ = verifier.judge(try receipt(order, at: moment))
                }
            }
            return verifier
        }

        /// The receipt of the first certificate's key, with all certificates in this order.
        func receipt(
            _ order: [[UInt8]],
            at date: Date = Moment.created
        ) throws -> SignedReceipt {
            let key = try TestChain.good.get().signer.key
            let signer = certificates[0]
            // An identity needs three certificates; which ones does not affect its signatures.
            let identity = try SigningIdentity(certificates: [signer, signer, signer], key: key)
            let payload = try PayloadEncoder(content: .make(creationDate: date)).payload()
            var message = Message(identity, payload: payload)
            message.certificates = order
            return try message.receipt()
        }
    }
}

extension Array {
    /// All orders of the elements.
    var permutations: [[Element]] {
        guard count > 1 else { return [self] }
        return indices.flatMap { index in
            var others = self
            let first = others.remove(at: index)
            return others.permutations.map { [first] + $0 }
        }
    }
}
