import Foundation

/// Reads records of comma-separated values (RFC 4180) from chunks of bytes.
///
/// Lines end with LF or CRLF. A byte order mark and empty lines are skipped. A record has at most
/// 1 MiB, so that a quote that isn't closed is found before it fills the memory.
struct CSVReader {
    private static let longestRecord = 1 << 20
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let nextChunk: () throws -> Data?
    private var chunk: [UInt8] = []
    private var index = 0
    private var place = CSVField.Place(line: 1, column: 1)
    private var recordSize = 0

    /// - Parameter nextChunk: Returns the next bytes, and `nil` or none at the end.
    /// - Throws: The errors of `nextChunk`.
    init(_ nextChunk: @escaping () throws -> Data?) throws {
        self.nextChunk = nextChunk
        let mark = Self.byteOrderMark
        while chunk.count < mark.count, let bytes = try nextChunk(), !bytes.isEmpty {
            chunk += bytes
        }
        index = chunk.starts(with: mark) ? mark.count : 0
    }

    /// Reads the fields of the next record; `nil` at the end.
    mutating func nextRecord() throws -> [CSVField]? {
        recordSize = 0
        while try peek().map(Self.isLineEnd) == true { try takeLineEnd() }
        guard try peek() != nil else { return nil }
        var fields = [try nextField()]
        while try take(.comma) { fields.append(try nextField()) }
        try takeLineEnd()
        return fields
    }

    private mutating func nextField() throws -> CSVField {
        let start = place
        let bytes = try take(.quote) ? try quoted(from: start) : try unquoted()
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CSVError(
                start,
                "The field isn't UTF-8. Decompress an export that ends with .gz first."
            )
        }
        return CSVField(text: text, place: start)
    }

    private mutating func unquoted() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let byte = try peek(), byte != .comma, !Self.isLineEnd(byte) {
            guard byte != .quote else {
                throw CSVError(place, "A field that contains a quote must be quoted.")
            }
            bytes.append(byte)
            try advance()
        }
        return bytes
    }

    private mutating func quoted(from start: CSVField.Place) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let byte = try peek() {
            try advance()
            if byte == .quote, try !take(.quote) { return bytes }
            bytes.append(byte)
        }
        throw CSVError(start, "The quote isn't closed.")
    }

    /// Takes the end of a line, or the end of the file.
    private mutating func takeLineEnd() throws {
        let hasReturn = try take(.carriageReturn)
        let hasFeed = try take(.lineFeed)
        guard !hasFeed, let byte = try peek() else { return }
        let expected = hasReturn ? "a line feed" : "a comma or the end of the line"
        let found = String(decoding: [byte], as: UTF8.self)
        throw CSVError(place, "Expected \(expected), found `\(found)`.")
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == .lineFeed || byte == .carriageReturn
    }

    // MARK: Bytes

    private mutating func peek() throws -> UInt8? {
        if index == chunk.count {
            chunk = Array(try nextChunk() ?? Data())
            index = 0
        }
        return index < chunk.count ? chunk[index] : nil
    }

    private mutating func take(_ byte: UInt8) throws -> Bool {
        guard try peek() == byte else { return false }
        try advance()
        return true
    }

    /// Consumes the peeked byte.
    private mutating func advance() throws {
        let byte = chunk[index]
        index += 1
        recordSize += 1
        guard recordSize <= Self.longestRecord else {
            throw CSVError(place, "The record is longer than 1 MiB. A quote may not be closed.")
        }
        if byte == .lineFeed {
            place = CSVField.Place(line: place.line + 1, column: 1)
        } else if byte & 0xC0 != 0x80 {
            place.column += 1
        }
    }
}

/// A field with the place where it begins.
struct CSVField: Hashable, Sendable {
    let text: String
    let place: Place

    /// A line and a column of a file, both from 1; a column counts characters (Unicode scalars).
    struct Place: Hashable, Sendable {
        var line: Int
        var column: Int
    }
}

/// The error for a file that is malformed, with its place.
package struct CSVError: LocalizedError, Hashable {
    let place: CSVField.Place
    let message: String

    init(_ place: CSVField.Place, _ message: String) {
        self.place = place
        self.message = message
    }

    /// The line, the column and the message.
    package var errorDescription: String? {
        "Line \(place.line), column \(place.column): \(message)"
    }
}

extension UInt8 {
    fileprivate static let lineFeed = UInt8(ascii: "\n")
    fileprivate static let carriageReturn = UInt8(ascii: "\r")
    fileprivate static let comma = UInt8(ascii: ",")
    fileprivate static let quote = UInt8(ascii: "\"")
}
