import Foundation
import Testing

@testable import AppReceipt

@Suite struct ContentRuleTests {
    @Test(arguments: [
        ("com.example.app", true), ("com.example.App", false), ("com.example.app ", false),
        ("com.example", false), ("", false),
    ])
    func `the bundle identifier is compared byte for byte`(required: String, isGood: Bool) {
        let rule = BundleIdentifierRule(required)
        #expect((rule.objection(to: .make()) == nil) == isGood)
    }

    @Test func `texts that are equal by Unicode's rules are different identifiers`() {
        let content = ReceiptContent.make(
            bundleIdentifier: "com.caf\u{E9}",
            appVersion: "1\u{E9}"
        )
        #expect(BundleIdentifierRule("com.cafe\u{301}").objection(to: content) != nil)
        #expect(VersionRule("1e\u{301}").objection(to: content) != nil)
        #expect(BundleIdentifierRule("com.caf\u{E9}").objection(to: content) == nil)
    }

    @Test(arguments: [("4.2.1", true), ("4.2.10", false), ("4.2", false)])
    func `the version is compared byte for byte`(required: String, isGood: Bool) {
        #expect((VersionRule(required).objection(to: .make()) == nil) == isGood)
    }

    @Test func `the device is the one the hash was made for`() {
        let device: [UInt8] = [1, 2, 3, 4, 5, 6]
        let content = ReceiptContent.make(device: device)
        #expect(DeviceRule(device).objection(to: content) == nil)
        #expect(DeviceRule([1, 2, 3, 4, 5, 7]).objection(to: content) != nil)
        #expect(DeviceRule(device).objection(to: .make()) != nil)
        var salted = content
        salted.opaqueValue[0] ^= 1
        #expect(DeviceRule(device).objection(to: salted) != nil)
    }

    @Test func `a device may be known by any of several identifiers`() {
        let (device, other): ([UInt8], [UInt8]) = ([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 7])
        let content = ReceiptContent.make(device: device)
        #expect(DeviceRule(anyOf: [other, device]).objection(to: content) == nil)
        #expect(DeviceRule(anyOf: [device, other]).objection(to: content) == nil)
        #expect(DeviceRule(anyOf: [other, device.reversed()]).objection(to: content) != nil)
        #expect(DeviceRule(anyOf: [other + device]).objection(to: content) != nil)
        #expect(DeviceRule(anyOf: []).objection(to: content) != nil)
        #expect(DeviceRule(anyOf: [device]).objection(to: .make()) != nil)
    }

    @Test(arguments: [
        (ReceiptType?.some(.production), ReceiptEnvironment?.some(.production)),
        (.productionVPP, .production), (.productionSandbox, .sandbox),
        (.productionVPPSandbox, .sandbox), (.sandbox, .sandbox), (.xcode, .xcode),
        (.localTesting, .localTesting), (ReceiptType(rawValue: "production"), nil), (nil, nil),
    ])
    func `each type belongs to one environment or none`(
        type: ReceiptType?,
        environment: ReceiptEnvironment?
    ) {
        let content = ReceiptContent.make(type: type)
        for accepted in ReceiptEnvironment.allCases {
            let isGood = EnvironmentRule([accepted]).objection(to: content) == nil
            #expect(isGood == (accepted == environment))
        }
        let any = EnvironmentRule(Set(ReceiptEnvironment.allCases)).objection(to: content)
        #expect((any == nil) == (environment != nil))
    }

    @Test func `a receipt expires at its date and not before`() {
        let content = ReceiptContent.make(expirationDate: Moment.chainEnd)
        #expect(ExpiryRule(at: Moment.chainEnd - 1).objection(to: content) == nil)
        #expect(ExpiryRule(at: Moment.chainEnd).objection(to: content) != nil)
        #expect(ExpiryRule(at: .distantFuture).objection(to: .make()) == nil)
    }

    @Test func `setting the clock back does not revive an expired receipt`() {
        let content = ReceiptContent.make(expirationDate: Moment.created - Moment.day)
        #expect(ExpiryRule(at: Moment.chainStart).objection(to: content) != nil)
    }

    @Test func `the verifier checks the rules in order and names the broken one`() throws {
        let chain = try TestChain.good.get()
        let receipt = try chain.issuer().issue(
            .make(device: [1], expirationDate: Moment.created + Moment.day)
        )
        let cases: [([any ReceiptRule], ReceiptVerdict.Rule?)] = [
            (
                [
                    .bundleIdentifier("com.example.app"), .version("4.2.1"), .device([1]),
                    .environment(.production, .sandbox), .notExpired(at: Moment.created),
                ], nil
            ),
            ([.version("4.2.1"), .bundleIdentifier("else"), .version("else")], .bundleIdentifier),
            ([.version("else"), .bundleIdentifier("else")], .version),
            ([.device([2])], .device),
            ([.device(anyOf: [[2], [1]])], nil),
            ([.device(anyOf: [[2], [3]])], .device),
            ([.environment(.sandbox)], .environment),
            ([.notExpired(at: .distantFuture)], .expiry),
            ([OwnRule()], ReceiptVerdict.Rule(rawValue: "own")),
        ]
        for (rules, broken) in cases {
            let verifier = try ReceiptVerifier.make(trusting: chain, rules: rules)
            #expect(verifier.judge(receipt).brokenRule == broken)
        }
    }

    private struct OwnRule: ReceiptRule {
        let name = ReceiptVerdict.Rule(rawValue: "own")
        func objection(to content: ReceiptContent) -> String? { "always" }
    }
}
