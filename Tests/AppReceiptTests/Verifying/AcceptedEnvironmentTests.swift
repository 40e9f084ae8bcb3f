import Foundation
import Testing

@testable import AppReceipt

/// A verifier of an app's receipts, in which every environment has its own signers.
@Suite struct AcceptedEnvironmentTests {
    private static let production = AcceptedEnvironment.production(
        appAppleIdentifier: 1_234_567_890
    )

    private func chain(_ isTrusted: Bool) throws -> TestChain {
        try isTrusted ? TestChain.good.get() : TestChain.attacker.get()
    }

    private func rule(
        _ type: ReceiptType,
        by chain: TestChain,
        accepting environments: [AcceptedEnvironment],
        change: (inout ReceiptContent) -> Void = { _ in }
    ) throws -> ReceiptVerdict.Rule? {
        var content = ReceiptContent.makeFull()
        content.type = type
        change(&content)
        let verifier = ReceiptVerifier(
            trustedRoots: try TestChain.good.get().roots(),
            bundleIdentifier: "com.example.app",
            environments: environments
        )
        let receipt = try chain.issuer().issue(content)
        let rule = verifier.judge(receipt).brokenRule
        // Again, with the chain that the verifier remembers.
        #expect(verifier.judge(receipt).brokenRule == rule)
        return rule
    }

    @Test(arguments: [
        (ReceiptType.production, true, nil), (.productionVPP, true, nil),
        (.productionSandbox, true, nil), (.localTesting, false, nil),
        (.production, false, ReceiptVerdict.Rule.environment),
        (.productionSandbox, false, .environment), (.xcode, false, .environment),
        (.localTesting, true, .environment), (.xcode, true, .environment),
        (ReceiptType(rawValue: "else"), true, .environment),
        (ReceiptType(rawValue: "else"), false, .environment),
    ])
    func `The root of a local store signs for a local store, and nobody else does`(
        type: ReceiptType,
        isTrusted: Bool,
        rule expected: ReceiptVerdict.Rule?
    ) throws {
        let local = try TestChain.attacker.get().root.encoded()
        let rule = try rule(
            type,
            by: chain(isTrusted),
            accepting: [Self.production, .sandbox, .localTesting(root: local)]
        )
        #expect(rule == expected)
    }

    @Test func `A root that no environment names is not trusted`() throws {
        let stranger = try TestChain.attacker.get()
        #expect(try rule(.localTesting, by: stranger, accepting: [.sandbox]) == .chain)
        let malformed = AcceptedEnvironment.localTesting(root: [1, 2, 3])
        #expect(try rule(.localTesting, by: stranger, accepting: [malformed]) == .chain)
    }

    @Test(arguments: [
        (ReceiptType.xcode, nil), (.localTesting, ReceiptVerdict.Rule.environment),
        (.production, .environment), (.productionSandbox, .environment),
    ])
    func `Xcode's certificate signs for Xcode alone`(
        type: ReceiptType,
        rule expected: ReceiptVerdict.Rule?
    ) throws {
        let xcode = try TestChain.attacker.get()
        let rule = try rule(
            type,
            by: xcode,
            accepting: [Self.production, .sandbox, .xcode(certificate: xcode.signer.encoded())]
        )
        #expect(rule == expected)
    }

    @Test func `Test signers beside the trusted roots are not used`() throws {
        let signer = try TestChain.attacker.get()
        let verifier = ReceiptVerifier(
            trustedRoots: try TrustedRoots([], testSigners: [signer.signer.encoded()]),
            bundleIdentifier: "com.example.app",
            environments: [.localTesting(root: []), .xcode(certificate: [])]
        )
        let receipt = try signer.issuer().issue(.make(type: .xcode))
        #expect(verifier.judge(receipt).brokenRule == .chain)
    }

    @Test func `The app, its environments and its identifier are required`() throws {
        let good = try TestChain.good.get()
        let both = [Self.production, .sandbox]
        #expect(try rule(.production, by: good, accepting: both) == nil)
        #expect(try rule(.production, by: good, accepting: [.sandbox]) == .environment)
        #expect(try rule(.production, by: good, accepting: []) == .environment)
        let other = try rule(.production, by: good, accepting: both) {
            $0.bundleIdentifier = "com.example.other"
        }
        #expect(other == .bundleIdentifier)
    }

    @Test(
        arguments: [
            (ReceiptType.production, 1, ReceiptVerdict.Rule.appAppleIdentifier),
            (.productionVPP, nil, .appAppleIdentifier), (.production, 0, .appAppleIdentifier),
            (.productionSandbox, 0, nil), (.productionSandbox, nil, nil),
        ] as [(ReceiptType, Int64?, ReceiptVerdict.Rule?)]
    )
    func `A receipt of production has the app's identifier`(
        type: ReceiptType,
        identifier: Int64?,
        rule expected: ReceiptVerdict.Rule?
    ) throws {
        let rule = try rule(
            type,
            by: try TestChain.good.get(),
            accepting: [Self.production, .sandbox]
        ) {
            $0.appIdentifier = identifier
        }
        #expect(rule == expected)
    }

    @Test func `Further rules come last`() throws {
        let verifier = ReceiptVerifier(
            trustedRoots: try TestChain.good.get().roots(),
            bundleIdentifier: "com.example.app",
            environments: [Self.production],
            rules: [.version("1")]
        )
        let receipt = try TestChain.good.get().issuer().issue(.makeFull())
        #expect(verifier.judge(receipt).brokenRule == .version)
        let other = try TestChain.good.get().issuer().issue(.make(bundleIdentifier: "b"))
        #expect(verifier.judge(other).brokenRule == .bundleIdentifier)
    }
}
