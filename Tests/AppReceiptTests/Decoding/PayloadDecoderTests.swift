import Foundation
import Testing

@testable import AppReceipt

@Suite struct PayloadDecoderTests {
    private func decode(_ others: [UInt8]...) throws(SignedReceipt.Error) -> ReceiptContent {
        try Attribute.content(Attribute.required + others)
    }

    @Test func `three attributes make a receipt`() throws {
        let content = try decode()
        #expect(content.bundleIdentifier == "com.example.app")
        #expect(content.appVersion == "4.2.1")
        #expect(content.creationDate == Moment.created)
        #expect(content.type == nil)
        #expect(content.inAppPurchases == [])
    }

    @Test(arguments: [0, 1, 2])
    func `a receipt without one of the three is refused`(missing: Int) {
        var attributes = Attribute.required
        attributes.remove(at: missing)
        #expect(throws: SignedReceipt.Error.self) { try Attribute.content(attributes) }
    }

    @Test(arguments: [0, 1, 2, 3])
    func `a purchase without one of its four is refused`(missing: Int) {
        var attributes = Attribute.requiredOfPurchase
        attributes.remove(at: missing)
        let set = DEREncoder.element(Tag.set, Array(attributes.joined()))
        #expect(throws: SignedReceipt.Error.self) { try self.decode(Attribute.make(17, set)) }
    }

    @Test(arguments: [2, 3, 4, 5, 12, 0, 1, 6, 21, 63])
    func `a second attribute of a number with a meaning is refused`(type: Int64) throws {
        let content = try decode().bundleIdentifier
        let value: [UInt8] =
            switch type {
            case 12, 21: DEREncoder.asciiText("2024-06-01T12:00:00Z")
            case 1: DEREncoder.integer(1)
            default: DEREncoder.text(content)
            }
        let attribute = Attribute.make(type, value)
        #expect(throws: SignedReceipt.Error.self) { try self.decode(attribute, attribute) }
    }

    @Test func `a second attribute of a purchase is refused`() throws {
        for attribute in Attribute.requiredOfPurchase {
            #expect(throws: SignedReceipt.Error.self) { try Attribute.purchase([attribute]) }
        }
    }

