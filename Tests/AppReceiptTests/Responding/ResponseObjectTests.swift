import Foundation
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
        for _ in 0..<2000 {
            let object = ResponseObject.random(depth: 3, using: &generator)
            let read = try JSONSerialization.jsonObject(with: object.json())
            #expect(read as? NSDictionary == NSDictionary(dictionary: object.fields))
        }
    }
}
