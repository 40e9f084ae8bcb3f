/// Returns the same `String` for the same bytes, so that a string that repeats in a receipt, such
/// as a product identifier, is allocated once.
///
/// It is a hash table of a fixed size without chains: a new string replaces another one in its
/// slot.
struct StringInterner {
    private static let count = 64
    private var entries: [(range: Range<Int>, string: String)?] = []

    /// The string that was inserted for the same bytes; `nil` for none, or if it was replaced.
    @inline(__always)
    func string(of range: Range<Int>, in bytes: Span<UInt8>) -> String? {
        guard !entries.isEmpty, let entry = entries[Self.slot(of: range, in: bytes)],
            bytes.isSame(entry.range, range)
        else { return nil }
        return entry.string
    }

    mutating func insert(_ string: String, of range: Range<Int>, in bytes: Span<UInt8>) {
        if entries.isEmpty { entries = Array(repeating: nil, count: Self.count) }
        entries[Self.slot(of: range, in: bytes)] = (range, string)
    }

    /// The slot of a range of at least eight bytes; the last word may overlap the one before it.
    @inline(__always)
    private static func slot(of range: Range<Int>, in bytes: Span<UInt8>) -> Int {
        let last = range.upperBound &- 8
        var hash = bytes.word(at: last)
        var at = range.lowerBound
        while at < last {
            hash = (hash ^ bytes.word(at: at)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
            at &+= 8
        }
        return Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 32) & (count - 1)
    }
}
