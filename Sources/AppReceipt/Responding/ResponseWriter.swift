/// Writes JSON in UTF-8; only what RFC 8259 demands is escaped, so that a slash stays a slash.
struct ResponseWriter {
    private(set) var octets: [UInt8] = []

    mutating func write(_ object: ResponseObject) {
        octets.append(UInt8(ascii: "{"))
        for (index, member) in object.members.enumerated() {
            if index > 0 { octets.append(UInt8(ascii: ",")) }
            write(member.name)
            octets.append(UInt8(ascii: ":"))
            write(member.value)
        }
        octets.append(UInt8(ascii: "}"))
    }

    private mutating func write(_ value: ResponseValue) {
        switch value {
        case .text(let text): write(text)
        case .integer(let integer): octets.append(contentsOf: String(integer).utf8)
        case .object(let object): write(object)
        case .list(let list): write(list)
        }
    }

    private mutating func write(_ list: [ResponseObject]) {
        octets.append(UInt8(ascii: "["))
        for (index, object) in list.enumerated() {
            if index > 0 { octets.append(UInt8(ascii: ",")) }
            write(object)
        }
        octets.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ text: String) {
        octets.append(UInt8(ascii: "\""))
        if text.utf8.contains(where: Self.mustBeEscaped) {
            for octet in text.utf8 { write(octet) }
        } else {
            octets.append(contentsOf: text.utf8)
        }
        octets.append(UInt8(ascii: "\""))
    }

    private static func mustBeEscaped(_ octet: UInt8) -> Bool {
        octet < 0x20 || octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "\\")
    }

    private mutating func write(_ octet: UInt8) {
        guard Self.mustBeEscaped(octet) else { return octets.append(octet) }
        octets.append(UInt8(ascii: "\\"))
        switch octet {
        case 0x08: octets.append(UInt8(ascii: "b"))
        case 0x09: octets.append(UInt8(ascii: "t"))
        case 0x0A: octets.append(UInt8(ascii: "n"))
        case 0x0C: octets.append(UInt8(ascii: "f"))
        case 0x0D: octets.append(UInt8(ascii: "r"))
        case 0..<0x20: writeNumber(of: octet)
        default: octets.append(octet)
        }
    }

    private mutating func writeNumber(of octet: UInt8) {
        let digits = String(octet, radix: 16, uppercase: false)
        octets.append(contentsOf: "u00\(octet < 0x10 ? "0" : "")\(digits)".utf8)
    }
}
