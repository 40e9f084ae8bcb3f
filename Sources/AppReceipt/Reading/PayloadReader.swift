import Foundation

/// Reads the signed content of a receipt: a SET of attributes, in DER.
struct PayloadReader {
    private let values: ValueReader
    private let range: Range<Int>
    private var purchases: PurchaseReader
    private var found = Found()
    private var others: OtherAttributes

    /// Reads what lies in `range`, and nothing outside it.
    init(_ storage: [UInt8], _ range: Range<Int>) {
        values = ValueReader(storage: storage)
        purchases = PurchaseReader(values)
        others = OtherAttributes(in: storage)
        self.range = range
    }

    mutating func read() throws(SignedReceipt.Error) -> ReceiptContent {
        // A copy of the reference, for the span must not borrow what the walk changes.
        let slice = values.storage[...]
        let octets = slice.span
        var outer = ElementCursor(range)
        let set = try outer.next(Tag.set, "the content", in: octets)
        try outer.requireEnd(of: "the content")
        var seen = SeenAttributes(from: 0)
        let end = set.content.upperBound
        var position = set.content.lowerBound
        while position < end {
            let attribute = try AttributeHeader(at: position, before: end, in: octets)
            position = attribute.value.upperBound
            if attribute.type == 17 {
                try takePurchase(attribute, before: end, in: octets)
            } else {
                try seen.insert(attribute)
                try take(attribute, in: octets)
            }
        }
        return try found.content(at: set.start)
    }

    /// Read in the place where it stays, because a purchase is large to copy.
    @inline(__always)
    private mutating func takePurchase(
        _ attribute: AttributeHeader,
        before end: Int,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        let index = found.purchases.count
        found.purchases.append(.unread)
        try purchases.read(
            attribute,
            into: &found.purchases[index],
            others: &others,
            in: octets
        )
        // In a sorted set the first is the shortest, so that there is room for all, and for no more
        // than the octets can hold.
        if index == 0 {
            let size = attribute.value.upperBound - attribute.start
            found.purchases.reserveCapacity((end - attribute.start) / size)
        }
    }

    private mutating func take(
        _ attribute: AttributeHeader,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        switch attribute.type {
        case 0: found.type = try values.text(attribute, in: octets)
        case 1: found.appIdentifier = try values.integer(attribute, in: octets)
        case 2: found.bundleIdentifier = try values.text(attribute, in: octets)
        case 3: found.appVersion = try values.text(attribute, in: octets)
        case 4: found.opaqueValue = raw(attribute)
        case 5: found.deviceHash = raw(attribute)
        case 10: found.ageRating = try values.asciiText(attribute, in: octets)
        case 11: found.developerIdentifier = try values.integer(attribute, in: octets)
        case 12: found.creationDate = try values.date(attribute, in: octets)
        case 15: found.downloadIdentifier = try values.integer(attribute, in: octets)
        case 16: found.versionIdentifier = try values.integer(attribute, in: octets)
        case 18: found.originalPurchaseDate = try values.date(attribute, in: octets)
        case 19: found.originalAppVersion = try values.text(attribute, in: octets)
        case 21: found.expirationDate = try values.date(attribute, in: octets)
        case 32: found.preorderDate = try values.date(attribute, in: octets)
        default: try takeUndocumented(attribute, in: octets)
        }
    }

    private mutating func takeUndocumented(
        _ attribute: AttributeHeader,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        switch attribute.type {
        case 6: found.undocumented.octets6 = raw(attribute)
        case 7: found.undocumented.octets7 = raw(attribute)
        case 8: found.undocumented.date8 = try values.date(attribute, in: octets)
        case 9: found.undocumented.integer9 = try values.integer(attribute, in: octets)
        case 13: found.undocumented.integer13 = try values.integer(attribute, in: octets)
        case 14: found.undocumented.integer14 = try values.integer(attribute, in: octets)
        case 20: found.undocumented.text20 = try values.text(attribute, in: octets)
        case 25: found.undocumented.integer25 = try values.integer(attribute, in: octets)
        default: found.others.append(try others.take(attribute))
        }
    }

    private func raw(_ attribute: AttributeHeader) -> [UInt8] {
        Array(values.storage[attribute.value])
    }
}
