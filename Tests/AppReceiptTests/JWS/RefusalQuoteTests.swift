import Foundation
import Testing

@testable import AppReceipt

/// A refusal is logged, and quotes strings that the document's sender wrote.
@Suite struct RefusalQuoteTests {
    /// In JSON, with a line feed, an escape of terminals and a line separator.
    private static let start = #"a\nRefused: nothing\u001b[2J\u2028"#
    /// The same of 90,000 bytes, and as the longest key behind an exclamation mark.
    private static let hostile = start + String(repeating: "b", count: 90_000)
    private static let key = start + String(repeating: "b", count: 230)
    /// The same text.
    private static let text =
        "a\nRefused: nothing\u{1B}[2J\u{2028}" + String(repeating: "b", count: 90_000)

    private func isHarmless(_ sentence: String) -> Bool {
        sentence.utf8.count < 500
            && sentence.unicodeScalars.allSatisfy {
                ![.control, .lineSeparator, .paragraphSeparator]
                    .contains($0.properties.generalCategory)
            }
    }

    @Test(arguments: [#"{"alg":"TEXT"}"#, #"{"KEY":1,"KEY":2}"#])
    func `A refusal of a header quotes one short line`(header: String) throws {
        var token = try Token(try JWSChain.good.get())
        token.header = Self.inserted(in: header)
        try expectHarmlessRefusal(of: token)
    }

    @Test(
        arguments: [
            ["signedDate": #""TEXT""#], ["bundleId": #""TEXT""#], ["environment": #""TEXT""#],
            ["productId": #""TEXT""#],
            ["transactionId": nil, "purchaseDate": nil, "!KEY": "1"],
        ] as [[String: String?]]
    )
    func `A refusal of a payload quotes one short line`(changes: [String: String?]) throws {
        let payload = Self.inserted(in: Token.payload(changes))
        try expectHarmlessRefusal(of: try Token(try JWSChain.good.get(), payload: payload))
    }

    private static func inserted(in json: String) -> String {
        json.replacingOccurrences(of: "TEXT", with: hostile)
            .replacingOccurrences(of: "KEY", with: key)
    }

    private func expectHarmlessRefusal(of token: Token) throws {
        let verifier = try JWSChain.good.get().verifier()
        let jws = JWS<TransactionPayload>(try token.compact())
        #expect(throws: JWSRefusal.self) {
            do throws(JWSRefusal) {
                _ = try verifier.verify(
                    jws,
                    productIdentifier: .equals("com.example.app.pro"),
                    appAccountToken: .unchecked
                )
            } catch {
                #expect(isHarmless(error.description))
                #expect(error.description.contains(#"a\u{A}Refused: nothing\u{1B}[2J\u{2028}"#))
                throw error
            }
        }
    }

    @Test(arguments: [
        BundleIdentifierRule("a") as any ReceiptRule, VersionRule("1"),
        EnvironmentRule([.production]),
    ])
    func `A refusal of a receipt quotes one short line`(rule: any ReceiptRule) throws {
        var content = ReceiptContent.make(bundleIdentifier: Self.text, appVersion: Self.text)
        content.type = ReceiptType(rawValue: Self.text)
        let objection = try #require(rule.objection(to: content))
        #expect(isHarmless(objection))
        #expect(objection.contains("\"a\\u{A}Refused"))
    }

    @Test func `An error of an offer quotes short lines`() {
        let message = PromotionalOfferSignature.Message.make(user: Self.text)
        let errors: [any LocalizedError] = [
            PromotionalOfferSignature.Error.mismatch(message, mistake: nil),
            PromotionalOfferSignature.Error.otherKey(id: Self.text, expected: "K"),
            OfferRequestJWS.Error.otherKey(id: Self.text, expected: "K"),
            OfferRequestJWS.Error.otherApp(Self.text, expected: "a"),
            OfferRequestJWS.Error.otherProduct(Self.text),
        ]
        for error in errors { #expect(isHarmless(error.errorDescription ?? "\n")) }
    }
}
