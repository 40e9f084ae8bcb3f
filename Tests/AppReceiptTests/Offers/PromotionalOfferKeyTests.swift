import AppReceipt
import Foundation
import Testing

@Suite struct PromotionalOfferKeyTests {
    @Test func `Base64, PEM and a document without a public key are the same key`() throws {
        let key = try PromotionalOfferKey.make()
        let bare = try PromotionalOfferKey(
            id: key.id,
            base64Encoded: OfferKeyText.withoutPublicKey
        )
        let pem = try PromotionalOfferKey(id: key.id, pemRepresentation: OfferKeyText.pem())
        #expect(bare == key)
        #expect(pem == key)
        #expect(try PromotionalOfferKey.make(id: "other") != key)
        #expect(PromotionalOfferKey(id: key.id) != key)
    }

    @Test func `Identifiers of keys are compared byte by byte`() throws {
        #expect(
            try PromotionalOfferKey.make(id: "\u{E9}") != PromotionalOfferKey.make(id: "e\u{301}")
        )
    }

    @Test(arguments: [
        ("?", PromotionalOfferKey.Error.malformedBase64),
        ("MIGH\nAgEA", .malformedBase64), ("", .malformedKey), ("MAA=", .malformedKey),
        (OfferKeyText.sec1, .malformedKey), (OfferKeyText.p384, .malformedKey),
        (OfferKeyText.ed25519, .malformedKey), (OfferKeyText.base64 + "AAAA", .malformedKey),
        (OfferKeyText.otherPublicKey, .otherPublicKey),
    ])
    func `A text that is no key on P-256 is refused`(
        text: String,
        error: PromotionalOfferKey.Error
    ) {
        #expect(throws: error) { try PromotionalOfferKey(id: "K", base64Encoded: text) }
    }

    @Test(arguments: [
        ("", PromotionalOfferKey.Error.malformedPEM),
        (OfferKeyText.base64, .malformedPEM),
        (OfferKeyText.pem(OfferKeyText.sec1, label: "EC PRIVATE KEY"), .malformedPEM),
        (OfferKeyText.pem(OfferKeyText.sec1), .malformedKey),
    ])
    func `A text that is no PRIVATE KEY in PEM is refused`(
        text: String,
        error: PromotionalOfferKey.Error
    ) {
        #expect(throws: error) { try PromotionalOfferKey(id: "K", pemRepresentation: text) }
    }

    @Test func `No cut or changed document traps`() throws {
        let bytes = try #require(Data(base64Encoded: OfferKeyText.base64))
        for count in bytes.indices {
            let text = bytes.prefix(count).base64EncodedString()
            #expect(throws: PromotionalOfferKey.Error.malformedKey) {
                try PromotionalOfferKey(id: "K", base64Encoded: text)
            }
            for bit in [0x01, 0x80] as [UInt8] {
                var changed = bytes
                changed[count] ^= bit
                _ = try? PromotionalOfferKey(
                    id: "K",
                    base64Encoded: changed.base64EncodedString()
                )
            }
        }
    }
}