    @Test func `unknown attributes are decoded, also repeated ones`() throws {
        let content = try decode(
            Attribute.make(30, [1]),
            Attribute.make(4_000, [2], version: 7),
            Attribute.make(4_000, [])
        )
        #expect(
            content.otherAttributes == [
                ReceiptAttribute(type: 30, value: [1]),
                ReceiptAttribute(type: 4_000, version: 7, value: [2]),
                ReceiptAttribute(type: 4_000, value: []),
            ]
        )
        let purchase = try Attribute.purchase([
            Attribute.make(1_799, [3]), Attribute.make(1_714, DEREncoder.text("")),
            Attribute.make(1_715, DEREncoder.text("x")),
        ])
        #expect(purchase?.otherAttributes.map(\.type) == [1_799, 1_715])
    }

    @Test func `more unknown attributes than any receipt has are refused`() throws {
        let attribute = Attribute.make(99, [])
        let limit = DecodingLimits.unknownAttributes
        _ = try Attribute.content(Attribute.required + Array(repeating: attribute, count: limit))
        let tooMany = Attribute.required + Array(repeating: attribute, count: limit + 1)
        #expect(throws: SignedReceipt.Error.self) { try Attribute.content(tooMany) }
    }

    @Test(
        arguments: [
            [0x02, 0x05, 0x01, 0x00, 0x00, 0x00, 0x02],  // 2^32 + 2
            [0x02, 0x09, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02],  // 2^64 + 2
            [0x02, 0x02, 0x00, 0x02], [0x02, 0x01, 0xFE], [0x02, 0x00], [0x0C, 0x01, 0x02],
            [0x02, 0x04, 0x80, 0x00, 0x00, 0x00],
        ] as [[UInt8]]
    )
    func `an attribute's number is exact or refused`(typeBytes: [UInt8]) {
        let attribute = Attribute.make(typeBytes: typeBytes, [])
        #expect(throws: SignedReceipt.Error.self) { try self.decode(attribute) }
    }

    @Test(arguments: [0, 1, 127, 128, 255, 256, 9_007_199_254_740_993, .max, -1, -128, -129, .min])
    func `integers are exact`(value: Int64) throws {
        #expect(
            try decode(Attribute.make(15, DEREncoder.integer(value))).downloadIdentifier == value
        )
    }

    @Test(
        arguments: [
            [], [0x02, 0x00], [0x02, 0x02, 0x00, 0x7F], [0x02, 0x02, 0xFF, 0x80],
            [0x02, 0x09, 0x00, 0x80, 0, 0, 0, 0, 0, 0, 0], [0x0C, 0x01, 0x31],
            [0x02, 0x01, 0x01, 0x00], [0x02, 0x02, 0x01], [0x02, 0x81, 0x01, 0x01],
        ] as [[UInt8]]
    )
    func `what is not an integer of 64 bits is refused`(value: [UInt8]) {
        #expect(throws: SignedReceipt.Error.self) { try self.decode(Attribute.make(15, value)) }
    }

    @Test(
        arguments: [
            [0x0C, 0x02, 0xC3, 0x28], [0x0C, 0x01, 0xFF], [0x0C, 0x03, 0xED, 0xA0, 0x80],
            [0x0C, 0x02, 0xC0, 0x80], [0x0C, 0x03, 0x61, 0x00, 0x62], [0x16, 0x01, 0x61],
            [0x13, 0x01, 0x61], [0x04, 0x01, 0x61], [], [0x0C, 0x02, 0x61],
            [0x0C, 0x01, 0x61, 0x00],
        ] as [[UInt8]]
    )
    func `what is not a text is refused`(value: [UInt8]) {
        #expect(throws: SignedReceipt.Error.self) { try self.decode(Attribute.make(19, value)) }
    }

    @Test func `text of any script is decoded`() throws {
        let text = "\u{65E5}\u{672C} caf\u{E9} \u{FFFD} \u{1F600} and a good deal more of it"
        let content = try decode(Attribute.make(19, DEREncoder.text(text)))
        #expect(content.originalAppVersion == text)
    }

    @Test func `an empty text or date is nil`() throws {
        let content = try decode(
            Attribute.make(0, DEREncoder.text("")),
            Attribute.make(21, DEREncoder.asciiText("")),
            Attribute.make(10, DEREncoder.asciiText("")),
            Attribute.make(8, [0x16, 0x00])
        )
        #expect(content.type == nil)
        #expect(content.expirationDate == nil)
        #expect(content.ageRating == nil)
        #expect(content.undocumented.date8 == nil)
    }

    @Test(arguments: ["", "yesterday", "2024-06-31T12:00:00Z"])
    func `a creation date that is not a date is refused`(text: String) {
        let date = Attribute.make(12, DEREncoder.asciiText(text))
        #expect(throws: SignedReceipt.Error.self) {
            try Attribute.content(Array(Attribute.required.prefix(2)) + [date])
        }
    }

    @Test(arguments: [4, 5, 6, 7])
    func `bytes that look like an element stay as they are`(type: Int64) throws {
        let value: [UInt8] = [0x0C, 0x02, 0x61, 0x62]
        let content = try decode(Attribute.make(type, value))
        let read = [
            4: content.opaqueValue, 5: content.deviceHash, 6: content.undocumented.bytes6,
            7: content.undocumented.bytes7,
        ]
        #expect(read[Int(type)] == value)
    }

    @Test func `a flag is 0 or 1`() throws {
        for type: Int64 in [1713, 1719] {
            #expect(throws: SignedReceipt.Error.self) {
                try Attribute.purchase([Attribute.make(type, DEREncoder.integer(2))])
            }
        }
        let purchase = try Attribute.purchase([Attribute.make(1713, DEREncoder.integer(1))])
        #expect(purchase?.isTrialPeriod == true)
        #expect(purchase?.isInIntroductoryOfferPeriod == nil)
    }

    @Test(
        arguments: [
            [], [0x31], [0x30, 0x00], [0x31, 0x80, 0x00, 0x00], [0x31, 0x01, 0x30],
            [0x31, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x31, 0x88, 1, 0, 0, 0, 0, 0, 0, 0],
            [0x31, 0x82, 0x00, 0x00], [0x31, 0xFF], [0x04, 0x02, 0x31, 0x00], [0x31, 0x00, 0x00],
        ] as [[UInt8]]
    )
    func `what is not a set of attributes is refused`(payload: [UInt8]) {
        #expect(throws: SignedReceipt.Error.self) {
            var decoder = PayloadDecoder(payload, 0..<payload.count)
            _ = try decoder.decode()
        }
    }

    @Test func `bytes outside the range are never read`() throws {
        let payload = try PayloadEncoder(content: .make()).payload()
        let storage = [0x31, 0x7F] + payload + [0x30, 0x00]
        var decoder = PayloadDecoder(storage, 2..<2 + payload.count)
        #expect(try decoder.decode() == .make())
        for end in 3..<2 + payload.count {
            #expect(throws: SignedReceipt.Error.self) {
                var decoder = PayloadDecoder(storage, 2..<end)
                _ = try decoder.decode()
            }
        }
    }
}
