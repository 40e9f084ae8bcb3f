import Foundation

/// Reads the purchases of a receipt one after the other: each a SET of attributes, in DER.
struct PurchaseReader {
    private let values: ValueReader
    private var texts = TextTable()

    init(_ values: ValueReader) {
        self.values = values
    }

    /// Reads a purchase into a value in which nothing is set yet.
    mutating func read(
        _ attribute: AttributeHeader,
        into purchase: inout Receipt.InAppPurchase,
        others: inout OtherAttributes,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        var outer = ElementCursor(attribute.value)
        let set = try outer.next(Tag.set, "a purchase", in: octets)
        try outer.requireEnd(of: "a purchase")
        var seen = SeenAttributes(from: 1700)
        var transaction = 0..<0
        let end = set.content.upperBound
        var position = set.content.lowerBound
        while position < end {
            let attribute = try AttributeHeader(ofPurchaseAt: position, before: end, in: octets)
            position = attribute.value.upperBound
            try seen.insert(attribute)
            // By kind first and by number then, so that every kind is decoded in one place.
            switch attribute.type {
            case 1704, 1706, 1708, 1712:
                guard let date = try values.date(attribute, in: octets) else { continue }
                purchase.set(date, of: attribute.type)
            case 1701, 1707, 1710, 1711, 1720, 1722:
                purchase.set(try values.integer(attribute, in: octets), of: attribute.type)
            case 1713, 1719:
                purchase.set(try values.flag(attribute, in: octets), of: attribute.type)
            case 1702, 1703, 1705, 1721:
                let range = try values.textRange(attribute, in: octets)
                guard !range.isEmpty else { continue }
                try takeText(range, of: attribute, into: &purchase, &transaction, in: octets)
            default:
                // Every purchase has half a dozen that are an empty text; those are not kept.
                guard !values.isEmptyText(attribute, in: octets) else { continue }
                purchase.otherAttributes.append(try others.take(attribute))
            }
            seen.fill(attribute.type)
        }
        try seen.require(1701...1704, "quantity, product, transaction or date", at: set.start)
    }

    /// Not inlined, like what it calls, so that the loop above stays small.
    @inline(never)
    private mutating func takeText(
        _ range: Range<Int>,
        of attribute: AttributeHeader,
        into purchase: inout Receipt.InAppPurchase,
        _ transaction: inout Range<Int>,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        // What was not bought before has its identifier twice.
        if attribute.type == 1705, octets.isSame(range, transaction) {
            purchase.originalTransactionIdentifier = purchase.transactionIdentifier
            return
        }
        purchase.set(try text(range, of: attribute, in: octets), of: attribute.type)
        if attribute.type == 1703 { transaction = range }
    }

    /// A text, which is not made again where the same octets were met before.
    private mutating func text(
        _ range: Range<Int>,
        of attribute: AttributeHeader,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> String {
        // Up to 15 octets lie inside a String itself, and cost little to make again.
        guard range.count > 15 else {
            return try values.text(range, of: attribute, in: octets)
        }
        if let known = texts.text(range, in: octets) { return known }
        let text = try values.text(range, of: attribute, in: octets)
        texts.insert(text, of: range, in: octets)
        return text
    }
}
