/// Remembers which attributes a set has had, to refuse a second one that another reader might
/// prefer.
struct SeenAttributes {
    private var seen: UInt64 = 0
    private var filled: UInt64 = 0
    private let first: Int

    /// Watches the 64 numbers from `first` on; numbers elsewhere have no meaning and may repeat.
    init(from first: Int) {
        self.first = first
    }

    @inline(__always)
    mutating func insert(_ attribute: AttributeHeader) throws(SignedReceipt.Error) {
        let bit = bit(attribute.type)
        guard seen & bit == 0 else { throw Self.twice(attribute) }
        seen |= bit
    }

    /// Remembers that an attribute's value was not empty.
    @inline(__always)
    mutating func fill(_ type: Int) {
        filled |= bit(type)
    }

    /// Refuses a purchase in which one of these attributes is missing or empty.
    @inline(__always)
    func require(
        _ types: ClosedRange<Int>,
        _ names: StaticString,
        at offset: Int
    ) throws(SignedReceipt.Error) {
        guard types.allSatisfy({ filled & bit($0) != 0 }) else {
            throw .malformed(detail: "purchase without \(names)", offset: offset)
        }
    }

    /// 0 for a number that is not watched.
    @inline(__always)
    private func bit(_ type: Int) -> UInt64 {
        let place = UInt(bitPattern: type &- first)
        return place < 64 ? 1 &<< UInt64(place) : 0
    }

    @inline(never)
    private static func twice(_ attribute: AttributeHeader) -> SignedReceipt.Error {
        .malformed(detail: "attribute \(attribute.type) twice", offset: attribute.start)
    }
}
