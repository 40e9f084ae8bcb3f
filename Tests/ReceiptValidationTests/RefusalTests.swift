import Foundation
import SwiftyStoreKit
import Testing

@testable import AppReceipt
@testable import ReceiptValidation

@Suite struct RefusalTests {
    @Test(arguments: [
        (ReceiptVerdict.Rule.structure, ReceiptStatus.malformedOrMissingData),
        (.content, .malformedOrMissingData),
        (.signer, .receiptCouldNotBeAuthenticated),
        (.digest, .receiptCouldNotBeAuthenticated),
        (.signature, .receiptCouldNotBeAuthenticated),
        (.chain, .receiptCouldNotBeAuthenticated),
        (.purpose, .receiptCouldNotBeAuthenticated),
        (.validity, .receiptCouldNotBeAuthenticated),
        (.bundleIdentifier, .receiptCouldNotBeAuthenticated),
        (.version, .receiptCouldNotBeAuthenticated),
        (.device, .receiptCouldNotBeAuthenticated),
        (.environment, .receiptCouldNotBeAuthenticated),
        (.expiry, .receiptCouldNotBeAuthenticated),
        (.init(rawValue: "an app's own"), .receiptCouldNotBeAuthenticated),
    ])
    func `every rule has a status`(rule: ReceiptVerdict.Rule, status: ReceiptStatus) {
        let refusal = ReceiptVerdict.Refusal(rule: rule, reason: "")
        #expect(ReceiptStatus(refusal, of: SignedReceipt(bytes: []), by: []) == status)
    }

    @Test(arguments: [
        Data(), Data([0x30, 0x80]), Data("MIIB".utf8), Data(repeating: 0, count: 4000),
    ])
    func `what is no receipt is malformed`(data: Data) throws {
        let refused = try #require(try LocalReceiptValidator.make().validate(data).refused)
        #expect(refused.status == .malformedOrMissingData)
        try expect(refused.info, code: 21_002, rule: .structure)
    }

    @Test func `a receipt in Base64 is malformed`() throws {
        let data = try Issuing.receipt().base64EncodedData()
        let refused = try #require(try LocalReceiptValidator.make().validate(data).refused)
        #expect(refused.status == .malformedOrMissingData)
    }

    @Test func `a signed content without a required field is malformed`() throws {
        let content = ReceiptContent.make(purchases: [.make("")])
        let payload = try #require(try? PayloadEncoder(content: content).payload())
        let signed = try ReceiptIssuer(identity: Issuing.store.get()).sign(payload: payload)
        let result = try LocalReceiptValidator.make().validate(Data(signed.bytes))
        let refused = try #require(result.refused)
        #expect(refused.status == .malformedOrMissingData)
        try expect(refused.info, code: 21_002, rule: .content)
    }

    @Test func `a receipt of an unknown signer is not authentic`() throws {
        let data = try Issuing.receipt(.makeFull(), by: Issuing.stranger.get())
        let refused = try #require(try LocalReceiptValidator.make().validate(data).refused)
        #expect(refused.status == .receiptCouldNotBeAuthenticated)
        try expect(refused.info, code: 21_003, rule: .chain)
    }

    @Test func `a changed receipt is not authentic`() throws {
        var data = try Issuing.receipt(.make(bundleIdentifier: "com.example.app"))
        let place = try #require(data.range(of: Data("com.example.app".utf8))).lowerBound
        data[place] = UInt8(ascii: "d")
        let refused = try #require(try LocalReceiptValidator.make().validate(data).refused)
        try expect(refused.info, code: 21_003, rule: .signature)
    }

    @Test func `a receipt from before its certificates is not authentic`() throws {
        let data = try Issuing.receipt(.make(creationDate: Moment.chainStart - 1))
        let refused = try #require(try LocalReceiptValidator.make().validate(data).refused)
        try expect(refused.info, code: 21_003, rule: .validity)
    }

    @Test(arguments: [
        BrokenRule(.bundleIdentifier("com.example.other"), .bundleIdentifier),
        BrokenRule(.version("4.2.2"), .version),
        BrokenRule(.device([1, 2, 3, 4, 5, 6]), .device),
        BrokenRule(.notExpired(at: Moment.chainEnd), .expiry),
        BrokenRule(NoConsumables(), NoConsumables.rule),
    ])
    func `a receipt that breaks a rule of the app is not authentic`(broken: BrokenRule) throws {
        let data = try Issuing.receipt(.makeFull())
        let refused = try #require(
            try LocalReceiptValidator.make(rules: [broken.rule]).validate(data).refused
        )
        #expect(refused.status == .receiptCouldNotBeAuthenticated)
        try expect(refused.info, code: 21_003, rule: broken.name)
    }

    /// The dictionary has the status and a sentence alone, so that no query finds a purchase.
    private func expect(
        _ info: ReceiptInfo,
        code: Int,
        rule: ReceiptVerdict.Rule,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(Set(info.keys) == ["status", "exception"], sourceLocation: location)
        #expect(info["status"] as? Int == code, sourceLocation: location)
        let sentence = try #require(info["exception"] as? String, sourceLocation: location)
        #expect(sentence.hasPrefix("\(rule.rawValue): "), sourceLocation: location)
        #expect(SwiftyStoreKit.allProductIds(inReceipt: info) == [], sourceLocation: location)
    }
}

/// A rule of an app's own.
private struct NoConsumables: ReceiptRule {
    static let rule = ReceiptVerdict.Rule(rawValue: "consumables")

    var name: ReceiptVerdict.Rule { Self.rule }

    func objection(to content: ReceiptContent) -> String? {
        content.inAppPurchases.contains { $0.productIdentifier == "coins" } ? "has coins" : nil
    }
}

struct BrokenRule: Sendable {
    let rule: any ReceiptRule
    let name: ReceiptVerdict.Rule

    init(_ rule: some ReceiptRule, _ name: ReceiptVerdict.Rule) {
        self.rule = rule
        self.name = name
    }
}
