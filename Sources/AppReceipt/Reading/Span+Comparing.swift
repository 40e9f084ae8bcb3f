extension Span<UInt8> {
    /// Whether exactly these octets lie in a range.
    func holds(_ expected: [UInt8], at range: Range<Int>) -> Bool {
        guard range.count == expected.count else { return false }
        for index in expected.indices where self[range.lowerBound + index] != expected[index] {
            return false
        }
        return true
    }

    /// Whether the octets of two ranges are the same.
    func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        guard left.count == right.count else { return false }
        for index in 0..<left.count
        where self[left.lowerBound + index] != self[right.lowerBound + index] {
            return false
        }
        return true
    }

    /// Whether the octets of one range come before those of another, as DER sorts a SET OF (X.690, 11.6).
    func isAscending(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        let shared = Swift.min(left.count, right.count)
        for index in 0..<shared {
            let (a, b) = (self[left.lowerBound + index], self[right.lowerBound + index])
            if a != b { return a < b }
        }
        return left.count <= right.count
    }
}
