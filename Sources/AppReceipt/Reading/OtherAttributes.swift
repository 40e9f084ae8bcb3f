/// Takes the attributes that have no property, as many as ``ReadingLimits`` allows in one receipt.
struct OtherAttributes {
    let storage: [UInt8]
    private var count = 0

    init(in storage: [UInt8]) {
        self.storage = storage
    }

    mutating func take(
        _ attribute: AttributeHeader
    ) throws(SignedReceipt.Error) -> ReceiptAttribute {
        count += 1
        guard count <= ReadingLimits.otherAttributes else {
            throw .tooMuch(
                of: "unknown attributes",
                limit: ReadingLimits.otherAttributes,
                offset: attribute.start
            )
        }
        return ReceiptAttribute(
            type: attribute.type,
            version: attribute.version,
            octets: storage[attribute.value]
        )
    }
}
