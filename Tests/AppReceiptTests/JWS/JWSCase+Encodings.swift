import Foundation

@testable import AppReceipt

extension JWSCase {
    static let encodings =
        [
            JWSCase("a good document", nil, edit: { $0 }),
            JWSCase("nothing", .structure, edit: { _ in "" }),
            JWSCase("two dots alone", .header, edit: { _ in ".." }),
        ]
        + parts + characters + signedCharacters + limits

    private static let parts = [
        JWSCase("one part", .structure, edit: { String($0.prefix { $0 != "." }) }),
        JWSCase(
            "two parts",
            .structure,
            edit: { String($0[..<($0.lastIndex(of: ".") ?? $0.endIndex)]) }
        ),
        JWSCase("four parts", .structure, edit: { $0 + ".AAAA" }),
        JWSCase("a dot at the end", .structure, edit: { $0 + "." }),
        JWSCase("a dot at the start", .structure, edit: { "." + $0 }),
        JWSCase("five parts, as an encrypted document has", .structure, edit: { $0 + ".AA.AA" }),
        JWSCase("the JSON serialization", .structure, edit: { #"{"payload":"\#($0)"}"# }),
        JWSCase("an empty payload", .content, token: { $0.payload = [] }),
        JWSCase("no signature", .signature, token: { $0.signature = { _ in [] } }),
    ]

    private static let characters = [
        JWSCase("a space at the end", .structure, edit: { $0 + " " }),
        JWSCase("a line break at the end", .structure, edit: { $0 + "\n" }),
        JWSCase("a space at the start", .structure, edit: { " " + $0 }),
        JWSCase("a byte order mark", .structure, edit: { "\u{FEFF}" + $0 }),
        JWSCase(
            "a line break in the payload",
            .structure,
            edit: { replacing($0, 1) { "\n" + $0 } }
        ),
        JWSCase("a NUL in the payload", .structure, edit: { replacing($0, 1) { "\0" + $0 } }),
        JWSCase("a padded signature", .structure, edit: { $0 + "==" }),
        JWSCase("a padded payload", .structure, edit: { replacing($0, 1) { $0 + "=" } }),
        JWSCase(
            "Base64 of the standard alphabet",
            .structure,
            token: { token in
                // 0xFB 0xFF begins with a character that the alphabets differ in.
                token.signature = { _ in [0xFB, 0xFF] + [UInt8](repeating: 0xFF, count: 62) }
                token.edit = { $0.replacingOccurrences(of: "-", with: "+") }
            }
        ),
        JWSCase("a signature with bits that are lost", .structure, edit: lastCharacterChanged),
        JWSCase("a payload of one character", .structure, edit: { replacing($0, 1) { _ in "A" } }),
        JWSCase("a character beyond ASCII", .structure, edit: { replacing($0, 2) { "é" + $0 } }),
    ]

    /// The same where the signer wrote it so.
    private static let signedCharacters = [
        JWSCase(
            "a signed payload with padding",
            .structure,
            token: {
                $0.editSigned = { $0 + "=" }
            }
        ),
        JWSCase(
            "a signed payload with a line break",
            .structure,
            token: {
                $0.editSigned = { $0 + "\n" }
            }
        ),
        JWSCase(
            "a signed header with a space",
            .structure,
            token: {
                $0.editSigned = { " " + $0 }
            }
        ),
        JWSCase(
            "a signed payload with bits that are lost",
            .structure,
            token: {
                // Its last character holds four bits that mean nothing.
                $0.payload += Array(
                    repeating: UInt8(ascii: " "),
                    count: 3 - ($0.payload.count + 2) % 3
                )
                $0.editSigned = lastCharacterChanged
            }
        ),
    ]

    private static let limits = [
        JWSCase(
            "more than 262,144 bytes",
            .size,
            edit: {
                replacing($0, 1) { _ in String(repeating: "A", count: 262_144) }
            }
        ),
        JWSCase(
            "a payload 20,000 levels deep",
            .content,
            token: {
                let depth = 20_000
                let deep =
                    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
                $0.payload = Array(Token.payload(["deep": deep]).utf8)
            }
        ),
        JWSCase(
            "a payload of 15,000 members",
            nil,
            token: {
                let members = (0..<15_000).map { ("x\($0)", Optional("1")) }
                $0.payload = Array(Token.payload(.init(uniqueKeysWithValues: members)).utf8)
            }
        ),
        JWSCase(
            "a header 20,000 levels deep",
            .header,
            token: {
                let depth = 20_000
                let deep =
                    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
                $0.otherMembers = #""deep":\#(deep)"#
            }
        ),
    ]

    /// A document of which one part is changed.
    static func replacing(_ text: String, _ part: Int, _ change: (String) -> String) -> String {
        var parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        parts[part] = change(parts[part])
        return parts.joined(separator: ".")
    }

    /// The last of 86 characters has four bits, which decoders that allow it throw away.
    private static func lastCharacterChanged(_ text: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        guard let last = text.last, let index = alphabet.firstIndex(of: last) else { return text }
        return text.dropLast() + String(alphabet[index ^ 1])
    }
}
