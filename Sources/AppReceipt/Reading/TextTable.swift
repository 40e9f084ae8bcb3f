/// Shares the texts that repeat in a receipt, such as product identifiers, so that each is made once.
struct TextTable {
    private var entries: [(range: Range<Int>, text: String)?] = Array(repeating: nil, count: 64)

    /// The text that `make` makes of a range, or the one made before of the same octets.
    mutating func text(
        _ range: Range<Int>,
        in octets: Span<UInt8>,
        make: () throws(SignedReceipt.Error) -> String
    ) throws(SignedReceipt.Error) -> String {
        // Up to 15 octets lie inside a String itself, and cost nothing to make again.
        guard range.count > 15 else { return try make() }
        let slot = slot(of: range, in: octets)
        if let entry = entries[slot], octets.isSame(entry.range, range) { return entry.text }
        let text = try make()
        entries[slot] = (range, text)
        return text
    }

    private func slot(of range: Range<Int>, in octets: Span<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in range {
            hash = (hash ^ UInt64(octets[index])) &* 0x100_0000_01B3
        }
        return Int(truncatingIfNeeded: hash >> 58)
    }
}
