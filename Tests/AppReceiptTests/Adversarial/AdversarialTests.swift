import Foundation
import TestSupport
import Testing

@testable import AppReceipt

/// Receipts that other validators judged wrongly, each with the right verdict.
@Suite struct AdversarialTests {
    private static let rows =
        AdversarialCase.signatures + AdversarialCase.chains + AdversarialCase.times
        + AdversarialCase.messages + AdversarialCase.contents + AdversarialCase.duplicates
        + AdversarialCase.meanings

    @Test(arguments: TestVolume.sample(rows, every: 3))
    func `a receipt breaks the one rule that it is made to break`(row: AdversarialCase) throws {
        let (receipt, verifier) = try row.subject()
        let verdict = verifier.judge(receipt)
        #expect(verdict.brokenRule == row.rule, "\(verdict)")
        // Again, with whatever the verifier remembers of the chain.
        #expect(verifier.judge(receipt).brokenRule == row.rule)
        // Again, after a good receipt of the same root.
        let good = try TestChain.good.get().issuer().issue(.make())
        _ = verifier.judge(good)
        #expect(verifier.judge(receipt).brokenRule == row.rule)
    }

    @Test func `every row has a name of its own`() {
        #expect(Set(Self.rows.map(\.testDescription)).count == Self.rows.count)
    }
}

/// A row of the table: a receipt, a verifier, and the rule that the receipt breaks; `nil` for one
/// that must be verified.
struct AdversarialCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rule: ReceiptVerdict.Rule?
    var minimumDigest = ReceiptDigest.sha1
    var rules: [any ReceiptRule] = []
    private let prepare: @Sendable () throws -> (SignedReceipt, TrustedRoots)

    /// Any bytes, with the given roots or those of the good chain.
    init(
        _ name: String,
        _ rule: ReceiptVerdict.Rule?,
        roots: TrustedRoots? = nil,
        bytes: @escaping @Sendable () throws -> [UInt8]
    ) {
        testDescription = name
        self.rule = rule
        prepare = {
            (SignedReceipt(bytes: try bytes()), try roots ?? TestChain.good.get().roots())
        }
    }

    /// A message that is changed and then signed with the good key.
    init(
        _ name: String,
        _ rule: ReceiptVerdict.Rule?,
        message change: @escaping @Sendable (inout Message) throws -> Void
    ) {
        self.init(
            name,
            rule,
            bytes: {
                var message = try Message(TestChain.good.get())
                try change(&message)
                return try message.receipt().bytes
            }
        )
    }

    /// A receipt with these bytes as its signed content.
    init(
        _ name: String,
        _ rule: ReceiptVerdict.Rule?,
        payload: @escaping @Sendable () throws -> [UInt8]
    ) {
        self.init(name, rule, message: { $0.payload = try payload() })
    }

    /// A receipt with these attributes as its signed content.
    init(_ name: String, _ rule: ReceiptVerdict.Rule?, attributes: [[UInt8]]) {
        self.init(name, rule, payload: { DEREncoder.element(Tag.set, Array(attributes.joined())) })
    }

    /// A good receipt of a content, judged with rules.
    init(
        _ name: String,
        _ rule: ReceiptVerdict.Rule?,
        rules: [any ReceiptRule] = [],
        of content: ReceiptContent
    ) {
        self.init(name, rule, bytes: { try TestChain.good.get().issuer().issue(content).bytes })
        self.rules = rules
    }

    /// A good content below a chain, whose own root is trusted.
    init(
        _ name: String,
        _ rule: ReceiptVerdict.Rule?,
        at date: Date = Moment.created,
        chain: @escaping @Sendable (TestChain) throws -> TestChain
    ) {
        testDescription = name
        self.rule = rule
        prepare = {
            let chain = try chain(try TestChain.good.get())
            return (try chain.issuer().issue(.make(creationDate: date)), try chain.roots())
        }
    }

    /// The same case with a verifier that refuses SHA-1.
    var withSHA256Only: Self {
        var strict = self
        strict.minimumDigest = .sha256
        return strict
    }

    func subject() throws -> (receipt: SignedReceipt, verifier: ReceiptVerifier) {
        let (receipt, roots) = try prepare()
        let verifier = ReceiptVerifier(
            trustedRoots: roots,
            minimumDigest: minimumDigest,
            rules: rules
        )
        return (receipt, verifier)
    }
}
