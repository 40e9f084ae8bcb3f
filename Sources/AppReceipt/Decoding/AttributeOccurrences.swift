/// The attributes that occurred in a SET so far.
///
/// A second attribute of a type with a meaning is refused: one decoder would take the first and
/// another the last.
struct AttributeOccurrences {
    private var seen: UInt64 = 0
    private var withValue: UInt64 = 0
    private let first: Int

    /// Tracks the 64 types from `first` on; other types have no meaning and may repeat.
    init(from first: Int) {
        self.first = first
    }

    @inline(__always)
    mutating func insert(_ attribute: AttributeHeader) throws(SignedReceipt.Error) {
        let bit = bit(attribute.type)
        guard seen & bit == 0 else { throw Self.duplicate(attribute) }
        seen |= bit
    }

    /// Records that an attribute's value was not empty.
    @inline(__always)
    mutating func insertValue(of type: Int) {
        withValue |= bit(type)
    }

    /// Refuses a purchase in which one of these attributes is missing or empty.
    @inline(__always)
    func requireValues(
        of types: ClosedRange<Int>,
        _ names: StaticString,
        at offset: Int
    ) throws(SignedReceipt.Error) {
        guard types.allSatisfy({ withValue & bit($0) != 0 }) else {
            throw .malformed(detail: "purchase without \(names)", offset: offset)
        }
    }

    /// 0 for a type that is not tracked.
    @inline(__always)
    private func bit(_ type: Int) -> UInt64 {
        let place = UInt(bitPattern: type &- first)
        return place < 64 ? 1 &<< UInt64(place) : 0
    }

    @inline(never)
    private static func duplicate(_ attribute: AttributeHeader) -> SignedReceipt.Error {
        .malformed(detail: "attribute \(attribute.type) twice", offset: attribute.start)
    }
}

/// Decodes the attributes that have no property, up to the limit of a receipt.
struct UnknownAttributeDecoder {
    let storage: [UInt8]
    private var count = 0

    init(in storage: [UInt8]) {
        self.storage = storage
    }

    mutating func decode(
        _ attribute: AttributeHeader
    ) throws(SignedReceipt.Error) -> ReceiptAttribute {
        count += 1
        guard count <= DecodingLimits.unknownAttributes else {
            throw .tooMuch(
                of: "unknown attributes",
                limit: DecodingLimits.unknownAttributes,
                offset: attribute.start
            )
        }
        return ReceiptAttribute(
            type: attribute.type,
            version: attribute.version,
            bytes: storage[attribute.value]
        )
    }
}
