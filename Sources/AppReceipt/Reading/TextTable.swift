/// Shares the texts that repeat in a receipt, such as product identifiers, so that each is made
/// once.
struct TextTable {
    private static let count = 64
    private var entries: [(range: Range<Int>, text: String)?] = []

    /// The text made before of the same octets, as far as it is remembered.
    @inline(__always)
    func text(_ range: Range<Int>, in octets: Span<UInt8>) -> String? {
        guard !entries.isEmpty, let entry = entries[Self.slot(of: range, in: octets)],
            octets.isSame(entry.range, range)
        else { return nil }
        return entry.text
    }

    /// Remembers what was made of a range, in place of another one.
    mutating func insert(_ text: String, of range: Range<Int>, in octets: Span<UInt8>) {
        if entries.isEmpty { entries = Array(repeating: nil, count: Self.count) }
        entries[Self.slot(of: range, in: octets)] = (range, text)
    }

    /// A place for eight octets or more; the last word may overlap the one in front of it.
    @inline(__always)
    private static func slot(of range: Range<Int>, in octets: Span<UInt8>) -> Int {
        let last = range.upperBound &- 8
        var hash = octets.word(at: last)
        var at = range.lowerBound
        while at < last {
            hash = (hash ^ octets.word(at: at)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
            at &+= 8
        }
        return Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 32) & (count - 1)
    }
}
