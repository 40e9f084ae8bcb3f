/// Encodes elements in DER (X.690, section 10).
enum DEREncoder {
    static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        var bytes = [tag]
        bytes.reserveCapacity(content.count + 6)
        bytes += length(content.count)
        bytes += content
        return bytes
    }

    static func sequence(_ members: [[UInt8]]) -> [UInt8] {
        element(Tag.sequence, Array(members.joined()))
    }

    /// Encodes a SET OF, whose members DER sorts by their bytes (X.690, 11.6).
    static func set(_ members: [[UInt8]]) -> [UInt8] {
        element(Tag.set, Array(members.sorted { $0.lexicographicallyPrecedes($1) }.joined()))
    }

    static func integer(_ value: Int64) -> [UInt8] {
        var bytes = bigEndianBytes(of: value)
        while bytes.count > 1,
            bytes[0] == 0 && bytes[1] < 0x80 || bytes[0] == 0xFF && bytes[1] >= 0x80
        {
            bytes.removeFirst()
        }
        return element(Tag.integer, bytes)
    }

    static func octetString(_ bytes: [UInt8]) -> [UInt8] { element(Tag.octetString, bytes) }

    static func text(_ text: String) -> [UInt8] { element(Tag.utf8String, Array(text.utf8)) }

    static func asciiText(_ text: String) -> [UInt8] { element(Tag.ia5String, Array(text.utf8)) }

    static func algorithm(_ identifier: [UInt8]) -> [UInt8] {
        sequence([element(Tag.objectIdentifier, identifier), element(Tag.null, [])])
    }

    /// The algorithm of a key on the curve P-256 (RFC 5480, 2.1.1).
    static let p256Algorithm = sequence([
        element(Tag.objectIdentifier, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1]),
        element(Tag.objectIdentifier, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7]),
    ])

    private static func bigEndianBytes(of value: Int64) -> [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func length(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(count)] }
        let bytes = bigEndianBytes(of: Int64(count)).drop { $0 == 0 }
        return [0x80 | UInt8(bytes.count)] + bytes
    }
}
