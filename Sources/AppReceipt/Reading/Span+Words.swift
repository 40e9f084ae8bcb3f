extension Span<UInt8> {
    /// The eight octets from `start` on as one number, the first in its lowest bits.
    ///
    /// The load is checked against the bounds; what is unsafe about it for other types is no matter
    /// for a plain number.
    @inline(__always)
    func word(at start: Int) -> UInt64 {
        UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
    }

    /// The 32 octets from `start` on, to be compared at once.
    @inline(__always)
    func block(at start: Int) -> SIMD4<UInt64> {
        bytes.unsafeLoadUnaligned(fromByteOffset: start, as: SIMD4<UInt64>.self)
    }

    /// Whether a range is ASCII without a NUL; `false` for one that is too short to be looked at in
    /// words.
    @inline(__always)
    func isPlainText(_ range: Range<Int>) -> Bool {
        guard range.count >= 8 else { return false }
        let last = range.upperBound &- 8
        var found = Self.oddOctets(in: word(at: last))
        var at = range.lowerBound
        while at < last {
            found |= Self.oddOctets(in: word(at: at))
            at &+= 8
        }
        return found == 0
    }

    /// Not 0 exactly if one of the eight octets is 0, or 128 and more.
    @inline(__always)
    private static func oddOctets(in word: UInt64) -> UInt64 {
        ((word &- 0x0101_0101_0101_0101) | word) & 0x8080_8080_8080_8080
    }
}
