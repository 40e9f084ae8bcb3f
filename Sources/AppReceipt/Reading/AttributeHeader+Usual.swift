/// Shortcuts to what the general way finds, and `nil` for whatever is not exactly so.
///
/// Eight octets are looked at together: those that are fixed, and the highest bits of those that
/// must be below 128, are compared under a mask. It takes more than half off the time of reading a
/// large receipt.
extension AttributeHeader {
    /// Nearly every attribute of a purchase: `30 LL 02 02 TT TT 02 01 VV 04 LL`.
    @inline(__always)
    init?(usualOfPurchaseAt start: Int, end: Int, in octets: Span<UInt8>) {
        guard end &- start >= 16 else { return nil }
        let front = octets.word(at: start)
        guard front & 0xFFFF_0080_FFFF_80FF == 0x0102_0000_0202_0030 else { return nil }
        let rest = octets.word(at: start &+ 8)
        guard rest & 0x80FF80 == 0x000400 else { return nil }
        let number = Self.bigEndian(front >> 32)
        let (outer, inner) = (Int(front >> 8 & 0xFF), Int(rest >> 16 & 0xFF))
        // In its shortest form, a number of two octets is 128 or more.
        guard number >= 0x80, outer == inner &+ 9, outer &+ 2 <= end &- start else { return nil }
        (type, version) = (number, Int(rest & 0xFF))
        (self.start, value) = (start, start &+ 11..<start &+ 11 &+ inner)
    }

    /// Most attributes of a receipt: `30 LL 02 01 TT 02 01 VV 04 LL`.
    @inline(__always)
    init?(usualOfReceiptAt start: Int, end: Int, in octets: Span<UInt8>) {
        guard end &- start >= 16 else { return nil }
        let (front, rest) = (octets.word(at: start), octets.word(at: start &+ 8))
        guard front & 0x80FF_FF80_FFFF_80FF == 0x0001_0200_0102_0030, rest & 0x80FF == 0x0004
        else { return nil }
        let (outer, inner) = (Int(front >> 8 & 0xFF), Int(rest >> 8 & 0xFF))
        guard outer == inner &+ 8, outer &+ 2 <= end &- start else { return nil }
        (type, version) = (Int(front >> 32 & 0xFF), Int(front >> 56))
        (self.start, value) = (start, start &+ 10..<start &+ 10 &+ inner)
    }

    /// Nearly every attribute that holds a purchase: `30 82 LL LL 02 01 TT 02 01 VV 04 82 LL LL`.
    @inline(__always)
    init?(usualLongAt start: Int, end: Int, in octets: Span<UInt8>) {
        guard end &- start >= 16 else { return nil }
        let (front, rest) = (octets.word(at: start), octets.word(at: start &+ 8))
        guard front & 0xFF80_FFFF_0000_FFFF == 0x0200_0102_0000_8230,
            rest & 0xFFFF_80FF == 0x8204_0001
        else { return nil }
        let (outer, inner) = (Self.bigEndian(front >> 16), Self.bigEndian(rest >> 32))
        // In its shortest form, a length of two octets is 256 or more.
        guard inner >= 0x100, outer == inner &+ 10, outer &+ 4 <= end &- start else { return nil }
        (type, version) = (Int(front >> 48 & 0xFF), Int(rest >> 8 & 0xFF))
        (self.start, value) = (start, start &+ 14..<start &+ 14 &+ inner)
    }

    /// The two lowest octets of a word, of which the first in the message counts more.
    @inline(__always)
    private static func bigEndian(_ word: UInt64) -> Int {
        Int(UInt16(truncatingIfNeeded: word).byteSwapped)
    }
}
