import Foundation
import Testing

@testable import AppReceipt

/// Judges documents that Apple, Xcode and other projects signed, as their index says.
@Suite(.enabled(if: Samples.jws != nil, "no folder of signed documents"))
struct RealJWSTests {
    private let folder: URL

    init() throws {
        folder = try #require(Samples.jws)
    }

    private func text(_ name: String) throws -> String {
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func jws<Payload>(_ name: String) throws -> JWS<Payload> { JWS(try text(name)) }

    /// A verifier that trusts the root of a file.
    private func verifier(
        _ root: URL?,
        _ bundle: String,
        _ environments: AcceptedEnvironment...
    ) throws -> JWSVerifier {
        let bytes = Array(try Data(contentsOf: try #require(root)))
        return JWSVerifier(
            trustedRoots: try TrustedRoots([bytes]),
            policy: JWSPolicy(bundleIdentifier: bundle, environments: environments)
        )
    }

    private func libraryVerifier(_ bundle: String = "com.example") throws -> JWSVerifier {
        let root = Samples.certificates?.appendingPathComponent("apple-lib-testCA.der")
        return try verifier(root, bundle, .sandbox)
    }

    private func syntheticVerifier(_ root: String) throws -> JWSVerifier {
        let file = Samples.receipts?.appendingPathComponent("synthetic-emindeniz99/\(root).der")
        return try verifier(
            file,
            "com.example.app",
            .sandbox,
            .production(appAppleIdentifier: 123_456_789)
        )
    }

    private func transactionRule(_ name: String, _ verifier: JWSVerifier) throws -> JWSRefusal.Rule?
    {
        let jws: JWS<TransactionPayload> = try jws(name)
        return brokenRule {
            try verifier.verify(jws, productIdentifier: .unchecked, appAccountToken: .unchecked)
        }
    }

    @Test func `A genuine notification is verified with Apple's roots`() throws {
        let name = "imdhemy__appstore-iap__apple-genuine-test-notification.jws"
        let policy = JWSPolicy(bundleIdentifier: "com.Abilities", environments: [.sandbox])
        let notification: JWS<NotificationPayload> = try jws(name)
        let verified = try JWSVerifier(policy: policy).verify(notification)
        #expect(verified.notification.type == .test)
        #expect(verified.notification.signingDate == Date(timeIntervalSince1970: 1_662_122_492.884))
        #expect(verified.transaction == nil)
    }

    @Test func `What Apple's library tests with is verified below its root alone`() throws {
        let verifier = try libraryVerifier()
        #expect(try transactionRule("apple__mock__transactionInfo.jws", verifier) == nil)
        let renewalInfo: JWS<RenewalInfoPayload> = try jws("apple__mock__renewalInfo.jws")
        _ = try verifier.verify(
            renewalInfo,
            originalTransactionIdentifier: .unchecked,
            productIdentifier: .unchecked,
            appAccountToken: .unchecked
        )
        let notification: JWS<NotificationPayload> = try jws("apple__mock__testNotification.jws")
        #expect(try verifier.verify(notification).notification.data?.appAppleIdentifier == 1234)
        let policy = JWSPolicy(bundleIdentifier: "com.example", environments: [.sandbox])
        #expect(brokenRule { try JWSVerifier(policy: policy).verify(notification) } == .chain)
    }

    @Test func `A notification without certificates or without a date is refused`() throws {
        let verifier = try libraryVerifier()
        let without: JWS<NotificationPayload> = try jws("apple__mock__missingX5CHeaderClaim.jws")
        #expect(brokenRule { try verifier.verify(without) } == .certificates)
        let undated: JWS<NotificationPayload> = try jws("apple__mock__wrongBundleId.jws")
        #expect(brokenRule { try verifier.verify(undated) } == .signingDate)
        #expect(try undated.unverifiedPayload().data?.bundleIdentifier == "com.example.wrong")
    }

    @Test(
        arguments: [
            ("transaction", "jws-root", nil),
            ("transaction", "jws-expired-root", JWSRefusal.Rule.chain),
            ("expired-cert-historical", "jws-expired-root", nil),
            ("expired-cert-fresh", "jws-expired-root", .validity),
            ("transaction-no-intermediate-oid", "jws-no-intermediate-oid-root", .purpose),
            ("transaction-no-leaf-oid", "jws-no-leaf-oid-root", .purpose),
        ] as [(String, String, JWSRefusal.Rule?)]
    )
    func `A transaction of another project is judged as its index says`(
        name: String,
        root: String,
        rule: JWSRefusal.Rule?
    ) throws {
        let file = "emindeniz99__synthetic__\(name).jws"
        #expect(try transactionRule(file, try syntheticVerifier(root)) == rule)
    }

    @Test(arguments: ["app-transaction", "app-transaction-production"])
    func `An app transaction of another project is verified`(name: String) throws {
        let document: JWS<AppTransactionPayload> = try jws("emindeniz99__synthetic__\(name).jws")
        let verified = try syntheticVerifier("jws-root").verify(document)
        #expect(verified.appAppleIdentifier == 123_456_789)
        #expect(verified.appVersion == "1.2.3")
    }

    @Test func `What Xcode signed is verified under a policy that names its certificate`() throws {
        let bundle = "com.example.naturelab.backyardbirds.example"
        let names = ["transaction", "renewal-info", "app-transaction"]
            .map { "apple__xcode__xcode-signed-\($0).jws" }
        let certificate = try certificate(of: names[0])
        func verifier(_ environments: AcceptedEnvironment...) -> JWSVerifier {
            JWSVerifier(policy: .init(bundleIdentifier: bundle, environments: environments))
        }
        let trusting = verifier(.xcode(certificate: certificate))
        #expect(try transactionRule(names[0], trusting) == nil)
        #expect(try transactionRule(names[0], verifier(.sandbox)) == .certificates)
        let transaction: JWS<TransactionPayload> = try jws(names[0])
        let date = try transaction.unverifiedPayload().purchaseDate
        #expect(date == Date(timeIntervalSince1970: 1_697_679_936_049.7297 / 1000))
        // Each file was signed by an Xcode of its own.
        let renewing = verifier(.xcode(certificate: try self.certificate(of: names[1])))
        let renewalInfo: JWS<RenewalInfoPayload> = try jws(names[1])
        let verified = try renewing.verify(
            renewalInfo,
            originalTransactionIdentifier: .equals("0"),
            productIdentifier: .equals("pass.premium"),
            appAccountToken: .unchecked
        )
        #expect(verified.willAutoRenew == true)
        let app = verifier(.xcode(certificate: try self.certificate(of: names[2])))
        let appTransaction: JWS<AppTransactionPayload> = try jws(names[2])
        let original = try app.verify(appTransaction).originalPurchaseDate
        #expect(original == Date(timeIntervalSince1970: -62_135_769_600))
    }

    /// The one certificate in the header of a file.
    private func certificate(of name: String) throws -> [UInt8] {
        let compact = try CompactJWS(Array(try text(name).utf8))
        return try JOSEHeader(try compact.header()).certificates(allowsOne: true)[0]
    }
}
