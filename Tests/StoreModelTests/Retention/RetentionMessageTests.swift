import Foundation
import StrictJSON
import Testing

@testable import StoreModel

@Suite("The content of retention messages")
struct RetentionMessageTests {
    private static let image = "01020304-0506-4708-890a-0b0c0d0e0f10"

    private static func text(_ count: Int) -> String { String(repeating: "é", count: count) }

    private static func message(_ members: String) throws -> RetentionMessage {
        let json = #"{"header":"Stay","body":"Please.",\#(members)}"#
        return try RetentionMessage(JSONNode(document: Array(json.utf8)))
    }

    private static func bullet(text: String = "More", altText: String = "A star") -> String {
        #"{"text":"\#(text)","imageIdentifier":"\#(image)","altText":"\#(altText)"}"#
    }

    @Test("A message is written as it was uploaded")
    func roundTrip() throws {
        let json = """
            {"body":"Please.","bulletPoints":[{"altText":"A star",\
            "imageIdentifier":"\(Self.image)","text":"More"}],"header":"Stay",\
            "headerPosition":"ABOVE_IMAGE","image":{"altText":"Two birds",\
            "imageIdentifier":"\(Self.image)"}}
            """
        let message = try RetentionMessage(JSONNode(document: Array(json.utf8)))
        #expect(String(decoding: message.json.bytes, as: UTF8.self) == json)
        #expect(message.images.map(\.size) == [.fullSize, .bulletPoint])
    }

    @Test("Only header and body are required")
    func minimum() throws {
        let message = try Self.message(#""image":null,"later":1"#)
        #expect(message.image == nil)
        #expect(message.headerPosition == nil)
        #expect(message.bulletPoints.isEmpty)
        #expect(message.images.isEmpty)
    }

    @Test(
        "Each limit has an error of Apple's",
        arguments: [
            (#""header":"\#(text(66))""#, nil), (#""header":"\#(text(67))""#, .headerTooLong),
            (#""body":"\#(text(144))""#, nil), (#""body":"\#(text(145))""#, .bodyTooLong),
            (#""image":{"imageIdentifier":"\#(image)","altText":"\#(text(150))"}"#, nil),
            (
                #""image":{"imageIdentifier":"\#(image)","altText":"\#(text(151))"}"#,
                .altTextTooLong
            ),
            (#""bulletPoints":[\#(list(5))]"#, nil),
            (#""bulletPoints":[\#(list(6))]"#, .tooManyBulletPoints),
            (#""bulletPoints":[\#(bullet(text: text(66)))]"#, nil),
            (#""bulletPoints":[\#(bullet(text: text(67)))]"#, .bulletPointTextTooLong),
            (#""bulletPoints":[\#(bullet(altText: text(151)))]"#, .altTextTooLong),
            (#""headerPosition":"ABOVE_BODY""#, nil),
            (#""headerPosition":"ABOVE_IMAGE""#, .aboveImageWithoutImage),
        ] as [(String, ServerRequestRefusal?)]
    )
    func limits(members: String, refusal: ServerRequestRefusal?) throws {
        let rest = #"{"header":"Stay","body":"Please."}"#
        var object = try JSONParser.object(in: Array(rest.utf8))
        object.merge(try JSONParser.object(in: Array("{\(members)}".utf8))) { $1 }
        let node = JSONNode(.object(object))
        if let refusal {
            #expect(throws: refusal) { try RetentionMessage(node) }
        } else {
            _ = try RetentionMessage(node)
        }
    }

    @Test(
        "Another form is a malformed request",
        arguments: [
            #""header":1"#, #""header":"""#, #""body":null"#, #""image":{"altText":"A bird"}"#,
            #""image":{"imageIdentifier":"1","altText":"A bird"}"#, #""bulletPoints":{}"#,
            #""headerPosition":"BELOW""#, #""bulletPoints":[{"text":"More"}]"#,
            #""image":{"imageIdentifier":"\#(image)"}"#, #""image":7"#,
        ]
    )
    func malformed(members: String) throws {
        let rest = #"{"header":"Stay","body":"Please."}"#
        var object = try JSONParser.object(in: Array(rest.utf8))
        object.merge(try JSONParser.object(in: Array("{\(members)}".utf8))) { $1 }
        #expect(throws: ServerRequestRefusal.malformedRequest) {
            try RetentionMessage(JSONNode(.object(object)))
        }
    }

    @Test("The images of a message exist, in the size of their place")
    func images() throws {
        let identifier = try #require(UUID(uuidString: Self.image))
        let message = try Self.message(#""bulletPoints":[\#(Self.bullet())]"#)
        func image(_ size: RetentionImage.Size) -> RetentionImage {
            RetentionImage(identifier: identifier, size: size, width: 1, height: 1, state: .pending)
        }
        #expect(message.refusal(with: []) == .unknownImage)
        #expect(message.refusal(with: [image(.fullSize)]) == .invalidImageSize)
        #expect(message.refusal(with: [image(.bulletPoint)]) == nil)
    }

    @Test(
        "A locale is a language with subtags after hyphens",
        arguments: [
            ("en-US", true), ("de", true), ("zh-Hant-TW", true), ("en_US", false), ("", false),
            ("english language", false), ("e", false), ("en-US@currency=EUR", false),
        ]
    )
    func locale(text: String, isValid: Bool) {
        let place = try? DefaultMessagePlace(productID: "monthly", locale: text)
        #expect((place != nil) == isValid)
    }

    @Test("The locale of a customer is that of the settings")
    func customerLocale() {
        var settings = StoreSettings()
        settings.localeIdentifier = "zh_Hant_TW@currency=TWD"
        #expect(DefaultMessagePlace(productID: "monthly", of: settings).locale == "zh-Hant-TW")
    }

    private static func list(_ count: Int) -> String {
        (0..<count).map { _ in bullet() }.joined(separator: ",")
    }
}
