import Foundation
import Testing

@testable import StrictJSON

@Suite struct QuotedTests {
    @Test(arguments: [
        ("com.example.app", #""com.example.app""#),
        ("caf\u{E9} \u{1F600}", "\"caf\u{E9} \u{1F600}\""),
        ("a\nb\r\tc\0", #""a\u{A}b\u{D}\u{9}c\u{0}""#), ("\u{1B}[2J", #""\u{1B}[2J""#),
        ("\u{85}\u{2028}\u{2029}", #""\u{85}\u{2028}\u{2029}""#),
        ("\u{202E}gpj\u{200B}", #""\u{202E}gpj\u{200B}""#), ("a\u{A0}b", #""a\u{A0}b""#),
        (#"a"b\n"#, #""a\"b\\n""#), ("", #""""#),
    ])
    func `What ends a line, steers a terminal or is invisible is escaped`(
        text: String,
        quoted: String
    ) {
        #expect(text.quoted == quoted)
    }

    @Test(arguments: ["a", "\u{301}", "\u{1F600}", "\n"])
    func `A long text is cut off by its bytes`(character: String) {
        let quoted = String(repeating: character, count: 90_000).quoted
        #expect(quoted.utf8.count <= 65)
        #expect(quoted.utf8.count > 60)
        #expect(quoted.hasSuffix(#"...""#))
    }

    @Test func `Sixty bytes are quoted in full`() {
        let text = String(repeating: "a", count: 60)
        #expect(text.quoted == "\"\(text)\"")
        #expect((text + "a").quoted == "\"\(text)...\"")
    }
}
