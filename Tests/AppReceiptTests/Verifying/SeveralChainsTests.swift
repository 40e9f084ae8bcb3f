import Foundation
import Testing

@testable import AppReceipt

/// A receipt is good if the dates of any of its chains fit.
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
                // Its own second verdict is one by a chain that is remembered.
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
        #expect(subject.certificates.count == ReadingLimits.certificates)
        #expect(verifier.judge(receipt).brokenRule == nil)
        #expect(verifier.judge(receipt).brokenRule == nil)
    }
}
