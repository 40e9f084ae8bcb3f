extension JSONParser {
    /// The text between the quote at the position and the next one.
    mutating func string() throws(JSONSyntaxError) -> String {
        var text: [UInt8] = []
        position += 1
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw failure("expected no control character in text") }
            position += 1
            if byte == UInt8(ascii: "\\") {
                text.append(contentsOf: String(try escape()).utf8)
            } else {
                text.append(byte)
            }
        }
        guard take("\"") else { throw failure("expected the end of the text") }
        return String(decoding: text, as: UTF8.self)
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
            throw failure("expected an escape that JSON knows")
        }
    }

    /// A character outside the first plane is written as two escapes, and half of one is no
    /// character.
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
