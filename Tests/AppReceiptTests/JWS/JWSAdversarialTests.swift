import Foundation
import TestSupport
import Testing

@testable import AppReceipt

/// Documents that other validators judged wrongly, each with the right verdict.
@Suite struct JWSAdversarialTests {
    private static let rows =
        JWSCase.encodings + JWSCase.headers + JWSCase.certificates + JWSCase.chains
        + JWSCase.signatures
        + JWSCase.payloads + JWSCase.claims

    @Test(arguments: TestVolume.sample(rows, every: 2))
    func `a document breaks the one rule that it is made to break`(row: JWSCase) throws {
        let (text, verifier) = try row.subject()
        #expect(row.verdict(text, verifier) == row.rule)
        // Again, with whatever the verifier remembers of the certificates.
        #expect(row.verdict(text, verifier) == row.rule)
        // Again, after a good document of the same root.
        let good = try Token(try JWSChain.good.get()).compact()
        _ = row.verdict(good, verifier)
        #expect(row.verdict(text, verifier) == row.rule)
    }

    @Test(arguments: TestVolume.sample(rows, every: 4))
    func `a verdict is the same without a cache`(row: JWSCase) throws {
        let (text, verifier) = try row.subject(cacheLimit: 0)
        #expect(row.verdict(text, verifier) == row.rule)
        #expect(verifier.cache.count == 0)
    }

    @Test func `every row has a name of its own`() {
        #expect(Set(Self.rows.map(\.testDescription)).count == Self.rows.count)
    }
}

/// A row of the table: a document, a verifier, and the rule that the document breaks; `nil` for one
/// that must be verified.
struct JWSCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rule: JWSRefusal.Rule?
    var policy = JWSPolicy.make()
    var product = ClaimRequirement.equals("com.example.app.pro")
    var account = ClaimRequirement.equals(JWSChain.account)
    private let prepare: @Sendable () throws -> (String, TrustedRoots)

    /// A token that is changed and then signed with the good key.
    init(
        _ name: String,
        _ rule: JWSRefusal.Rule?,
        token change: @escaping @Sendable (inout Token) throws -> Void
    ) {
        testDescription = name
        self.rule = rule
        prepare = {
            let chain = try JWSChain.good.get()
            var token = try Token(chain)
            try change(&token)
            return (try token.compact(), try chain.roots())
        }
    }

    /// A text, and the roots that are trusted.
    init(
        _ name: String,
        _ rule: JWSRefusal.Rule?,
        document: @escaping @Sendable () throws -> (String, TrustedRoots)
    ) {
        testDescription = name
        self.rule = rule
        prepare = document
    }

    /// A payload that is signed with the good key.
    init(
        _ name: String,
        _ rule: JWSRefusal.Rule?,
        payload changes: [String: String?],
        policy: JWSPolicy = .make(),
        product: ClaimRequirement<String> = .equals("com.example.app.pro"),
        account: ClaimRequirement<UUID> = .equals(JWSChain.account)
    ) {
        self.init(name, rule, token: { $0.payload = Array(Token.payload(changes).utf8) })
        self.policy = policy
        self.product = product
        self.account = account
    }

    /// A text made of a good document.
    init(_ name: String, _ rule: JWSRefusal.Rule?, edit: @escaping @Sendable (String) -> String) {
        self.init(name, rule, token: { $0.edit = edit })
    }

    /// A good payload below a chain, whose own root is trusted.
    init(
        _ name: String,
        _ rule: JWSRefusal.Rule?,
        at milliseconds: Int64 = 1_717_243_200_000,
        chain: @escaping @Sendable () throws -> JWSChain
    ) {
        testDescription = name
        self.rule = rule
        prepare = {
            let chain = try chain()
            let payload = Token.payload(["signedDate": "\(milliseconds)"])
            return (try Token(chain, payload: payload).compact(), try chain.roots())
        }
    }

    /// A document of Xcode, judged under a policy.
    init(
        _ name: String,
        _ rule: JWSRefusal.Rule?,
        xcode environments: @escaping @Sendable () throws -> [AcceptedEnvironment],
        payload changes: [String: String?] = ["environment": #""Xcode""#]
    ) {
        testDescription = name
        self.rule = rule
        prepare = {
            let identity = try JWSChain.xcode.get()
            let payload = Array(Token.payload(changes).utf8)
            let jws: JWS<TransactionPayload> = try JWSIssuer(identity: identity)
                .sign(payload: payload)
            return (jws.compactSerialization, try JWSChain.good.get().roots())
        }
        policy.environments = (try? environments()) ?? []
    }

    /// A document of another root than the trusted one, judged under a policy.
    init(
        _ name: String,
        _ rule: JWSRefusal.Rule?,
        localStore environments: [AcceptedEnvironment],
        environment: String = "LocalTesting"
    ) {
        testDescription = name
        self.rule = rule
        prepare = {
            let payload = Token.payload(["environment": "\"\(environment)\""])
            let token = try Token(try JWSChain.attacker.get(), payload: payload)
            return (try token.compact(), try JWSChain.good.get().roots())
        }
        policy.environments = environments
    }

    func subject(cacheLimit: Int = 16) throws -> (text: String, verifier: JWSVerifier) {
        let (text, roots) = try prepare()
        let cache = TrustedSignerCache(limit: cacheLimit)
        return (text, JWSVerifier(trustedRoots: roots, policy: policy, cache: cache))
    }

    /// The rule that the document breaks; `nil` if it is verified.
    func verdict(_ text: String, _ verifier: JWSVerifier) -> JWSRefusal.Rule? {
        do throws(JWSRefusal) {
            _ = try verifier.verify(
                JWS<TransactionPayload>(text),
                productIdentifier: product,
                appAccountToken: account
            )
            return nil
        } catch {
            return error.rule
        }
    }
}
