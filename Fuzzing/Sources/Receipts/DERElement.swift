/// Writes elements in DER, apart from the writer of the library that is tested.
enum DERElement {
    static func make(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
        let content = Array(parts.joined())
        return [tag] + length(content.count) + content
    }

    /// An element of indefinite length, as Xcode writes.
    static func indefinite(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
        [tag, 0x80] + parts.joined() + [0, 0]
    }

    static func identifier(_ octets: [UInt8]) -> [UInt8] { make(0x06, octets) }

    static func algorithm(_ octets: [UInt8]) -> [UInt8] {
        make(0x30, identifier(octets), [0x05, 0x00])
    }

    private static func length(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(count)] }
        var octets: [UInt8] = []
        var rest = count
        while rest > 0 {
            octets.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [0x80 | UInt8(octets.count)] + octets
    }
}
