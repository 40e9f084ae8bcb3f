/// Writes elements in DER (X.690, section 10): definite lengths in their shortest form.
enum DERWriter {
    static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        var octets = [tag]
        octets.reserveCapacity(content.count + 6)
        octets += length(content.count)
        octets += content
        return octets
    }

    static func sequence(_ members: [[UInt8]]) -> [UInt8] {
        element(Tag.sequence, Array(members.joined()))
    }

    /// A SET OF, whose members are sorted by their octets.
    static func set(_ members: [[UInt8]]) -> [UInt8] {
        element(Tag.set, Array(members.sorted { $0.lexicographicallyPrecedes($1) }.joined()))
    }

    static func integer(_ value: Int64) -> [UInt8] {
        var octets = withBigEndianOctets(of: value)
        while octets.count > 1,
            octets[0] == 0 && octets[1] < 0x80 || octets[0] == 0xFF && octets[1] >= 0x80
        {
            octets.removeFirst()
        }
        return element(Tag.integer, octets)
    }

    static func octetString(_ octets: [UInt8]) -> [UInt8] { element(Tag.octetString, octets) }

    static func text(_ text: String) -> [UInt8] { element(Tag.utf8String, Array(text.utf8)) }

    static func asciiText(_ text: String) -> [UInt8] { element(Tag.ia5String, Array(text.utf8)) }

    static func algorithm(_ identifier: [UInt8]) -> [UInt8] {
        sequence([element(Tag.objectIdentifier, identifier), element(Tag.null, [])])
    }

    private static func withBigEndianOctets(of value: Int64) -> [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func length(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(count)] }
        let octets = withBigEndianOctets(of: Int64(count)).drop { $0 == 0 }
        return [0x80 | UInt8(octets.count)] + octets
    }
}
