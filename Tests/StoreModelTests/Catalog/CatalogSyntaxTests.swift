import Foundation
import StoreModel
import Testing

@Suite("JSON syntax of catalogs")
struct CatalogSyntaxTests {
    @Test(
        "Invalid JSON is refused with its path, line and column",
        arguments: [
            ("", "", "line 1, column 1: expected a value"),
            ("{", "", "line 1, column 2: expected a key in quotes"),
            ("{}x", "", "line 1, column 3: expected the end of the file"),
            ("{\n  \"a\" 1\n}", "a", "line 2, column 7: expected a colon"),
            (
                "{\"a\": 1 \"b\": 2}", "a",
                "line 1, column 9: expected a comma or the end of the object"
            ),
            ("{\"\u{E4}\u{1F600}\": ?}", "\u{E4}\u{1F600}", "line 1, column 8: expected a value"),
            (
                "{\"a\": [1 2]}", "a[0]",
                "line 1, column 10: expected a comma or the end of the list"
            ),
            ("{\"a\": [1,]}", "a[1]", "line 1, column 10: expected a value"),
            ("{\"a\": 1,}", "", "line 1, column 9: expected a key in quotes"),
            ("{\"a\": tru}", "a", "line 1, column 7: expected a value"),
            ("{\"a\": nul", "a", "line 1, column 7: expected a value"),
            ("{\"a\": 1.}", "a", "line 1, column 9: expected a digit"),
            ("{\"a\": -}", "a", "line 1, column 8: expected a digit"),
            ("{\"a\": 1e+}", "a", "line 1, column 10: expected a digit"),
            ("{\"a\": 01}", "a", "line 1, column 8: expected a comma or the end of the object"),
            ("{\"a", "", "line 1, column 4: expected the end of the string"),
            ("{\"a\nb\": 1}", "", "line 1, column 4: expected no control character in a string"),
            ("{\"\\x\": 1}", "", "line 1, column 4: expected an escape sequence of JSON"),
            ("{\"\\", "", "line 1, column 4: expected an escape sequence of JSON"),
            ("{\"\\u12\": 1}", "", "line 1, column 5: expected four hexadecimal digits"),
            ("{\"\\u+123\": 1}", "", "line 1, column 5: expected four hexadecimal digits"),
            ("{\"\\ud800\": 1}", "", "line 1, column 5: expected a pair of surrogates"),
            ("{\"\\udc00\\ud800\": 1}", "", "line 1, column 5: expected a pair of surrogates"),
            ("{\"\\ud800\\u0041\": 1}", "", "line 1, column 5: expected a pair of surrogates"),
            ("{\"a\": 1, \"a\": 2}", "a", "line 1, column 10: expected the key \"a\" only once"),
            ("// {}", "", "line 1, column 1: expected a value"),
        ]
    )
    func invalidJSON(text: String, path: String, message: String) {
        let place = path.isEmpty ? "Shop.storekit" : "Shop.storekit, \(path)"
        #expect(Catalog.failure(decoding: text) == "\(place): not JSON at \(message)")
    }

    @Test("Every escape is decoded")
    func escapes() throws {
        let text = #"{"identifier": "\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00"}"#
        #expect(try Catalog.make(text).identifier == "\"\\/\u{8}\u{C}\n\r\t\u{E9}\u{1F600}")
    }

    @Test(
        "Every form of number is parsed",
        arguments: ["0", "-0", "10.25", "1E5", "1e-05", "-12.5e+3"]
    )
    func numbers(number: String) throws {
        #expect(try Catalog.make(#"{"unknown": \#(number)}"#) == Catalog())
    }

    @Test("Nesting beyond the limit is refused", arguments: ["[", "{\"a\":"])
    func excessiveNesting(opening: String) {
        let text = String(repeating: opening, count: 1_000_000)
        let column = 64 * opening.count + 1
        #expect(
            Catalog.failure(decoding: text)
                == "Shop.storekit: not JSON at line 1, column \(column): "
                + "expected at most 64 levels of nesting"
        )
    }

    @Test("Nesting up to the limit is accepted")
    func deepestNesting() throws {
        let lists = String(repeating: "[", count: 63) + String(repeating: "]", count: 63)
        #expect(try Catalog.make(#"{"deep": \#(lists)}"#) == Catalog())
    }

    @Test("Bytes that are not UTF-8 are refused")
    func invalidUTF8() {
        let expected = CatalogError(fileName: "Shop.storekit", reason: "expected UTF-8 text")
        #expect(throws: expected) {
            try Catalog(data: Data([0x7B, 0xFF, 0x7D]), fileName: "Shop.storekit")
        }
        #expect(throws: expected) {
            try Catalog(data: Data([0xFF, 0xFE, 0x7B, 0, 0x7D, 0]), fileName: "Shop.storekit")
        }
    }
}
