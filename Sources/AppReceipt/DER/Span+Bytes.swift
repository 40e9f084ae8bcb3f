extension Span<UInt8> {
    /// Whether a range holds exactly these bytes.
    func holds(_ expected: [UInt8], at range: Range<Int>) -> Bool {
        let slice = expected[...]
        return isSame(range, as: slice.indices, of: slice.span)
    }

    /// Whether two ranges hold the same bytes.
    @inline(__always)
    func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        isSame(left, as: right, of: self)
    }

    /// Whether a range holds the same bytes as a range of another span.
    ///
    /// A remembered chain is recognised by all of its certificates' bytes, some 4,000 in every
    /// receipt, so they are compared in blocks.
    @inline(__always)
    func isSame(_ left: Range<Int>, as right: Range<Int>, of other: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        let count = left.count
        guard count >= 8 else { return isSameByteByByte(left, as: right, of: other) }
        var offset = 0
        while offset <= count &- 32 {
            let bytes = block(at: left.lowerBound &+ offset)
            guard bytes == other.block(at: right.lowerBound &+ offset) else { return false }
            offset &+= 32
        }
        while offset <= count &- 8 {
            let bytes = word(at: left.lowerBound &+ offset)
            guard bytes == other.word(at: right.lowerBound &+ offset) else { return false }
            offset &+= 8
        }
        // The last word may overlap the one in front of it.
        return word(at: left.upperBound &- 8) == other.word(at: right.upperBound &- 8)
    }

    /// Whether one range does not sort after another in DER's order of a SET OF (X.690, 11.6).
    func isAscending(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        let shared = Swift.min(left.count, right.count)
        for index in 0..<shared {
            let (a, b) = (self[left.lowerBound + index], self[right.lowerBound + index])
            if a != b { return a < b }
        }
        return left.count <= right.count
    }

    private func isSameByteByByte(
        _ left: Range<Int>,
        as right: Range<Int>,
        of other: Span<UInt8>
    ) -> Bool {
        for index in 0..<left.count
        where self[left.lowerBound + index] != other[right.lowerBound + index] {
            return false
        }
        return true
    }

    /// The eight bytes from `start` on as a little-endian number.
    ///
    /// The load is checked against the bounds. It is unsafe only for types for which not every bit
    /// pattern is a value.
    @inline(__always)
    func word(at start: Int) -> UInt64 {
        UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
    }

    /// The 32 bytes from `start` on.
    @inline(__always)
    func block(at start: Int) -> SIMD4<UInt64> {
        bytes.unsafeLoadUnaligned(fromByteOffset: start, as: SIMD4<UInt64>.self)
    }

    /// Whether a range of at least eight bytes is ASCII without a NUL; `false` for a shorter one.
    @inline(__always)
    func isASCIIWithoutNUL(_ range: Range<Int>) -> Bool {
        guard range.count >= 8 else { return false }
        let last = range.upperBound &- 8
        var found = Self.nulOrNonASCII(in: word(at: last))
        var at = range.lowerBound
        while at < last {
            found |= Self.nulOrNonASCII(in: word(at: at))
            at &+= 8
        }
        return found == 0
    }

    /// Nonzero exactly if one of the eight bytes is 0 or at least 128.
    @inline(__always)
    private static func nulOrNonASCII(in word: UInt64) -> UInt64 {
        ((word &- 0x0101_0101_0101_0101) | word) & 0x8080_8080_8080_8080
    }
}
