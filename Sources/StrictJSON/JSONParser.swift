import Foundation

/// Parses JSON (RFC 8259) strictly: no comments, no trailing commas, no duplicate keys.
///
/// Foundation's decoders accept duplicate keys, and some of its versions round prices. The bytes
/// must be UTF-8. Nesting is limited, so no input exhausts the stack.
package struct JSONParser {
    private static let depthLimit = 64
    /// The bytes of a key.
    ///
    /// Swift normalizes keys to hash them. Combining marks take quadratic time.
    private static let keyLimit = 256

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses one value, which must be all that the bytes hold.
    ///
    /// - Parameters:
    ///   - bytes: The value in UTF-8, which the caller has checked.
    ///   - skipsByteOrderMark: Whether the bytes may begin with a byte order mark, as files do.
    /// - Returns: The value.
    /// - Throws: ``JSONSyntaxError`` with the place and the reason.
    package static func parse(
        _ bytes: [UInt8],
        skipsByteOrderMark: Bool = false
    ) throws(JSONSyntaxError) -> JSONValue {
        var parser = JSONParser(bytes: bytes)
        if skipsByteOrderMark { parser.skipByteOrderMark() }
        let value = try parser.value()
        parser.skipSpace()
        guard parser.next == nil else { throw parser.failure("expected the end of the file") }
        return value
    }

    /// Parses an object in UTF-8, which must be all that the bytes hold.
    package static func object(in bytes: [UInt8]) throws(JSONSyntaxError) -> [String: JSONValue] {
        guard String(bytes: bytes, encoding: .utf8) != nil else {
            throw JSONSyntaxError(offset: 0, reason: "expected UTF-8 text")
        }
        guard case .object(let members) = try parse(bytes) else {
            throw JSONSyntaxError(offset: 0, reason: "expected an object")
        }
        return members
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func failure(_ reason: String) -> JSONSyntaxError {
        JSONSyntaxError(offset: position, reason: reason)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipByteOrderMark() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private mutating func skipSpace() {
        while let byte = next {
            switch byte {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONValue {
        skipSpace()
        switch next.map(Unicode.Scalar.init) {
        case "{": return try nested { parser throws(JSONSyntaxError) in try parser.object() }
        case "[": return try nested { parser throws(JSONSyntaxError) in try parser.array() }
        case "\"": return .string(try string())
        case "t": return try word("true", .bool(true))
        case "f": return try word("false", .bool(false))
        case "n": return try word("null", .null)
        case "-", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9": return .number(try number())
        default: throw failure("expected a value")
        }
    }

    private mutating func nested(
        _ body: (inout JSONParser) throws(JSONSyntaxError) -> JSONValue
    ) throws(JSONSyntaxError) -> JSONValue {
        guard depth < Self.depthLimit else {
            throw failure("expected at most \(Self.depthLimit) levels of nesting")
        }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    private mutating func object() throws(JSONSyntaxError) -> JSONValue {
        position += 1
        skipSpace()
        if take("}") { return .object([:]) }
        // The outermost object has most of the members, and growing takes longer than parsing.
        var members = [String: JSONValue](minimumCapacity: depth == 1 ? 32 : 0)
        while try !addMember(to: &members) {}
        return .object(members)
    }

    /// Returns whether the member is the last one.
    private mutating func addMember(
        to members: inout [String: JSONValue]
    ) throws(JSONSyntaxError) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: "\"") else { throw failure("expected a key in quotes") }
        let start = position
        let key = try string()
        guard key.utf8.count <= Self.keyLimit else {
            let reason = "expected a key of at most \(Self.keyLimit) bytes"
            throw JSONSyntaxError(offset: start, reason: reason)
        }
        skipSpace()
        do throws(JSONSyntaxError) {
            guard take(":") else { throw failure("expected a colon") }
            guard members.updateValue(try value(), forKey: key) == nil else {
                let reason = "expected the key \(key.quoted) only once"
                throw JSONSyntaxError(offset: start, reason: reason)
            }
            return try ends(with: "}", "expected a comma or the end of the object")
        } catch {
            throw error.inside(".\(key.escaped)")
        }
    }

    private mutating func array() throws(JSONSyntaxError) -> JSONValue {
        var elements: [JSONValue] = []
        position += 1
        skipSpace()
        if take("]") { return .array(elements) }
        while try !addElement(to: &elements) {}
        return .array(elements)
    }

    /// Returns whether the element is the last one.
    private mutating func addElement(
        to elements: inout [JSONValue]
    ) throws(JSONSyntaxError) -> Bool {
        let index = elements.count
        do throws(JSONSyntaxError) {
            elements.append(try value())
            return try ends(with: "]", "expected a comma or the end of the list")
        } catch {
            throw error.inside("[\(index)]")
        }
    }

    /// Returns whether the end follows a member or element, and not a comma; its caller adds the
    /// path of that to the error.
    private mutating func ends(
        with end: Unicode.Scalar,
        _ expectation: String
    ) throws(JSONSyntaxError) -> Bool {
        skipSpace()
        if take(",") { return false }
        guard take(end) else { throw failure(expectation) }
        return true
    }

    private mutating func word(
        _ word: StaticString,
        _ value: JSONValue
    ) throws(JSONSyntaxError) -> JSONValue {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count, bytes[position..<end].elementsEqual("\(word)".utf8) else {
            throw failure("expected a value")
        }
        position = end
        return value
    }
}

extension JSONParser {
    /// Parses the string whose opening quote is at the position.
    private mutating func string() throws(JSONSyntaxError) -> String {
        position += 1
        if let plain = plainText() { return plain }
        var text: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw failure("expected no control character in a string") }
            position += 1
            if byte == UInt8(ascii: "\\") {
                text.append(contentsOf: String(try escape()).utf8)
            } else {
                text.append(byte)
            }
        }
        guard take("\"") else { throw failure("expected the end of the string") }
        return String(decoding: text, as: UTF8.self)
    }

    /// The string up to the closing quote, if nothing in it is escaped; nearly all strings are so.
    private mutating func plainText() -> String? {
        var end = position
        while end < bytes.count, bytes[end] >= 0x20, bytes[end] != UInt8(ascii: "\\"),
            bytes[end] != UInt8(ascii: "\"")
        {
            end += 1
        }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
        let text = String(decoding: bytes[position..<end], as: UTF8.self)
        position = end + 1
        return text
    }

    private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
        let escaped = next
        position += 1
        switch escaped {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default:
            position -= 1
            throw failure("expected an escape sequence of JSON")
        }
    }

    /// A scalar outside the Basic Multilingual Plane is written as a pair of surrogates.
    private mutating func unicodeEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
        let start = position
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, take("\\"), take("u"),
            case let second = try hexadecimal(), (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else {
            throw JSONSyntaxError(offset: start, reason: "expected a pair of surrogates")
        }
        return scalar
    }

    private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
        let end = position + 4
        guard end <= bytes.count, bytes[position..<end].allSatisfy({ Self.isHexadecimal($0) }),
            let number = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16)
        else { throw failure("expected four hexadecimal digits") }
        position = end
        return number
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        Unicode.Scalar(byte).properties.isASCIIHexDigit
    }
}

extension JSONParser {
    /// Parses a number and returns its text.
    private mutating func number() throws(JSONSyntaxError) -> String {
        let start = position
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(JSONSyntaxError) {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        guard position > start else { throw failure("expected a digit") }
    }
}
