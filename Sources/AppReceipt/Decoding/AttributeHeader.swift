/// The type and version of an attribute, and the range of its value.
///
/// An attribute is a SEQUENCE of two INTEGERs and an OCTET STRING.
struct AttributeHeader {
    let type: Int
    let version: Int
    let start: Int
    /// The content of the value's OCTET STRING.
    let value: Range<Int>

    /// Decodes the attribute that begins at `start` and ends at or before `end`; the next one
    /// begins where its value ends.
    @inline(never)
    init(at start: Int, before end: Int, in bytes: Span<UInt8>) throws(SignedReceipt.Error) {
        if let fixed = Self(receiptLayoutAt: start, before: end, in: bytes)
            ?? Self(containerLayoutAt: start, before: end, in: bytes)
        {
            self = fixed
        } else {
            try self.init(generalAt: start, before: end, in: bytes)
        }
    }

    /// Decodes an attribute of any layout.
    init(
        generalAt start: Int,
        before end: Int,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        var cursor = DERCursor(start..<end)
        let element = try cursor.next(Tag.sequence, "an attribute", in: bytes)
        var parts = DERCursor(element.content)
        type = try Self.number(from: &parts, in: bytes)
        version = try Self.number(from: &parts, in: bytes)
        value = try parts.next(Tag.octetString, "an attribute's value", in: bytes).content
        try parts.requireEnd(of: "an attribute")
        self.start = element.start
    }

    /// Decodes an attribute of a purchase.
    @inline(__always)
    init(
        ofPurchaseAt start: Int,
        before end: Int,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        if let fixed = Self(purchaseLayoutAt: start, before: end, in: bytes) {
            self = fixed
        } else {
            try self.init(at: start, before: end, in: bytes)
        }
    }

    /// Decodes an attribute of the layout `30 LL 02 02 TT TT 02 01 VV 04 LL`, which nearly all
    /// attributes of purchases have; `nil` for any other.
    ///
    /// The layout fits in two words. The fixed bytes are compared under a mask, and so is the high
    /// bit of each length and of the version, which are below 128. A receipt of 1,000 purchases has
    /// 20,000 such attributes; this takes half off the time of decoding it.
    @inline(__always)
    init?(purchaseLayoutAt start: Int, before end: Int, in bytes: Span<UInt8>) {
        guard end &- start >= 16 else { return nil }
        let (first, second) = (bytes.word(at: start), bytes.word(at: start &+ 8))
        guard first & 0xFFFF_0080_FFFF_80FF == 0x0102_0000_0202_0030,
            second & 0x80FF80 == 0x000400
        else { return nil }
        let number = Self.bigEndian(first >> 32)
        let (length, valueLength) = (Int(first >> 8 & 0xFF), Int(second >> 16 & 0xFF))
        // A number below 128 takes one byte in its shortest form.
        guard number >= 0x80, length == valueLength &+ 9, length &+ 2 <= end &- start else {
            return nil
        }
        (type, version) = (number, Int(second & 0xFF))
        (self.start, value) = (start, start &+ 11..<start &+ 11 &+ valueLength)
    }

    /// Decodes an attribute of the layout `30 LL 02 01 TT 02 01 VV 04 LL`, which most attributes of
    /// the receipt itself have; `nil` for any other.
    @inline(__always)
    init?(receiptLayoutAt start: Int, before end: Int, in bytes: Span<UInt8>) {
        guard end &- start >= 16 else { return nil }
        let (first, second) = (bytes.word(at: start), bytes.word(at: start &+ 8))
        guard first & 0x80FF_FF80_FFFF_80FF == 0x0001_0200_0102_0030, second & 0x80FF == 0x0004
        else { return nil }
        let (length, valueLength) = (Int(first >> 8 & 0xFF), Int(second >> 8 & 0xFF))
        guard length == valueLength &+ 8, length &+ 2 <= end &- start else { return nil }
        (type, version) = (Int(first >> 32 & 0xFF), Int(first >> 56))
        (self.start, value) = (start, start &+ 10..<start &+ 10 &+ valueLength)
    }

    /// Decodes an attribute of the layout `30 82 LL LL 02 01 TT 02 01 VV 04 82 LL LL`, which those
    /// have that hold a purchase; `nil` for any other.
    @inline(__always)
    init?(containerLayoutAt start: Int, before end: Int, in bytes: Span<UInt8>) {
        guard end &- start >= 16 else { return nil }
        let (first, second) = (bytes.word(at: start), bytes.word(at: start &+ 8))
        guard first & 0xFF80_FFFF_0000_FFFF == 0x0200_0102_0000_8230,
            second & 0xFFFF_80FF == 0x8204_0001
        else { return nil }
        let (length, valueLength) = (Self.bigEndian(first >> 16), Self.bigEndian(second >> 32))
        // A length below 256 takes one byte in its shortest form.
        guard valueLength >= 0x100, length == valueLength &+ 10, length &+ 4 <= end &- start else {
            return nil
        }
        (type, version) = (Int(first >> 48 & 0xFF), Int(second >> 8 & 0xFF))
        (self.start, value) = (start, start &+ 14..<start &+ 14 &+ valueLength)
    }

    /// The number in the two lowest bytes of a word, in the byte order of the message.
    @inline(__always)
    private static func bigEndian(_ word: UInt64) -> Int {
        Int(UInt16(truncatingIfNeeded: word).byteSwapped)
    }

    /// A number from 0 to 2^31 - 1; a larger one is refused and never truncated.
    @inline(__always)
    private static func number(
        from parts: inout DERCursor,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Int {
        let element = try parts.next(Tag.integer, "an attribute's number", in: bytes)
        guard let value = AttributeValueDecoder.integer(element.content, in: bytes),
            0...Int64(Int32.max) ~= value
        else { throw .malformed(detail: "an attribute's number", offset: element.start) }
        return Int(value)
    }
}
