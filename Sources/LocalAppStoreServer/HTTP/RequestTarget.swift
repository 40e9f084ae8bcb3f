import Foundation

/// The path and the query of a request, decoded (RFC 9112, 3.2.1; RFC 3986, 3.3 and 3.4).
struct RequestTarget: Sendable {
    /// The decoded segments of the path; a slash in one of them was escaped.
    ///
    /// Control characters are kept, and bytes that aren't UTF-8 are replaced: the API that the path
    /// belongs to refuses an identifier with them, with a code of its own.
    let path: [String]
    /// The names and values of the query, in their order.
    let query: [(name: String, value: String)]

    init(_ text: Substring) throws(RequestRefusal) {
        guard text.hasPrefix("/"), !text.contains("#") else {
            throw RequestRefusal(.badRequest, "The target of the request is not a path.")
        }
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var path: [String] = []
        for segment in parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        {
            path.append(String(decoding: try Self.bytes(segment), as: UTF8.self))
        }
        self.path = path
        do throws(RequestRefusal) {
            query = parts.count > 1 ? try Self.query(parts[1]) : []
        } catch {
            throw error.about(path)
        }
    }

    /// The values of a name of the query, in their order.
    func values(of name: String) -> [String] {
        query.filter { $0.name == name }.map(\.value)
    }

    private static func query(
        _ text: Substring
    ) throws(RequestRefusal) -> [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        for item in text.split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try queryText(parts[0])
            let value = parts.count > 1 ? try queryText(parts[1]) : ""
            items.append((name, value))
        }
        return items
    }

    /// Decodes a percent-encoded string of a query, which must be UTF-8 without control characters.
    ///
    /// Clients write a space in a query as a plus sign, as forms do.
    private static func queryText(_ text: Substring) throws(RequestRefusal) -> String {
        let bytes = try Self.bytes(text, plusIsSpace: true)
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
            let decoded = String(bytes: bytes, encoding: .utf8)
        else {
            let message = "The query of the request is not UTF-8 without control characters."
            throw RequestRefusal(.badRequest, message)
        }
        return decoded
    }

    private static func bytes(
        _ text: Substring,
        plusIsSpace: Bool = false
    ) throws(RequestRefusal) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2).compactMap {
                    Character(Unicode.Scalar($0)).hexDigitValue
                }
                guard digits.count == 2 else { throw badEscape }
                bytes.append(UInt8(digits[0] << 4 | digits[1]))
                rest = rest.dropFirst(2)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return bytes
    }

    private static var badEscape: RequestRefusal {
        RequestRefusal(.badRequest, "The target of the request is not percent-encoded text.")
    }
}
