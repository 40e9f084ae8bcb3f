import Foundation

/// Decodes the signed content of a receipt: a SET of attributes in DER.
struct PayloadDecoder {
    private let values: AttributeValueDecoder
    private let range: Range<Int>
    private var purchases: PurchaseDecoder
    private var unknown: UnknownAttributeDecoder
    private var content = ReceiptContent.undecoded
    // Not in `content`, where changing one in place takes longer.
    private var inAppPurchases: [Receipt.InAppPurchase] = []
    private var bundleIdentifier: String?
    private var appVersion: String?
    private var creationDate: Date?

    /// Decodes the bytes in `range`, and none outside it.
    init(_ storage: [UInt8], _ range: Range<Int>) {
        values = AttributeValueDecoder(storage: storage)
        purchases = PurchaseDecoder(values)
        unknown = UnknownAttributeDecoder(in: storage)
        self.range = range
    }

    mutating func decode() throws(SignedReceipt.Error) -> ReceiptContent {
        // A copy of the reference: the span must not borrow a value that the loop mutates.
        let slice = values.storage[...]
        let bytes = slice.span
        var outer = DERCursor(range)
        let set = try outer.next(Tag.set, "the content", in: bytes)
        try outer.requireEnd(of: "the content")
        var occurrences = AttributeOccurrences(from: 0)
        let end = set.content.upperBound
        var position = set.content.lowerBound
        while position < end {
            let attribute = try AttributeHeader(at: position, before: end, in: bytes)
            position = attribute.value.upperBound
            if attribute.type == 17 {
                try decodePurchase(attribute, before: end, in: bytes)
            } else {
                try occurrences.insert(attribute)
                try decode(attribute, in: bytes)
            }
        }
        return try contentWithRequiredValues(at: set.start)
    }

    /// Adds the values that every receipt must have, because a verdict depends on them.
    private func contentWithRequiredValues(
        at offset: Int
    ) throws(SignedReceipt.Error) -> ReceiptContent {
        guard let bundleIdentifier else {
            throw .malformed(detail: "no bundle identifier", offset: offset)
        }
        guard let appVersion else {
            throw .malformed(detail: "no app version", offset: offset)
        }
        guard let creationDate else {
            throw .malformed(detail: "no creation date", offset: offset)
        }
        var complete = content
        complete.inAppPurchases = inAppPurchases
        complete.bundleIdentifier = bundleIdentifier
        complete.appVersion = appVersion
        complete.creationDate = creationDate
        return complete
    }

    /// Decodes a purchase in its place in the array, because it is large to copy.
    @inline(__always)
    private mutating func decodePurchase(
        _ attribute: AttributeHeader,
        before end: Int,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        let index = inAppPurchases.count
        inAppPurchases.append(.undecoded)
        try purchases.decode(
            attribute,
            into: &inAppPurchases[index],
            unknown: &unknown,
            in: bytes
        )
        // A sorted set begins with its shortest purchase. So the capacity suffices for the rest,
        // and is never more than the bytes can hold.
        if index == 0 {
            let size = attribute.value.upperBound - attribute.start
            inAppPurchases.reserveCapacity((end - attribute.start) / size)
        }
    }

    private mutating func decode(
        _ attribute: AttributeHeader,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        switch attribute.type {
        case 0:
            content.type = try values.text(attribute, in: bytes)
                .map(ReceiptType.init(rawValue:))
        case 1: content.appIdentifier = try values.integer(attribute, in: bytes)
        case 2: bundleIdentifier = try values.text(attribute, in: bytes)
        case 3: appVersion = try values.text(attribute, in: bytes)
        case 4: content.opaqueValue = raw(attribute)
        case 5: content.deviceHash = raw(attribute)
        case 10: content.ageRating = try values.asciiText(attribute, in: bytes)
        case 11: content.developerIdentifier = try values.integer(attribute, in: bytes)
        case 12: creationDate = try values.date(attribute, in: bytes)
        case 15: content.downloadIdentifier = try values.integer(attribute, in: bytes)
        case 16: content.versionExternalIdentifier = try values.integer(attribute, in: bytes)
        case 18: content.originalPurchaseDate = try values.date(attribute, in: bytes)
        case 19: content.originalAppVersion = try values.text(attribute, in: bytes)
        case 21: content.expirationDate = try values.date(attribute, in: bytes)
        case 32: content.preorderDate = try values.date(attribute, in: bytes)
        default: try decodeUndocumented(attribute, in: bytes)
        }
    }

    private mutating func decodeUndocumented(
        _ attribute: AttributeHeader,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        switch attribute.type {
        case 6: content.undocumented.bytes6 = raw(attribute)
        case 7: content.undocumented.bytes7 = raw(attribute)
        case 8: content.undocumented.date8 = try values.date(attribute, in: bytes)
        case 9: content.undocumented.integer9 = try values.integer(attribute, in: bytes)
        case 13: content.undocumented.integer13 = try values.integer(attribute, in: bytes)
        case 14: content.undocumented.integer14 = try values.integer(attribute, in: bytes)
        case 20: content.undocumented.text20 = try values.text(attribute, in: bytes)
        case 25: content.undocumented.integer25 = try values.integer(attribute, in: bytes)
        default: content.otherAttributes.append(try unknown.decode(attribute))
        }
    }

    private func raw(_ attribute: AttributeHeader) -> [UInt8] {
        Array(values.storage[attribute.value])
    }
}

extension ReceiptContent {
    /// A content before its attributes are decoded.
    fileprivate static var undecoded: Self {
        Self(
            type: nil,
            bundleIdentifier: "",
            appVersion: "",
            creationDate: Date(timeIntervalSince1970: 0)
        )
    }
}
