/// The number and version of an attribute, and where its value lies.
struct AttributeHeader {
    let type: Int
    let version: Int
    let start: Int
    /// The content of the value's OCTET STRING.
    let value: Range<Int>

    /// The attribute of a purchase that begins at `start`.
    @inline(__always)
    init(
        ofPurchaseAt start: Int,
        before end: Int,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        if let usual = Self(usualOfPurchaseAt: start, end: end, in: octets) {
            self = usual
        } else {
            try self.init(at: start, before: end, in: octets)
        }
    }

    /// The attribute that begins at `start` and ends before `end`; behind its value is the next
    /// one.
    @inline(never)
    init(at start: Int, before end: Int, in octets: Span<UInt8>) throws(SignedReceipt.Error) {
        if let usual = Self(usualOfReceiptAt: start, end: end, in: octets)
            ?? Self(usualLongAt: start, end: end, in: octets)
        {
            self = usual
        } else {
            try self.init(anyAt: start, before: end, in: octets)
        }
    }

    /// The attribute at `start`, whatever the sizes of its numbers and lengths.
    init(anyAt start: Int, before end: Int, in octets: Span<UInt8>) throws(SignedReceipt.Error) {
        var cursor = ElementCursor(start..<end)
        let element = try cursor.next(Tag.sequence, "an attribute", in: octets)
        var parts = ElementCursor(element.content)
        type = try Self.number(from: &parts, in: octets)
        version = try Self.number(from: &parts, in: octets)
        value = try parts.next(Tag.octetString, "an attribute's value", in: octets).content
        try parts.requireEnd(of: "an attribute")
        self.start = element.start
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
