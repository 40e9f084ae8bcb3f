import Foundation
import StrictJSON
import Testing

@Suite("Strict reading of JSON")
struct JSONNodeTests {
    private let node: JSONNode

    init() throws {
        let text = #"{"list": [{"name": "a"}, 5], "none": null, "flag": true, "half": 1.5}"#
        node = try JSONNode(document: Array(text.utf8))
    }

    @Test("A value that is not as expected is named by its path, with what was found")
    func mismatch() throws {
        let elements = try node["list"].elements()
        #expect(try elements[0]["name"].text() == "a")
        #expect(error { try elements[1].text() } == "list[1]: expected a string, but found 5")
        #expect(
            error { try elements[1].object() } == "list[1]: expected an object, but found 5"
        )
        #expect(
            error { try node["half"].integer() } == "half: expected an integer, but found 1.5"
        )
        #expect(
            error { try node["flag"].elements() } == "flag: expected a list, but found true"
        )
        #expect(
            error { try elements[0]["size"].number() }
                == "list[0].size: expected a number, but it is missing"
        )
        #expect(
            error { try elements[0]["name"].choice(of: ["b": 1, "c": 2]) }
                == #"list[0].name: expected one of "b", "c", but found "a""#
        )
    }

    @Test("A member that is missing is told from one that is null")
    func absence() {
        #expect(node["none"].given != nil)
        #expect(node["none"].present == nil)
        #expect(node["none"].isNull)
        #expect(node["other"].given == nil)
        #expect(node["other"].isNull == false)
        #expect(node["flag"].isPresent)
        #expect(
            error { try node["none"].flag() }?.hasPrefix("none: expected true or false") == true
        )
    }

    @Test("A member that an object does not have is refused, with those that it has")
    func unknownMember() throws {
        #expect(
            error { try node.object(of: "list", "none", "flag") }
                == #"half: unknown member; expected one of "list", "none", "flag""#
        )
        #expect(error { try node.object(of: []) } == "flag: expected no member")
        let mismatch = #expect(throws: JSONMismatch.self) { try node.object(of: "list") }
        #expect(mismatch?.kind == .unknownMember)
        let hostile = try JSONNode(document: Array(#"{"a": {"b\nc\u001b[2J": 1}}"#.utf8))
        let message = error { try hostile["a"].object(of: []) }
        #expect(message == #"a.b\u{A}c\u{1B}[2J: expected no member"#)
        try node.object(of: "list", "none", "flag", "half")
    }

    @Test("Text that another language or Unicode takes for the same is another value")
    func exactText() throws {
        let uuid = "00000000-0000-4000-8000-000000000000"
        let json = #"["\#(uuid)", "\#(uuid)\u0000", "\#(uuid)\u0000x", "a\u0000", "\u212a"]"#
        let nodes = try JSONNode(document: Array(json.utf8)).elements()
        #expect(try nodes[0].uuid().uuidString == uuid)
        for node in nodes[1...2] { #expect(throws: JSONMismatch.self) { try node.uuid() } }
        #expect(throws: JSONMismatch.self) { try nodes[3].plainText() }
        // The sign for Kelvin is the same as the letter for Unicode.
        #expect(throws: JSONMismatch.self) { try nodes[4].choice(of: ["K": 1]) }
    }

    @Test(
        "What is not JSON in UTF-8 has the path, the line and the column",
        arguments: [
            (#"{"a": [1, }]}"#, "a[1]: not JSON at line 1, column 11: expected a value"),
            (
                "{\"a\": 1,\n \"a\": 2}",
                "a: not JSON at line 2, column 2: expected the key \"a\" only once"
            ),
            ("", ": not JSON at line 1, column 1: expected a value"),
        ]
    )
    func syntax(text: String, message: String) {
        let mismatch = #expect(throws: JSONMismatch.self) {
            try JSONNode(document: Array(text.utf8))
        }
        #expect(mismatch.map { "\($0.path): \($0.reason)" } == message)
        #expect(mismatch?.kind == .syntax)
    }

    @Test("A byte order mark is skipped, and bytes that are not UTF-8 are refused")
    func encoding() throws {
        #expect(try JSONNode(document: [0xEF, 0xBB, 0xBF] + Array("5".utf8)).integer() == 5)
        let mismatch = #expect(throws: JSONMismatch.self) {
            try JSONNode(document: [0x22, 0xFF, 0x22])
        }
        #expect(mismatch?.reason == "expected UTF-8 text")
    }

    private func error<Value>(_ body: () throws -> Value) -> String? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? JSONMismatch).map { "\($0.path): \($0.reason)" }
        }
    }
}
