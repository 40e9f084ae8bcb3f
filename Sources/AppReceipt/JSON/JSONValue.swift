/// A JSON value; a number is stored as its text, so that no price is rounded.
package enum JSONValue: Equatable, Sendable {
    /// An object, whose keys differ.
    case object([String: JSONValue])
    /// A list.
    case array([JSONValue])
    /// A text.
    case string(String)
    /// A number as it is written.
    case number(String)
    /// True or false.
    case bool(Bool)
    /// Null.
    case null

    /// The value as JSON in UTF-8, the members of objects in the order of their names.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }

    /// The value as errors quote it; a long text is cut off.
    package var quoted: String {
        switch self {
        case .object: "an object"
        case .array: "a list"
        case .string(let text): text.quoted
        case .number(let text): text.escaped
        case .bool(let flag): "\(flag)"
        case .null: "null"
        }
    }
}

/// Where bytes are not valid JSON, and what was expected there.
package struct JSONSyntaxError: Error, Equatable {
    /// The byte at which the parser stopped.
    package let offset: Int
    /// What was expected there.
    package let reason: String

    /// Line and column, both counted from 1; columns count Unicode scalars.
    package func place(in bytes: [UInt8]) -> String {
        let before = bytes.prefix(offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        return "line \(line), column \(column)"
    }
}
