/// The number and version of an attribute, and where its value lies.
struct AttributeHeader {
    let type: Int
    let version: Int
    let start: Int
    /// The content of the value's OCTET STRING.
    let value: Range<Int>

    init(
        from cursor: inout ElementCursor,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        if let short = Self(shortAt: cursor.position, end: cursor.end, in: octets) {
            cursor.skip(to: short.value.upperBound)
            self = short
            return
        }
        let element = try cursor.next(Tag.sequence, "an attribute", in: octets)
        var parts = ElementCursor(element.content)
        type = try Self.number(from: &parts, in: octets)
        version = try Self.number(from: &parts, in: octets)
        value = try parts.next(Tag.octetString, "an attribute's value", in: octets).content
        try parts.requireEnd(of: "an attribute")
        start = element.start
    }

    /// Nearly every attribute, whose lengths and version take one octet and whose type takes one or two.
    ///
    /// This is a shortcut to what the general way finds, and `nil` for whatever is not exactly so; it takes a third off the time of
    /// reading a large receipt.
    private init?(shortAt start: Int, end: Int, in octets: Span<UInt8>) {
        guard end - start >= 10, octets[start] == Tag.sequence, octets[start + 1] < 0x80,
            octets[start + 2] == Tag.integer
        else { return nil }
        let limit = start + 2 + Int(octets[start + 1])
        let isLong = octets[start + 3] == 2
        let first = Int(octets[start + 4])
        let number = isLong ? first << 8 | Int(octets[start + 5]) : first
        // In its shortest form, two octets hold 128 and more; the highest bit would be a sign.
        guard isLong || octets[start + 3] == 1, isLong ? 0x80..<0x8000 ~= number : number < 0x80
        else { return nil }
        let at = start + (isLong ? 6 : 5)
        guard limit <= end, at + 5 <= limit, octets[at] == Tag.integer, octets[at + 1] == 1,
            octets[at + 2] < 0x80, octets[at + 3] == Tag.octetString,
            octets[at + 4] < 0x80, at + 5 + Int(octets[at + 4]) == limit
        else { return nil }
        (type, version) = (number, Int(octets[at + 2]))
        (self.start, value) = (start, at + 5..<limit)
    }

    /// A number from 0 to 2^31 - 1, exactly; a longer one is refused and never cut.
    private static func number(
        from parts: inout ElementCursor,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Int {
        let element = try parts.next(Tag.integer, "an attribute's number", in: octets)
        guard let value = ValueReader.integer(element.content, in: octets),
            0...Int64(Int32.max) ~= value
        else { throw .malformed(detail: "an attribute's number", offset: element.start) }
        return Int(value)
    }
}
