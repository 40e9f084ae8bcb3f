import Foundation

/// Finds the status of a result in its octets, apart from the JSON reader that the library uses.
///
/// The octets are known to be JSON, so the scanner only looks for the ends of strings and the depth
/// of brackets.
struct StatusScanner {
    private let octets: [UInt8]
    private var position = 0
    private var depth = 0
    private var key: [UInt8]?
    private var isValue = false
    private var status: [UInt8]?

    /// Whether the last status of the outermost object is the integer 0 as it is written.
    static func statusIsZero(_ json: Data) -> Bool {
        guard let text = String(data: json, encoding: encoding(json)) else { return false }
        var scanner = StatusScanner(octets: Array(text.utf8))
        scanner.scan()
        return scanner.status.map(isZero) ?? false
    }

    private init(octets: [UInt8]) {
        self.octets = octets
    }

    /// JSON of Foundation may be in UTF-16 or UTF-32, with or without a mark of the order (RFC
    /// 4627, section 3).
    private static func encoding(_ json: Data) -> String.Encoding {
        let start = Array(json.prefix(4)) + [1, 1, 1, 1]
        switch (start[0], start[1], start[2], start[3]) {
        case (0, 0, 0xFE, 0xFF), (0xFF, 0xFE, 0, 0): return .utf32
        case (0xFE, 0xFF, _, _), (0xFF, 0xFE, _, _): return .utf16
        case (0, 0, 0, _): return .utf32BigEndian
        case (_, 0, 0, 0): return .utf32LittleEndian
        case (0, _, 0, _), (0, _, _, _): return .utf16BigEndian
        case (_, 0, _, 0), (_, 0, _, _): return .utf16LittleEndian
        default: return .utf8
        }
    }

    private static func isZero(_ number: [UInt8]) -> Bool {
        number.elementsEqual("0".utf8) || number.elementsEqual("-0".utf8)
    }

    private mutating func scan() {
        while position < octets.count {
            switch octets[position] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open()
            case UInt8(ascii: "}"), UInt8(ascii: "]"): (depth, isValue) = (depth - 1, false)
            case UInt8(ascii: "\""): takeString()
            case UInt8(ascii: ":"): isValue = depth == 1
            case UInt8(ascii: ","): isValue = false
            case let octet where isValue && octet > 0x20 && octet < 0x80: takeScalar()
            default: break
            }
            position += 1
        }
    }

    private mutating func open() {
        if isValue { take([]) }
        depth += 1
        isValue = false
    }

    private mutating func takeString() {
        let start = position
        position += 1
        while position < octets.count, octets[position] != UInt8(ascii: "\"") {
            position += octets[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        let string = Array(octets[start...min(position, octets.count - 1)])
        if depth == 1, isValue { take(string) } else if depth == 1 { key = string }
    }

    private mutating func takeScalar() {
        let start = position
        let ends = Array(",}] \t\r\n".utf8)
        while position < octets.count, !ends.contains(octets[position]) { position += 1 }
        take(Array(octets[start..<position]))
        position -= 1
    }

    private mutating func take(_ value: [UInt8]) {
        isValue = false
        guard let key, let name = try? JSONDecoder().decode(String.self, from: Data(key)),
            Array(name.utf8) == Array("status".utf8)
        else { return }
        status = value
    }
}
