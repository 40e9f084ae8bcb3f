import Foundation

/// Base64 in the one form that an encoder writes (RFC 4648, 3.5 and 4; RFC 7515, appendix C): no
/// other character, no missing or added padding, and no bits that are lost.
///
/// Two different strings therefore never decode to the same bytes.
struct Base64Coding {
    /// Base64 with padding, as in `x5c` (RFC 7515, 4.1.6).
    static let standard = Base64Coding(last: "+/", isPadded: true)
    /// Base64url without padding, as in the parts of a JWS.
    static let url = Base64Coding(last: "-_", isPadded: false)

    private static let invalid: UInt8 = 0xFF
    private static let padding = UInt8(ascii: "=")
    private let isPadded: Bool
    /// The six bits of every character; `invalid` for all others.
    private let values: [UInt8]

    private init(last: String, isPadded: Bool) {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last
        var values = [UInt8](repeating: Self.invalid, count: 256)
        for (index, character) in alphabet.utf8.enumerated() {
            values[Int(character)] = UInt8(index)
        }
        self.values = values
        self.isPadded = isPadded
    }

    /// Decodes a string; `nil` if an encoder would have written another one.
    func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var text = text
        if isPadded {
            guard text.count.isMultiple(of: 4) else { return nil }
            if text.last == Self.padding { text.removeLast() }
            if text.last == Self.padding { text.removeLast() }
        }
        var bytes = [UInt8](repeating: 0, count: text.count * 3 / 4)
        var (found, bits, count, size): (UInt8, UInt32, Int, Int) = (0, 0, 0, 0)
        for character in text {
            let value = values[Int(character)]
            found |= value
            bits = bits << 6 | UInt32(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes[size] = UInt8(truncatingIfNeeded: bits >> count)
            size += 1
        }
        // The rest of the last character must be zeros, and not a whole character.
        guard found < 64, count < 6, bits & (1 << count - 1) == 0 else { return nil }
        return bytes
    }

    /// Whether an encoder could have written the string, without padding.
    func isEncoded(_ text: ArraySlice<UInt8>) -> Bool {
        var found: UInt8 = 0
        for character in text { found |= values[Int(character)] }
        return found < 64 && decode(text.suffix(text.count % 4)) != nil
    }

    /// Encodes bytes as Base64url without padding.
    static func encodeURL(_ bytes: [UInt8]) -> String {
        var text = Array(Data(bytes).base64EncodedData())
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "+"): text[index] = UInt8(ascii: "-")
            case UInt8(ascii: "/"): text[index] = UInt8(ascii: "_")
            default: break
            }
        }
        while text.last == padding { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }
}
