import Foundation
import Testing

@testable import AppReceipt

@Suite struct NotificationTests {
    private let issuer: JWSIssuer
    private let attacker: JWSIssuer
    private let verifier: JWSVerifier

    init() throws {
        let chain = try JWSChain.good.get()
        issuer = try chain.issuer()
        attacker = try JWSChain.attacker.get().issuer()
        verifier = try chain.verifier()
    }

    private func refusal(of payload: NotificationPayload) -> JWSRefusal? {
        do {
            _ = try verifier.verify(issuer.issue(payload))
            return nil
        } catch {
            guard let refusal = error as? JWSRefusal else {
                Issue.record(error)
                return nil
            }
            return refusal
        }
    }

    @Test func `A notification is verified with the documents in it`() throws {
        let payload = NotificationPayload.make(
            transaction: try issuer.issue(.make()),
            renewalInfo: try issuer.issue(.make())
        )
        let verified = try verifier.verify(issuer.issue(payload))
        #expect(verified.notification.payload == payload)
        #expect(verified.notification.type == .didRenew)
        #expect(verified.transaction?.payload == .make())
        #expect(verified.renewalInfo?.payload == .make())
        #expect(verified.appTransaction == nil)
    }

    @Test func `A notification needs no documents`() {
        #expect(refusal(of: .make()) == nil)
    }

    @Test func `A transaction of another root is refused by its own rule`() throws {
        let payload = NotificationPayload.make(transaction: try attacker.issue(.make()))
        let refusal = refusal(of: payload)
        #expect(refusal?.rule == .chain)
        #expect(refusal?.member == "signedTransactionInfo")
        #expect(refusal?.description.hasPrefix("signedTransactionInfo: chain: ") == true)
    }

    @Test func `A renewal info of another root is refused by its own rule`() throws {
        let payload = NotificationPayload.make(renewalInfo: try attacker.issue(.make()))
        #expect(refusal(of: payload)?.rule == .chain)
        #expect(refusal(of: payload)?.member == "signedRenewalInfo")
    }

    @Test func `A document without a signature is refused`() throws {
        let whole = try issuer.issue(TransactionPayload.make()).compactSerialization
        let parts = whole.split(separator: ".")
        let payload = NotificationPayload.make(transaction: JWS("\(parts[0]).\(parts[1])."))
        #expect(refusal(of: payload)?.rule == .signature)
    }

    @Test func `A transaction of another app is refused`() throws {
        var transaction = TransactionPayload.make()
        transaction.bundleIdentifier = "com.example.other"
        let payload = NotificationPayload.make(transaction: try issuer.issue(transaction))
        #expect(refusal(of: payload)?.rule == .bundleIdentifier)
        #expect(refusal(of: payload)?.member == "signedTransactionInfo")
    }

    @Test func `A document of another environment than the notification is refused`() throws {
        let chain = try JWSChain.good.get()
        let both = try chain.verifier(
            .make(
                "com.example.app",
                [.production(appAppleIdentifier: 1_234_567_890), .sandbox]
            )
        )
        let transaction = try issuer.issue(TransactionPayload.make(environment: .sandbox))
        let renewalInfo = try issuer.issue(RenewalInfoPayload.make(environment: .sandbox))
        for payload in [
            NotificationPayload.make(transaction: transaction), .make(renewalInfo: renewalInfo),
        ] {
            #expect(brokenRule { try both.verify(issuer.issue(payload)) } == .consistency)
        }
    }

    @Test func `A document without an environment is one of production where that is accepted`()
        throws
    {
        var policy = JWSPolicy.make()
        policy.acceptsMissingEnvironment = true
        let lenient = try JWSChain.good.get().verifier(policy)
        var transaction = TransactionPayload.make()
        transaction.environment = nil
        let payload = NotificationPayload.make(transaction: try issuer.issue(transaction))
        #expect(brokenRule { try lenient.verify(issuer.issue(payload)) } == nil)
        #expect(refusal(of: payload)?.rule == .environment)
    }

    @Test func `A renewal info of another subscription is refused`() throws {
        let payload = NotificationPayload.make(
            transaction: try issuer.issue(.make(originalTransaction: "901")),
            renewalInfo: try issuer.issue(.make())
        )
        #expect(refusal(of: payload)?.rule == .consistency)
    }

