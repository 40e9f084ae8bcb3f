/// Remembers which attributes a set has had, to refuse a second one that another reader might prefer.
struct SeenAttributes {
    private var mask: UInt64 = 0
    private let first: Int

    /// Watches the 64 numbers from `first` on; numbers elsewhere have no meaning and may repeat.
    init(from first: Int) {
        self.first = first
    }

    mutating func insert(_ attribute: AttributeHeader) throws(SignedReceipt.Error) {
        guard first..<first + 64 ~= attribute.type else { return }
        let bit: UInt64 = 1 << UInt64(attribute.type - first)
        guard mask & bit == 0 else {
            throw .malformed(detail: "attribute \(attribute.type) twice", offset: attribute.start)
        }
        mask |= bit
    }
}
