import Foundation

/// Reads the signed content of a receipt: a SET of attributes, in DER.
struct PayloadReader {
    private let values: ValueReader
    private let range: Range<Int>
    private var texts = TextTable()
    private var found = Found()
    private var otherCount = 0

    /// Reads what lies in `range`, and nothing outside it.
    init(_ storage: [UInt8], _ range: Range<Int>) {
        values = ValueReader(storage: storage)
        self.range = range
    }

    mutating func read() throws(SignedReceipt.Error) -> ReceiptContent {
        // A copy of the reference, for the span must not borrow what the walk changes.
        let storage = values.storage
        let octets = storage.span
        var outer = ElementCursor(range)
        let set = try outer.next(Tag.set, "the content", in: octets)
        try outer.requireEnd(of: "the content")
        found.purchases.reserveCapacity(try countPurchases(in: set, octets))
        var seen = SeenAttributes(from: 0)
        var cursor = ElementCursor(set.content)
        while !cursor.isAtEnd {
            let attribute = try AttributeHeader(from: &cursor, in: octets)
            if attribute.type == 17 {
                found.purchases.append(try purchase(attribute, in: octets))
            } else {
                try seen.insert(attribute)
                try take(attribute, in: octets)
            }
        }
        return try found.content(at: set.start)
    }

    /// Counted beforehand, so that what is allocated never exceeds what the octets can hold.
    private func countPurchases(
        in set: Element,
        _ octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Int {
        var cursor = ElementCursor(set.content)
        var count = 0
        while !cursor.isAtEnd {
            let attribute = try AttributeHeader(from: &cursor, in: octets)
            count += attribute.type == 17 ? 1 : 0
        }
        return count
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
        default: found.others.append(try other(attribute))
        }
    }

    private func raw(_ attribute: AttributeHeader) -> [UInt8] {
        Array(values.storage[attribute.value])
    }

    private mutating func other(
        _ attribute: AttributeHeader
    ) throws(SignedReceipt.Error) -> ReceiptAttribute {
        otherCount += 1
        guard otherCount <= ReadingLimits.otherAttributes else {
            throw .tooMuch(
                of: "unknown attributes",
                limit: ReadingLimits.otherAttributes,
                offset: attribute.start
            )
        }
        return ReceiptAttribute(
            type: attribute.type,
            version: attribute.version,
            octets: values.storage[attribute.value]
        )
    }
}

// MARK: - Purchases

extension PayloadReader {
    private mutating func purchase(
        _ attribute: AttributeHeader,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Receipt.InAppPurchase {
        var outer = ElementCursor(attribute.value)
        let set = try outer.next(Tag.set, "a purchase", in: octets)
        try outer.requireEnd(of: "a purchase")
        var parts = PurchaseParts()
        var seen = SeenAttributes(from: 1700)
        var cursor = ElementCursor(set.content)
        while !cursor.isAtEnd {
            let attribute = try AttributeHeader(from: &cursor, in: octets)
            try seen.insert(attribute)
            try take(attribute, into: &parts, in: octets)
        }
        return try parts.purchase(at: set.start)
    }

    private mutating func take(
        _ attribute: AttributeHeader,
        into parts: inout PurchaseParts,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        switch attribute.type {
        case 1701: parts.quantity = try values.integer(attribute, in: octets)
        case 1702: parts.productIdentifier = try sharedText(attribute, in: octets)
        case 1703: parts.transactionIdentifier = try sharedText(attribute, in: octets)
        case 1704: parts.purchaseDate = try values.date(attribute, in: octets)
        case 1705: parts.originalTransactionIdentifier = try sharedText(attribute, in: octets)
        case 1706: parts.originalPurchaseDate = try values.date(attribute, in: octets)
        case 1707: parts.productKind = try values.integer(attribute, in: octets)
        case 1708: parts.expirationDate = try values.date(attribute, in: octets)
        case 1710: parts.undocumented1710 = try values.integer(attribute, in: octets)
        case 1711: parts.webOrderLineItem = try values.integer(attribute, in: octets)
        case 1712: parts.cancellationDate = try values.date(attribute, in: octets)
        case 1713: parts.isTrialPeriod = try values.flag(attribute, in: octets)
        case 1719: parts.isInIntroductoryOffer = try values.flag(attribute, in: octets)
        case 1720: parts.cancellationReason = try values.integer(attribute, in: octets)
        case 1721: parts.promotionalOffer = try values.text(attribute, in: octets)
        case 1722: parts.undocumented1722 = try values.integer(attribute, in: octets)
        default: try takeOther(attribute, into: &parts, in: octets)
        }
    }

    /// Every purchase has half a dozen attributes that are an empty text; those are not kept.
    private mutating func takeOther(
        _ attribute: AttributeHeader,
        into parts: inout PurchaseParts,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        guard !octets.holds([Tag.utf8String, 0], at: attribute.value) else { return }
        parts.others.append(try other(attribute))
    }

    private mutating func sharedText(
        _ attribute: AttributeHeader,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> String? {
        let range = try values.textRange(attribute, in: octets)
        guard !range.isEmpty else { return nil }
        let values = values
        return try texts.text(range, in: octets) { () throws(SignedReceipt.Error) in
            try values.text(range, of: attribute)
        }
    }
}
