/// Reads JSON (RFC 8259) strictly: no comments, no trailing commas, no key twice in one object.
///
/// The bytes must be UTF-8. Nesting is bounded, so no input exhausts the stack.
struct JSONParser {
    static let depthLimit = 64

    /// A bit for each of tab, line feed, carriage return and space.
    private static let spaces: UInt64 = 1 << 0x09 | 1 << 0x0A | 1 << 0x0D | 1 << 0x20

    let bytes: [UInt8]
    var position = 0
    private var depth = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
        var parser = JSONParser(bytes: bytes)
        parser.skipByteOrderMark()
        let value = try parser.value()
        parser.skipSpace()
        guard parser.next == nil else { throw parser.failure("expected the end of the file") }
        return value
    }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    func failure(_ reason: String) -> JSONSyntaxError {
        JSONSyntaxError(offset: position, reason: reason)
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipByteOrderMark() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private mutating func skipSpace() {
        while let byte = next, byte <= 0x20, Self.spaces & (1 << UInt64(byte)) != 0 {
            position += 1
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
        var members: [String: JSONValue] = [:]
        position += 1
        skipSpace()
        if take("}") { return .object(members) }
        repeat {
            let (key, value) = try member(besides: members)
            members[key] = value
            skipSpace()
        } while take(",")
        guard take("}") else { throw failure("expected a comma or the end of the object") }
        return .object(members)
    }

    private mutating func member(
        besides members: [String: JSONValue]
    ) throws(JSONSyntaxError) -> (key: String, value: JSONValue) {
        skipSpace()
        guard next == UInt8(ascii: "\"") else { throw failure("expected a key in quotes") }
        let start = position
        let key = try string()
        guard members[key] == nil else {
            throw JSONSyntaxError(offset: start, reason: "expected the key \"\(key)\" only once")
        }
        skipSpace()
        guard take(":") else { throw failure("expected a colon") }
        return (key, try value())
    }

    private mutating func array() throws(JSONSyntaxError) -> JSONValue {
        var elements: [JSONValue] = []
        position += 1
        skipSpace()
        if take("]") { return .array(elements) }
        repeat {
            elements.append(try value())
            skipSpace()
        } while take(",")
        guard take("]") else { throw failure("expected a comma or the end of the list") }
        return .array(elements)
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
