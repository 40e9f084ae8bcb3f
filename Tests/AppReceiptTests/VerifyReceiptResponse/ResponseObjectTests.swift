import Foundation
import TestSupport
import Testing

@testable import AppReceipt

@Suite struct ResponseObjectTests {
    private static func text(_ object: ResponseObject) -> String? {
        String(data: object.json(), encoding: .utf8)
    }

    @Test func `members are sent in the order in which they were added`() {
        var inner = ResponseObject()
        inner.add("z", "1")
        inner.add("a", "2")
        var object = ResponseObject()
        object.add("status", 0)
        object.add("receipt", inner)
        object.add("environment", "Sandbox")
        object.add("in_app", [inner, ResponseObject()])
        object.add("nothing", [ResponseObject]())
        #expect(
            Self.text(object) == """
                {"status":0,"receipt":{"z":"1","a":"2"},"environment":"Sandbox",\
                "in_app":[{"z":"1","a":"2"},{}],"nothing":[]}
                """
        )
    }

    @Test func `what is not there is not sent`() {
        var object = ResponseObject()
        object.add("text", String?.none)
        object.add("empty", "")
        object.add("number", Int64?.none)
        object.add("object", ResponseObject?.none)
        object.add("list", [ResponseObject]?.none)
        #expect(object == ResponseObject())
        #expect(Self.text(object) == "{}")
    }

    @Test func `a member is found by its name`() {
        var object = ResponseObject()
        object.add("status", 21_002)
        #expect(object["status"] == .integer(21_002))
        #expect(object["receipt"] == nil)
    }

    @Test(arguments: [
        ("\"", #"\""#), ("\\", #"\\"#), ("/", "/"), ("\u{8}\t\n\u{C}\r", #"\b\t\n\f\r"#),
        ("\0\u{1}\u{F}\u{10}\u{1F}\u{7F}", "\\u0000\\u0001\\u000f\\u0010\\u001f\u{7F}"),
        ("\r\n", #"\r\n"#),
        ("é\u{2028}\u{1F468}\u{200D}\u{1F469}", "é\u{2028}\u{1F468}\u{200D}\u{1F469}"),
        ("e\u{301}", "e\u{301}"),
    ])
    func `only what must be is escaped, in names too`(text: String, written: String) {
        var object = ResponseObject()
        object.add(text, text)
        let expected = "{\"\(written)\":\"\(written)\"}"
        #expect(Array(object.json()) == Array(expected.utf8))
    }

    @Test(arguments: [Int64.min, -1, 0, 9_007_199_254_740_993, .max])
    func `a number keeps every digit`(number: Int64) {
        var object = ResponseObject()
        object.add("download_id", number)
        #expect(Self.text(object) == "{\"download_id\":\(number)}")
        #expect(object.fields["download_id"] as? Int == Int(exactly: number))
    }

    @Test func `Foundation reads what is written, whatever it is`() throws {
        var generator = SplitMix64(seed: 1)
        for _ in 0..<TestVolume.count(200, all: 2_000) {
            let object = ResponseObject.random(depth: 3, using: &generator)
            let read = try JSONSerialization.jsonObject(with: object.json())
            #expect(read as? NSDictionary == NSDictionary(dictionary: object.fields))
        }
    }
}

extension ResponseObject {
    /// Foundation on Linux reads negative numbers of 19 digits as decimal ones that equal no other
    /// number.
    private static let lowest: Int64 = -999_999_999_999_999_999

    /// An object of any shape up to some depth, with names that differ and texts of any characters.
    static func random(
        depth: Int,
        using generator: inout some RandomNumberGenerator
    ) -> ResponseObject {
        var object = ResponseObject()
        for index in 0..<Int.random(in: 0...5, using: &generator) {
            let name = "\(index)" + text(using: &generator)
            switch Int.random(in: 0...(depth > 0 ? 3 : 1), using: &generator) {
            case 0: object.add(name, "." + text(using: &generator))
            case 1: object.add(name, Int64.random(in: lowest ... .max, using: &generator))
            case 2: object.add(name, random(depth: depth - 1, using: &generator))
            default: object.add(name, list(depth: depth - 1, using: &generator))
            }
        }
        return object
    }

    private static func list(
        depth: Int,
        using generator: inout some RandomNumberGenerator
    ) -> [ResponseObject] {
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            random(depth: depth, using: &generator)
        }
    }

    private static func text(using generator: inout some RandomNumberGenerator) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            text.unicodeScalars.append(scalar(using: &generator))
        }
        return text
    }

    private static func scalar(using generator: inout some RandomNumberGenerator) -> Unicode.Scalar
    {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x7F, 0...0x1F, 0x22...0x22, 0x5C...0x5C, 0x80...0x7FF, 0x2028...0x2029,
            0xE000...0xFFFF, 0x1_0000...0x10_FFFF,
        ]
        let range = ranges[Int.random(in: ranges.indices, using: &generator)]
        return Unicode.Scalar(UInt32.random(in: range, using: &generator)) ?? "?"
    }
}