    @Test func `A notification is of the app, its identifier and an accepted environment`() {
        var payload = NotificationPayload.make()
        payload.data?.bundleIdentifier = "com.example.other"
        #expect(refusal(of: payload)?.rule == .bundleIdentifier)
        payload = .make()
        payload.data?.environment = .sandbox
        #expect(refusal(of: payload)?.rule == .environment)
        payload = .make()
        payload.data?.appAppleIdentifier = nil
        #expect(refusal(of: payload)?.rule == .appAppleIdentifier)
        payload.data?.appAppleIdentifier = 1
        #expect(refusal(of: payload)?.rule == .appAppleIdentifier)
    }

    @Test func `A notification has one subject`() {
        var payload = NotificationPayload.make()
        payload.summary = .init()
        #expect(refusal(of: payload)?.rule == .content)
        payload = .make()
        payload.data = nil
        #expect(refusal(of: payload)?.rule == .content)
    }

    @Test func `A summary and an app transaction are subjects, too`() throws {
        var payload = NotificationPayload.make()
        payload.data = nil
        payload.type = .renewalExtension
        payload.summary = .makeFull()
        #expect(refusal(of: payload) == nil)
        payload.summary = nil
        payload.appData = try NotificationPayload.makeFull(issuer).appData
        let verified = try verifier.verify(issuer.issue(payload))
        #expect(verified.appTransaction?.appVersion == "4.2.1")
        payload.appData?.signedAppTransaction = try attacker.issue(.makeFull())
        #expect(refusal(of: payload)?.member == "signedAppTransactionInfo")
    }

    @Test(arguments: [("SANDBOX_1", JWSRefusal.Rule.environment), ("1", nil)])
    func `The identifier of an external purchase tells the environment`(
        identifier: String,
        rule: JWSRefusal.Rule?
    ) {
        var payload = NotificationPayload.make()
        payload.data = nil
        payload.externalPurchaseToken = .makeFull()
        payload.externalPurchaseToken?.externalPurchaseIdentifier = identifier
        #expect(refusal(of: payload)?.rule == rule)
    }
}

extension NotificationPayload.ExtensionSummary {
    static func makeFull() -> Self {
        var summary = Self()
        summary.bundleIdentifier = "com.example.app"
        summary.appAppleIdentifier = 1_234_567_890
        summary.environment = .production
        summary.productIdentifier = "com.example.app.pro"
        summary.requestIdentifier = "request"
        summary.storefrontCountryCodes = ["USA", "DEU"]
        summary.succeededCount = 5
        summary.failedCount = 1
        return summary
    }
}

extension NotificationPayload.ExternalPurchaseToken {
    static func makeFull() -> Self {
        var token = Self()
        token.bundleIdentifier = "com.example.app"
        token.appAppleIdentifier = 1_234_567_890
        token.externalPurchaseIdentifier = "1"
        token.tokenCreationDate = Moment.created
        token.tokenExpirationDate = Moment.created + 365 * Moment.day
        token.tokenType = .services
        return token
    }
}

extension NotificationPayload.UnclaimedSeats {
    static func makeFull() -> Self {
        var seats = Self()
        seats.bundleIdentifier = "com.example.app"
        seats.appAppleIdentifier = 1_234_567_890
        seats.environment = .production
        seats.seatClaimIdentifiers = [JWSChain.account]
        return seats
    }
}

extension NotificationPayload {
    /// A payload in which everything is set, also what excludes each other.
    static func makeFull(_ issuer: JWSIssuer) throws -> NotificationPayload {
        var payload = make(
            transaction: try issuer.issue(.make()),
            renewalInfo: try issuer.issue(.make())
        )
        payload.summary = .makeFull()
        payload.externalPurchaseToken = .makeFull()
        payload.unclaimInfo = .makeFull()
        var appData = AppDownload()
        appData.bundleIdentifier = "com.example.app"
        appData.appAppleIdentifier = 1_234_567_890
        appData.environment = .production
        appData.signedAppTransaction = try issuer.issue(.makeFull())
        payload.appData = appData
        return payload
    }
}
