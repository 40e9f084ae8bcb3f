import Foundation
import Testing

@testable import AppReceipt

/// Rebuilds what Apple's verifyReceipt answered to a real receipt; both are other people's, so they
/// are read where they are.
@Suite(
    .enabled(
        if: Samples.receipts != nil && Samples.answers != nil,
        "no folders of real receipts and of Apple's answers"
    )
)
struct AppleAnswerTests {
    private let content: ReceiptContent
    private let answer: Data

    init() throws {
        let receipts = try #require(Samples.receipts)
        let answers = try #require(Samples.answers)
        let name = "RevenueCat__purchases-ios__base64encodedreceiptsample1.b64"
        let text = try String(contentsOf: receipts.appendingPathComponent(name), encoding: .utf8)
        let receipt = try SignedReceipt(base64Encoded: text, ignoringWhitespace: true)
        content = try ReceiptVerifier(rules: []).verify(receipt).content
        let file = "RevenueCat__purchases-ios__verifyReceiptSample1.json"
        answer = try Data(contentsOf: answers.appendingPathComponent(file))
    }

    /// The answer without white space between its tokens; nothing is decoded, so that the order and
    /// spelling stay Apple's.
    private func compactAnswer() -> String {
        var octets: [UInt8] = []
        var (isInText, isEscaped) = (false, false)
        for octet in answer {
            if !isInText, [0x20, 0x0A, 0x0D, 0x09].contains(octet) { continue }
            octets.append(octet)
            if octet == UInt8(ascii: "\""), !isEscaped { isInText.toggle() }
            isEscaped = octet == UInt8(ascii: "\\") && !isEscaped
        }
        return String(decoding: octets, as: UTF8.self)
    }

    @Test func `every purchase is answered as Apple answered it`() throws {
        let root = try JSONSerialization.jsonObject(with: answer) as? [String: Any]
        let receipt = try #require(root?["receipt"] as? [String: Any])
        let expected = try #require(receipt["in_app"] as? [NSDictionary])
        let rebuilt = content.inAppPurchases.map {
            NSDictionary(dictionary: $0.responseObject.fields)
        }
        #expect(rebuilt.count == 9)
        #expect(rebuilt == expected)
    }

    @Test func `the whole receipt object is Apple's, octet for octet`() throws {
        let requestDate = Date(timeIntervalSince1970: 1_595_440_486.402)
        let rebuilt = content.responseObject(requestDate: requestDate).json()
        let text = try #require(String(data: rebuilt, encoding: .utf8))
        #expect(text.contains("\"in_app\":[{"))
        #expect(compactAnswer().contains("\"receipt\":\(text),"))
    }
}
