import Foundation
import Testing

@testable import AppReceipt

/// A row of the table: a receipt, what is asked of it, and the rule that it breaks; none for one
/// that must be verified.
///
/// Names begin with the row of the catalogue: T is trust, D is time, E is encoding, M is meaning.
struct AdversarialCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rule: ReceiptVerdict.Rule?
    var minimumDigest = ReceiptDigest.sha1
    var rules: [any ReceiptRule] = []
    private let prepare: @Sendable () throws -> (SignedReceipt, TrustedRoots)

    /// Any octets, and any roots; those of the good chain where there are none.
    init(
        _ name: String,
        _ rule: ReceiptVerdict.Rule?,
        roots: TrustedRoots? = nil,
        octets: @escaping @Sendable () throws -> [UInt8]
    ) {
        testDescription = name
        self.rule = rule
        prepare = {
            (SignedReceipt(bytes: try octets()), try roots ?? TestChain.good.get().roots())
        }
    }

    /// A message that is signed with the good key, after a change.
    init(
        _ name: String,
        _ rule: ReceiptVerdict.Rule?,
        message change: @escaping @Sendable (inout Message) throws -> Void
    ) {
        self.init(
            name,
            rule,
            octets: {
                var message = try Message(TestChain.good.get())
                try change(&message)
                return try message.receipt().bytes
            }
        )
    }

    /// A receipt with these octets as its signed content.
    init(
        _ name: String,
        _ rule: ReceiptVerdict.Rule?,
        payload: @escaping @Sendable () throws -> [UInt8]
    ) {
        self.init(name, rule, message: { $0.payload = try payload() })
    }

    /// A receipt with these attributes as its signed content.
    init(_ name: String, _ rule: ReceiptVerdict.Rule?, attributes: [[UInt8]]) {
        self.init(name, rule, payload: { DERWriter.element(Tag.set, Array(attributes.joined())) })
    }

    /// A good receipt of a content, of which something is asked.
    init(
        _ name: String,
        _ rule: ReceiptVerdict.Rule?,
        asking rules: [any ReceiptRule] = [],
        of content: ReceiptContent
    ) {
        self.init(name, rule, octets: { try TestChain.good.get().issuer().issue(content).bytes })
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

    /// The same case where SHA-1 is not enough.
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
