extension Span<UInt8> {
    /// Whether exactly these octets lie in a range.
    func holds(_ expected: [UInt8], at range: Range<Int>) -> Bool {
        let slice = expected[...]
        return isSame(range, as: slice.indices, of: slice.span)
    }

    /// Whether the octets of two ranges are the same.
    @inline(__always)
    func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        isSame(left, as: right, of: self)
    }

    /// Whether the octets of a range are the same as those of a range elsewhere.
    @inline(__always)
    func isSame(_ left: Range<Int>, as right: Range<Int>, of other: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        let count = left.count
        guard count >= 8 else { return isSameOctetByOctet(left, as: right, of: other) }
        var offset = 0
        while offset <= count &- 32 {
            let octets = block(at: left.lowerBound &+ offset)
            guard octets == other.block(at: right.lowerBound &+ offset) else { return false }
            offset &+= 32
        }
        while offset <= count &- 8 {
            let octets = word(at: left.lowerBound &+ offset)
            guard octets == other.word(at: right.lowerBound &+ offset) else { return false }
            offset &+= 8
        }
        // The last word may overlap the one in front of it.
        return word(at: left.upperBound &- 8) == other.word(at: right.upperBound &- 8)
    }

    /// Whether the octets of one range come before those of another, as DER sorts a SET OF (X.690,
    /// 11.6).
    func isAscending(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        let shared = Swift.min(left.count, right.count)
        for index in 0..<shared {
            let (a, b) = (self[left.lowerBound + index], self[right.lowerBound + index])
            if a != b { return a < b }
        }
        return left.count <= right.count
    }

    private func isSameOctetByOctet(
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
}
