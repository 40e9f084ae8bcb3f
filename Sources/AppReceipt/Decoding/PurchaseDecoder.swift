import Foundation

/// Decodes the purchases of one receipt: each a SET of attributes in DER.
struct PurchaseDecoder {
    private let values: AttributeValueDecoder
    private var strings = StringInterner()

    init(_ values: AttributeValueDecoder) {
        self.values = values
    }

    /// Decodes a purchase into one in which nothing is set.
    mutating func decode(
        _ attribute: AttributeHeader,
        into purchase: inout Receipt.InAppPurchase,
        unknown: inout UnknownAttributeDecoder,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        var outer = DERCursor(attribute.value)
        let set = try outer.next(Tag.set, "a purchase", in: bytes)
        try outer.requireEnd(of: "a purchase")
        var occurrences = AttributeOccurrences(from: 1700)
        var transaction = 0..<0
        let end = set.content.upperBound
        var position = set.content.lowerBound
        while position < end {
            let attribute = try AttributeHeader(ofPurchaseAt: position, before: end, in: bytes)
            position = attribute.value.upperBound
            try occurrences.insert(attribute)
            // Grouped by kind, so that the decoding of each kind is inlined once.
            switch attribute.type {
            case 1704, 1706, 1708, 1712:
                guard let date = try values.date(attribute, in: bytes) else { continue }
                purchase.set(date, of: attribute.type)
            case 1701, 1707, 1710, 1711, 1720, 1722:
                purchase.set(try values.integer(attribute, in: bytes), of: attribute.type)
            case 1713, 1719:
                purchase.set(try values.flag(attribute, in: bytes), of: attribute.type)
            case 1702, 1703, 1705, 1721:
                let range = try values.textRange(attribute, in: bytes)
                guard !range.isEmpty else { continue }
                try decodeText(range, of: attribute, into: &purchase, &transaction, in: bytes)
            default:
                // Every purchase has some six unknown attributes that are an empty string.
                guard !values.isEmptyText(attribute, in: bytes) else { continue }
                purchase.otherAttributes.append(try unknown.decode(attribute))
            }
            occurrences.insertValue(of: attribute.type)
        }
        try occurrences.requireValues(
            of: 1701...1704,
            "quantity, product, transaction or date",
            at: set.start
        )
    }

    @inline(never)
    private mutating func decodeText(
        _ range: Range<Int>,
        of attribute: AttributeHeader,
        into purchase: inout Receipt.InAppPurchase,
        _ transaction: inout Range<Int>,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        // A first transaction has its identifier twice.
        if attribute.type == 1705, bytes.isSame(range, transaction) {
            purchase.originalTransactionIdentifier = purchase.transactionIdentifier
            return
        }
        purchase.set(try text(range, of: attribute, in: bytes), of: attribute.type)
        if attribute.type == 1703 { transaction = range }
    }

    private mutating func text(
        _ range: Range<Int>,
        of attribute: AttributeHeader,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> String {
        // A String stores up to 15 bytes inline, without an allocation.
        guard range.count > 15 else {
            return try values.text(range, of: attribute, in: bytes)
        }
        if let known = strings.string(of: range, in: bytes) { return known }
        let text = try values.text(range, of: attribute, in: bytes)
        strings.insert(text, of: range, in: bytes)
        return text
    }
}

extension Receipt.InAppPurchase {
    /// A purchase before its attributes are decoded.
    static var undecoded: Self {
        Self(
            productIdentifier: "",
            transactionIdentifier: "",
            purchaseDate: Date(timeIntervalSince1970: 0)
        )
    }

    @inline(__always)
    fileprivate mutating func set(_ date: Date, of type: Int) {
        switch type {
        case 1704: purchaseDate = date
        case 1706: originalPurchaseDate = date
        case 1708: expirationDate = date
        default: cancellationDate = date
        }
    }

    @inline(__always)
    fileprivate mutating func set(_ integer: Int64, of type: Int) {
        switch type {
        case 1701: quantity = integer
        case 1707: productKind = ProductKind(rawValue: integer)
        case 1710: undocumented1710 = integer
        case 1711: webOrderLineItemIdentifier = integer
        case 1720: cancellationReason = integer
        default: undocumented1722 = integer
        }
    }

    @inline(__always)
    fileprivate mutating func set(_ flag: Bool, of type: Int) {
        switch type {
        case 1713: isTrialPeriod = flag
        default: isInIntroductoryOfferPeriod = flag
        }
    }

    @inline(__always)
    fileprivate mutating func set(_ text: String, of type: Int) {
        switch type {
        case 1702: productIdentifier = text
        case 1703: transactionIdentifier = text
        case 1705: originalTransactionIdentifier = text
        default: promotionalOfferIdentifier = text
        }
    }
}
