import Foundation
import Testing

@testable import AppReceipt

/// Documents outside the adversarial table: app transactions, renewal infos and notifications.
@Suite struct JWSVerifierTests {
    private let chain: JWSChain
    private let issuer: JWSIssuer
    private let verifier: JWSVerifier

    init() throws {
        chain = try JWSChain.good.get()
        issuer = try chain.issuer()
        verifier = try chain.verifier()
    }

    @Test func `A verified transaction has the payload, its JSON and its date`() throws {
        let jws = try issuer.issue(TransactionPayload.makeFull())
        let transaction = try verifier.verify(
            jws,
            productIdentifier: .equals("com.example.app.pro"),
            appAccountToken: .equals(JWSChain.account)
        )
        #expect(transaction.payload == .makeFull())
        #expect(transaction.transactionIdentifier == "9007199254740993")
        #expect(transaction.signingDate == Moment.created)
        #expect(transaction.signed == jws)
        let json = String(decoding: transaction.jsonRepresentation, as: UTF8.self)
        #expect(json.contains(#""price":14900000"#))
    }

    @Test func `A member without a property is in the JSON of the payload`() throws {
        let payload = Token.payload(["advancedCommerceInfo": #"{"sku":"é/1"}"#])
        let jws = JWS<TransactionPayload>(try Token(chain, payload: payload).compact())
        let transaction = try verifier.verify(
            jws,
            productIdentifier: .unchecked,
            appAccountToken: .unchecked
        )
        #expect(transaction.jsonRepresentation == Data(payload.utf8))
        #expect(try jws.unverifiedPayload() == transaction.payload)
    }

    @Test func `Apple's roots do not trust another one`() throws {
        let strict = JWSVerifier(policy: .make())
        let jws = try issuer.issue(AppTransactionPayload.makeFull())
        #expect(brokenRule { try strict.verify(jws) } == .chain)
    }

    @Test func `A root among certificates of receipts is no reason to trust a test signer`() throws
    {
        let identity = try JWSChain.xcode.get()
        let roots = try TrustedRoots([], testSigners: [identity.rootCertificate])
        let jws = try JWSIssuer(identity: identity).issue(AppTransactionPayload.makeFull())
        let verifier = JWSVerifier(trustedRoots: roots, policy: .make())
        #expect(brokenRule { try verifier.verify(jws) } == .certificates)
    }

    @Test(
        arguments: [
            (nil, .appAppleIdentifier), (1, .appAppleIdentifier), (1_234_567_890, nil),
        ] as [(Int64?, JWSRefusal.Rule?)]
    )
    func `An app transaction of production has the identifier of the app`(
        identifier: Int64?,
        rule: JWSRefusal.Rule?
    ) throws {
        var payload = AppTransactionPayload.makeFull()
        payload.appAppleIdentifier = identifier
        #expect(brokenRule { try verifier.verify(issuer.issue(payload)) } == rule)
        payload.environment = .sandbox
        let sandbox = try chain.verifier(.make("com.example.app", [.sandbox]))
        #expect(brokenRule { try sandbox.verify(issuer.issue(payload)) } == nil)
    }

    @Test func `An app transaction is of the app and of an accepted environment`() throws {
        var payload = AppTransactionPayload.makeFull()
        payload.bundleIdentifier = "com.example.other"
        #expect(brokenRule { try verifier.verify(issuer.issue(payload)) } == .bundleIdentifier)
        payload = .makeFull()
        payload.environment = .sandbox
        #expect(brokenRule { try verifier.verify(issuer.issue(payload)) } == .environment)
        payload.environment = nil
        #expect(brokenRule { try verifier.verify(issuer.issue(payload)) } == .environment)
    }

    @Test func `The date of the signature comes before that of the creation`() throws {
        var payload = AppTransactionPayload.makeFull()
        payload.signedDate = Moment.chainEnd + 1
        #expect(brokenRule { try verifier.verify(issuer.issue(payload)) } == .validity)
        payload.signedDate = Moment.chainEnd
        #expect(try verifier.verify(issuer.issue(payload)).signingDate == Moment.chainEnd)
        payload.signedDate = nil
        #expect(try verifier.verify(issuer.issue(payload)).signingDate == Moment.created)
    }

    @Test(
        arguments: [
            ("900", nil), ("901", JWSRefusal.Rule.originalTransactionIdentifier),
        ] as [(String, JWSRefusal.Rule?)]
    )
    func `A renewal info is of the required transaction`(
        original: String,
        rule: JWSRefusal.Rule?
    ) throws {
        let jws = try issuer.issue(RenewalInfoPayload.makeFull())
        let broken = brokenRule {
            try verifier.verify(
                jws,
                originalTransactionIdentifier: .equals(original),
                productIdentifier: .equals("com.example.app.pro"),
                appAccountToken: .equals(JWSChain.account)
            )
        }
        #expect(broken == rule)
    }

    @Test func `A renewal info is of the environment, product and account`() throws {
        func broken(
            _ payload: RenewalInfoPayload,
            product: String = "com.example.app.pro",
            account: UUID = JWSChain.account
        ) -> JWSRefusal.Rule? {
            brokenRule {
                try verifier.verify(
                    issuer.issue(payload),
                    originalTransactionIdentifier: .unchecked,
                    productIdentifier: .equals(product),
                    appAccountToken: .equals(account)
                )
            }
        }
        #expect(broken(.make()) == nil)
        #expect(broken(.make(environment: .sandbox)) == .environment)
        #expect(broken(.make(), product: "com.example.app.basic") == .productIdentifier)
        #expect(broken(.make(), account: UUID()) == .appAccountToken)
    }
}

/// The rule that verifying breaks; `nil` if it succeeds.
func brokenRule(_ body: () throws -> Any) -> JWSRefusal.Rule? {
    do {
        _ = try body()
        return nil
    } catch {
        guard let refusal = error as? JWSRefusal else {
            Issue.record(error)
            return nil
        }
        return refusal.rule
    }
}
