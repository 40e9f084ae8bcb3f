import Foundation
import SwiftyStoreKit
import Testing

@testable import AppReceipt
@testable import ReceiptValidation

@Suite struct EnvironmentTests {
    private static let production: Set<ReceiptEnvironment> = [.production]
    private static let sandbox: Set<ReceiptEnvironment> = [.sandbox]
    private static let tests: Set<ReceiptEnvironment> = [.xcode, .localTesting]

    @Test(arguments: [
        (ReceiptType?.some(.productionSandbox), production, ReceiptStatus.testReceipt),
        (.productionVPPSandbox, production, .testReceipt),
        (.sandbox, production.union(tests), .testReceipt),
        (.production, sandbox, .productionEnvironment),
        (.productionVPP, sandbox.union(tests), .productionEnvironment),
        (.productionSandbox, tests, .receiptCouldNotBeAuthenticated),
        (.production, tests, .receiptCouldNotBeAuthenticated),
        (.xcode, production, .receiptCouldNotBeAuthenticated),
        (.localTesting, sandbox, .receiptCouldNotBeAuthenticated),
        (.init(rawValue: "Productions"), sandbox, .receiptCouldNotBeAuthenticated),
        (nil, sandbox, .receiptCouldNotBeAuthenticated),
    ])
    func `sandbox and production have statuses of their own`(
        type: ReceiptType?,
        required: Set<ReceiptEnvironment>,
        status: ReceiptStatus
    ) throws {
        let validator = try LocalReceiptValidator.make(rules: [EnvironmentRule(required)])
        let refused = try #require(
            try validator.validate(Issuing.receipt(.make(type: type))).refused
        )
        #expect(refused.status == status)
        #expect(refused.info["status"] as? Int == status.rawValue)
        #expect(Set(refused.info.keys) == ["status", "exception"])
    }

    @Test func `both environments may be allowed at once`() throws {
        let validator = try LocalReceiptValidator.make(rules: [.environment(.production, .sandbox)])
        for type in [ReceiptType.production, .productionSandbox] {
            #expect(try validator.validate(Issuing.receipt(.make(type: type))).refused == nil)
        }
    }

    @Test func `the status is that of the first broken rule`() throws {
        let rules: [any ReceiptRule] = [.bundleIdentifier("b"), .environment(.production)]
        let data = try Issuing.receipt(.make(type: .sandbox))
        let refused = try #require(
            try LocalReceiptValidator.make(rules: rules).validate(data).refused
        )
        #expect(refused.status == .receiptCouldNotBeAuthenticated)
    }

    @Test func `an app's own rule of that name does not reveal the environment`() throws {
        let rules: [any ReceiptRule] = [Refusing(), .environment(.production)]
        let data = try Issuing.receipt(.make(type: .sandbox))
        let refused = try #require(
            try LocalReceiptValidator.make(rules: rules).validate(data).refused
        )
        #expect(refused.status == .receiptCouldNotBeAuthenticated)
    }

    @Test func `the environment of a test signer's receipt is not revealed`() throws {
        let identity = try Issuing.stranger.get()
        let validator = try LocalReceiptValidator.make(
            rules: [.environment(.sandbox)],
            testSigners: [try #require(identity.certificates.first)]
        )
        let data = try Issuing.receipt(.make(type: .production), by: identity)
        let refused = try #require(validator.validate(data).refused)
        #expect(refused.status == .receiptCouldNotBeAuthenticated)
        let exception = try #require(refused.info["exception"] as? String)
        #expect(exception == "environment: a test signer signed another type")
    }
}

private struct Refusing: ReceiptRule {
    var name: ReceiptVerdict.Rule { .environment }

    func objection(to content: ReceiptContent) -> String? { "not today" }
}
