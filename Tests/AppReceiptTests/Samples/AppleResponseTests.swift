import Foundation
import Testing

@testable import AppReceipt

/// Rebuilds the response of Apple's verifyReceipt to a real receipt.
@Suite(
    .enabled(
        if: Samples.receipts != nil && Samples.responses != nil,
        "no folders of real receipts and of Apple's responses"
    )
)
struct AppleResponseTests {
    private let content: ReceiptContent
    private let response: Data

    init() throws {
        let receipts = try #require(Samples.receipts)
        let responses = try #require(Samples.responses)
        let name = "RevenueCat__purchases-ios__base64encodedreceiptsample1.b64"
        let text = try String(contentsOf: receipts.appendingPathComponent(name), encoding: .utf8)
        let receipt = try SignedReceipt(base64Encoded: text, ignoringWhitespace: true)
        content = try ReceiptVerifier(rules: []).verify(receipt).content
        let file = "RevenueCat__purchases-ios__verifyReceiptSample1.json"
        response = try Data(contentsOf: responses.appendingPathComponent(file))
    }

    /// The response without white space between its tokens, in Apple's order and spelling.
    private func compactResponse() -> String {
        var bytes: [UInt8] = []
        var (isInText, isEscaped) = (false, false)
        for byte in response {
            if !isInText, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { continue }
            bytes.append(byte)
            if byte == UInt8(ascii: "\""), !isEscaped { isInText.toggle() }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `every purchase is the one in Apple's response`() throws {
        let root = try JSONSerialization.jsonObject(with: response) as? [String: Any]
        let receipt = try #require(root?["receipt"] as? [String: Any])
        let expected = try #require(receipt["in_app"] as? [NSDictionary])
        let rebuilt = content.inAppPurchases.map {
            NSDictionary(dictionary: $0.responseObject.fields)
        }
        #expect(rebuilt.count == 9)
        #expect(rebuilt == expected)
    }

    @Test func `the whole receipt object is Apple's, byte for byte`() throws {
        let requestDate = Date(timeIntervalSince1970: 1_595_440_486.402)
        let rebuilt = content.responseObject(requestDate: requestDate).json()
        let text = try #require(String(data: rebuilt, encoding: .utf8))
        #expect(text.contains("\"in_app\":[{"))
        #expect(compactResponse().contains("\"receipt\":\(text),"))
    }
}
