import Testing

@testable import StrictJSON

@Suite struct JSONParserTests {
    @Test func `Every kind of value is parsed`() throws {
        let text = #" {"a": [1, -2.5e3, true, false, null, "x\u00e9\ud83d\ude00\n/"], "b": {}} "#
        let value = try JSONParser.parse(Array(text.utf8))
        let list: [JSONValue] = [
            .number("1"), .number("-2.5e3"), .bool(true), .bool(false), .null,
            .string("x\u{E9}\u{1F600}\n/"),
        ]
        #expect(value == .object(["a": .array(list), "b": .object([:])]))
    }

    @Test func `What is written is parsed as the same value`() throws {
        let value = JSONValue.object([
            "text": .string("\"\\/\u{8}\u{C}\n\r\t\u{1}\u{E9}\u{1F600}"), "": .array([]),
            "list": .array([.null, .bool(true), .number("12345678901234567890"), .object([:])]),
        ])
        var writer = JSONWriter()
        writer.write(value)
        #expect(try JSONParser.parse(writer.bytes) == value)
    }

    @Test(arguments: [
        (#"{"a":1,"a":1}"#, 7, #"expected the key "a" only once"#),
        (#"{"a":{"b":1,"\u0062":1}}"#, 12, #"expected the key "b" only once"#),
        (#"{"a" 1}"#, 5, "expected a colon"),
        (#"{"a":1"#, 6, "expected a comma or the end of the object"),
        (#"[1,]"#, 3, "expected a value"), (#"[1] 2"#, 4, "expected the end of the file"),
        (#"["a"#, 3, "expected the end of the string"),
        ("[\"a\tb\"]", 3, "expected no control character in a string"),
        (#"["\ud800x"]"#, 4, "expected a pair of surrogates"),
    ])
    func `A text that is no JSON is refused where it goes wrong`(
        text: String,
        offset: Int,
        reason: String
    ) {
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONParser.parse(Array(text.utf8))
        }
        #expect(error?.offset == offset)
        #expect(error?.reason == reason)
    }

    @Test func `A byte order mark is skipped in files alone`() throws {
        let bytes = [0xEF, 0xBB, 0xBF] + Array("[]".utf8)
        #expect(try JSONParser.parse(bytes, skipsByteOrderMark: true) == .array([]))
        #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(bytes) }
    }

    @Test(arguments: [64, 65])
    func `Nesting is limited to 64 levels`(depth: Int) {
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let value = try? JSONParser.parse(Array(text.utf8))
        #expect((value != nil) == (depth == 64))
    }

    @Test(arguments: [256, 257])
    func `A key is limited to 256 bytes`(count: Int) throws {
        let key = String(repeating: "a", count: count - 2) + "\u{301}"
        let bytes = Array(#"{"b": [{"\#(key)": 1}]}"#.utf8)
        guard count > 256 else {
            #expect(throws: Never.self) { try JSONParser.parse(bytes) }
            return
        }
        let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(bytes) }
        #expect(error?.offset == 8)
        #expect(error?.reason == "expected a key of at most 256 bytes")
        #expect(error?.path == "b[0]")
    }

    @Test func `An object is UTF-8 and nothing but an object`() throws {
        #expect(try JSONParser.object(in: Array(#"{"é":1}"#.utf8)) == ["é": .number("1")])
        #expect(throws: JSONSyntaxError.self) { try JSONParser.object(in: Array("[]".utf8)) }
        let bytes = Array(#"{"a":""#.utf8) + [0xC0, 0xAF] + Array(#""}"#.utf8)
        #expect(throws: JSONSyntaxError.self) { try JSONParser.object(in: bytes) }
    }

    @Test(
        "An error has the path of its value",
        arguments: [
            (#"{"a": [1, {"b": 2, "c": x}]}"#, "a[1].c"), (#"{"a": 1, "a": 2}"#, "a"),
            (#"{"a": "b", "c": {"d": 1, "d": 2}}"#, "c.d"), ("[[1], [2, ]]", "[1][1]"),
            (#"{"a": {"b": [{}]}, }"#, ""), ("x", ""), (#"{"a": "b"#, "a"),
            (#"[{"a" 1}]"#, "[0].a"), (#"{"a\nb\u001b[2J": x}"#, #"a\u{A}b\u{1B}[2J"#),
            (String(repeating: "[", count: 16) + "x", String(repeating: "[0]", count: 16)),
            (String(repeating: "[", count: 17) + "x", ""),
        ]
    )
    func path(json: String, path: String) throws {
        let bytes = Array(json.utf8)
        let error = try #require(throws: JSONSyntaxError.self) { try JSONParser.parse(bytes) }
        #expect(error.path == path)
    }
}
