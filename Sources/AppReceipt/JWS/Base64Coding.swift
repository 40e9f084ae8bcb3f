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
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 2)
        var at = text.startIndex
        while text.endIndex - at >= 4 {
            let (a, b) = (values[Int(text[at])], values[Int(text[at + 1])])
            let (c, d) = (values[Int(text[at + 2])], values[Int(text[at + 3])])
            guard a | b | c | d < 64 else { return nil }
            bytes.append(a << 2 | b >> 4)
            bytes.append(b << 4 | c >> 2)
            bytes.append(c << 6 | d)
            at += 4
        }
        return decodeRest(text[at...], behind: bytes)
    }

    /// Whether an encoder could have written the string, without padding.
    func isEncoded(_ text: ArraySlice<UInt8>) -> Bool {
        var found: UInt8 = 0
        for character in text { found |= values[Int(character)] }
        let count = text.count % 4
        return found < 64 && decodeRest(text.suffix(count), behind: []) != nil
    }

    /// Decodes the last two or three characters, whose unused bits must be zero.
    private func decodeRest(_ rest: ArraySlice<UInt8>, behind bytes: [UInt8]) -> [UInt8]? {
        let bits = rest.map { values[Int($0)] }
        guard bits.allSatisfy({ $0 < 64 }) else { return nil }
        switch bits.count {
        case 0: return bytes
        case 2 where bits[1] & 0x0F == 0: return bytes + [bits[0] << 2 | bits[1] >> 4]
        case 3 where bits[2] & 0x03 == 0:
            return bytes + [bits[0] << 2 | bits[1] >> 4, bits[1] << 4 | bits[2] >> 2]
        default: return nil
        }
    }

    /// Encodes bytes as Base64url without padding.
    static func encodeURL(_ bytes: [UInt8]) -> String {
        let encoded = Data(bytes).base64EncodedString().utf8.compactMap { character -> UInt8? in
            switch character {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case padding: nil
            default: character
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
