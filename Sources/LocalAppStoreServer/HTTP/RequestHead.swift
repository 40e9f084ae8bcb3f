import Foundation

/// The request line and the header fields of a request (RFC 9112, 3 and 5).
///
/// Syntax that programs read in different ways is refused: bare line feeds, folded fields, white
/// space before a colon.
struct RequestHead: Sendable {
    let method: String
    let target: RequestTarget
    let fields: HeaderFields
    /// Whether the request is of HTTP 1.1, otherwise of 1.0.
    let isHTTP11: Bool

    /// The fields of a request.
    static let fieldLimit = 100

    /// Parses all bytes before the empty line, with the end of the last line.
    init(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) {
        var lines = try Self.lines(bytes)[...]
        let requestLine = lines.popFirst() ?? ""
        let parts = requestLine.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, Self.isToken(parts[0]), Self.isVisible(parts[1]) else {
            throw Self.malformed("request line")
        }
        isHTTP11 = try Self.isHTTP11(parts[2])
        method = String(parts[0])
        target = try RequestTarget(parts[1])
        guard lines.count <= Self.fieldLimit else {
            throw RequestRefusal(
                .requestHeaderFieldsTooLarge,
                "The request has too many header fields."
            )
        }
        var fields = HeaderFields()
        for line in lines { try Self.add(line, to: &fields) }
        self.fields = fields
    }

    /// Whether the client leaves the connection open for another request (RFC 9112, 9.3).
    var keepsAlive: Bool {
        get throws(RequestRefusal) {
            let options = try fields.value(of: "connection")?.lowercased()
                .split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let options else { return isHTTP11 }
            return !options.contains("close") && (isHTTP11 || options.contains("keep-alive"))
        }
    }

    /// The token of the field `Authorization` (RFC 6750, 2.1); `nil` without one.
    var bearerToken: String? {
        get throws(RequestRefusal) {
            let parts = try fields.value(of: "authorization")?
                .split(separator: " ", omittingEmptySubsequences: false)
            guard let parts, parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
            return String(parts[1])
        }
    }

    /// The lines, each of which ends with a carriage return and a line feed.
    private static func lines(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) -> [String] {
        var lines: [String] = []
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            // Bytes beyond ASCII have no meaning in any field that is read.
            guard line.last == 0x0D,
                line.dropLast().allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
            else { throw malformed("head") }
            lines.append(String(decoding: line.dropLast(), as: UTF8.self))
        }
        return lines
    }

    private static func add(
        _ line: String,
        to fields: inout HeaderFields
    ) throws(RequestRefusal) {
        guard let colon = line.firstIndex(of: ":"), isToken(line[..<colon]) else {
            throw malformed("header field")
        }
        let value = line[line.index(after: colon)...].trimmingCharacters(in: whitespace)
        fields.add(String(line[..<colon]), value)
    }

    private static func isHTTP11(_ version: Substring) throws(RequestRefusal) -> Bool {
        switch version {
        case "HTTP/1.1": return true
        case "HTTP/1.0": return false
        case _ where version.hasPrefix("HTTP/"):
            throw RequestRefusal(.httpVersionNotSupported, "The server supports HTTP 1.1.")
        default: throw malformed("request line")
        }
    }

    /// A token of RFC 9110, 5.6.2.
    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(tokenCharacters.contains)
    }

    private static func isVisible(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }

    /// The white space around a value (RFC 9110, 5.6.3), which no character beyond ASCII is.
    private static let whitespace = CharacterSet(charactersIn: " \t")

    private static let tokenCharacters = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-.^_`|~".utf8
    )

    private static func malformed(_ part: String) -> RequestRefusal {
        RequestRefusal(.badRequest, "The \(part) of the request is malformed.")
    }
}

/// A request whose path is known to the server.
struct Request: Sendable {
    let head: RequestHead
    /// The decoded parameters of the path, by their names in the route.
    let parameters: [String: String]
    let body: Data

    var method: String { head.method }
    var target: RequestTarget { head.target }
}
