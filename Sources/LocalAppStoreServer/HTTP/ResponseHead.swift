import Foundation

/// The status line and the header fields of a response (RFC 9112, 4 to 6), as far as they determine
/// the result of a request.
///
/// Line ends without a carriage return and folded fields are read, as a client should.
struct ResponseHead: Sendable {
    let status: Int
    let framing: Framing

    /// The form in which the length of the body is stated (RFC 9112, 6.3).
    enum Framing: Sendable, Equatable {
        case length(Int)
        case chunked
        /// The body ends with the connection.
        case untilEnd
    }

    /// A response that is not one of HTTP 1.
    struct Malformed: Error {}

    /// Whether another response follows (RFC 9110, 15.2).
    var isInterim: Bool { status < 200 }

    /// Parses the lines before the empty one, without their ends.
    init(_ lines: [String]) throws(Malformed) {
        var lines = lines[...]
        status = try Self.status(lines.popFirst() ?? "")
        var fields = HeaderFields()
        for line in Self.unfolded(lines) {
            guard let colon = line.firstIndex(of: ":") else { throw Malformed() }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            fields.add(line[..<colon].trimmingCharacters(in: .whitespaces), value)
        }
        framing = try Self.framing(of: status, fields)
    }

    /// Whether a status line can begin with some bytes.
    static func canBegin(with bytes: [UInt8]) -> Bool {
        version.starts(with: bytes.prefix(version.count))
    }

    /// The bytes that all status lines begin with.
    private static let version = Array("HTTP/1.".utf8)
    static let versionLength = version.count

    /// The status of a line; its phrase may be missing.
    private static func status(_ line: String) throws(Malformed) -> Int {
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, canBegin(with: Array(parts[0].utf8)),
            parts[0].utf8.count == version.count + 1, parts[0].last?.isNumber == true,
            parts[1].utf8.count == 3, let status = Int(parts[1]), status >= 100
        else { throw Malformed() }
        return status
    }

    /// Joins the lines of fields that were folded (RFC 9112, 5.2).
    private static func unfolded(_ lines: ArraySlice<String>) -> [String] {
        lines.reduce(into: []) { fields, line in
            if let first = line.first, first == " " || first == "\t", !fields.isEmpty {
                fields[fields.count - 1] += line
            } else {
                fields.append(line)
            }
        }
    }

    private static func framing(
        of status: Int,
        _ fields: HeaderFields
    ) throws(Malformed) -> Framing {
        if status < 200 || status == 204 || status == 304 { return .length(0) }
        let codings = members(fields.values(of: "transfer-encoding"))
        if let last = codings.last { return last.lowercased() == "chunked" ? .chunked : .untilEnd }
        let lengths = Set(members(fields.values(of: "content-length")))
        guard let text = lengths.first else { return .untilEnd }
        // A length may be repeated, and a sign would pass the conversion.
        guard lengths.count == 1, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            let length = Int(text)
        else { throw Malformed() }
        return .length(length)
    }

    /// The members of lists that are separated by commas (RFC 9110, 5.6.1).
    private static func members(_ values: [String]) -> [String] {
        values.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
