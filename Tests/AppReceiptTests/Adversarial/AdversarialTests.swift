import Foundation
import Testing

@testable import AppReceipt

/// What validators of receipts got wrong, each with the one right answer.
@Suite struct AdversarialTests {
    @Test(
        arguments: AdversarialCase.signatures + AdversarialCase.chains + AdversarialCase.times
            + AdversarialCase.envelopes + AdversarialCase.contents + AdversarialCase.duplicates
            + AdversarialCase.meanings
    )
    func `a receipt breaks the one rule that it is made to break`(row: AdversarialCase) throws {
        let (receipt, verifier) = try row.subject()
        let verdict = verifier.judge(receipt)
        #expect(verdict.brokenRule == row.rule, "\(verdict)")
        // Again, when whatever was good of its chain is remembered.
        #expect(verifier.judge(receipt).brokenRule == row.rule)
        // A good receipt of the same root before it does not help it.
        let roots = try TestChain.good.get().issuer().issue(.make())
        _ = verifier.judge(roots)
        #expect(verifier.judge(receipt).brokenRule == row.rule)
    }

    @Test func `every row has a name of its own`() {
        let names =
            AdversarialCase.signatures + AdversarialCase.chains + AdversarialCase.times
            + AdversarialCase.envelopes + AdversarialCase.contents + AdversarialCase.duplicates
            + AdversarialCase.meanings
        #expect(Set(names.map(\.testDescription)).count == names.count)
    }
}
