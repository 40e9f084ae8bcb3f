package import Foundation

/// A statement with the values of its parameters `$1`, `$2` and so on.
///
/// A connection prepares each text once, so make texts constant.
package struct Statement: Sendable {
    /// The text, without U+0000.
    package let text: String
    /// The values, of which `$1` is the first.
    package let values: [SQLValue]

    /// Makes a statement.
    package init(_ text: String, _ values: [SQLValue] = []) {
        self.text = text
        self.values = values
    }
}

/// The value of a parameter.
package enum SQLValue: Hashable, Sendable {
    case null
    case text(String)
    case integer(Int64)
    case flag(Bool)
    case uuid(UUID)
    case bytes([UInt8])
    case array([SQLValue])
}

extension SQLValue {
    /// Makes a text, or `NULL` of `nil`.
    package static func text(_ value: String?) -> Self { value.map { .text($0) } ?? .null }
    /// Makes a number, or `NULL` of `nil`.
    package static func integer(_ value: Int64?) -> Self { value.map { .integer($0) } ?? .null }
    /// Makes a UUID, or `NULL` of `nil`.
    package static func uuid(_ value: UUID?) -> Self { value.map { .uuid($0) } ?? .null }

    /// The values of one column, for `unnest`.
    package static func column<Row>(
        _ rows: some Sequence<Row>,
        _ value: (Row) -> SQLValue
    ) -> SQLValue {
        .array(rows.map(value))
    }
}

extension SQLValue {
    /// Appends the value as PostgreSQL reads it, as a C string.
    ///
    /// - Returns: Whether the value is other than `NULL`.
    func append(to bytes: inout [UInt8]) throws(SQLError) -> Bool {
        guard self != .null else { return false }
        if case .array(let elements) = self {
            try Self.append(elements, to: &bytes)
        } else {
            try appendScalar(to: &bytes)
        }
        bytes.append(0)
        return true
    }

    private static func append(
        _ elements: [SQLValue],
        to bytes: inout [UInt8]
    ) throws(SQLError) {
        bytes.append(UInt8(ascii: "{"))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            switch element {
            case .null: bytes.append(contentsOf: "NULL".utf8)
            case .text, .bytes: try element.appendQuoted(to: &bytes)
            default: try element.appendScalar(to: &bytes)
            }
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private func appendScalar(to bytes: inout [UInt8]) throws(SQLError) {
        switch self {
        case .text(let text):
            guard !text.hasNull else { throw .unrepresentable("a text with U+0000") }
            bytes.append(contentsOf: text.utf8)
        case .integer(let number): bytes.append(contentsOf: String(number).utf8)
        case .flag(let flag): bytes.append(UInt8(ascii: flag ? "t" : "f"))
        case .uuid(let uuid): bytes.append(contentsOf: uuid.uuidString.utf8)
        case .bytes(let content): Self.appendHexadecimal(content, to: &bytes)
        case .null, .array: throw .unrepresentable("an array in an array")
        }
    }

    private func appendQuoted(to bytes: inout [UInt8]) throws(SQLError) {
        var content: [UInt8] = []
        try appendScalar(to: &content)
        let quote = UInt8(ascii: "\""), backslash = UInt8(ascii: "\\")
        bytes.append(quote)
        for byte in content {
            if byte == quote || byte == backslash { bytes.append(backslash) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }

    private static func appendHexadecimal(_ content: [UInt8], to bytes: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: "\\x".utf8)
        for byte in content {
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
    }
}

extension String {
    /// Whether the text contains U+0000, with which a C string ends.
    ///
    /// Documents are long, and `memchr` looks at many bytes at a time.
    var hasNull: Bool {
        var text = self
        return text.withUTF8 { bytes in
            bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
        }
    }
}
