import Foundation

/// Encodes the content of a receipt as the App Store does: a SET of attributes in DER's order.
///
/// A value that is not set is left out, or encoded as an empty string where the App Store does so.
struct PayloadEncoder {
    let content: ReceiptContent

    func payload() throws(ReceiptIssuer.Error) -> [UInt8] {
        var attributes = AttributeList()
        try addApp(to: &attributes)
        try addDates(to: &attributes)
        addUndocumented(to: &attributes)
        for purchase in content.inAppPurchases {
            attributes.add(17, try PurchaseEncoder(purchase: purchase).encoded())
        }
        attributes.add(content.otherAttributes)
        return DEREncoder.set(try attributes.encoded())
    }

    private func addApp(to attributes: inout AttributeList) throws(ReceiptIssuer.Error) {
        attributes.add(0, text: content.type?.rawValue)
        attributes.add(1, integer: content.appIdentifier)
        attributes.add(2, text: content.bundleIdentifier)
        attributes.add(3, text: content.appVersion)
        attributes.add(4, bytes: content.opaqueValue, version: 2)
        attributes.add(5, bytes: content.deviceHash)
        attributes.add(10, asciiText: content.ageRating)
        attributes.add(11, integer: content.developerIdentifier)
        attributes.add(15, integer: content.downloadIdentifier)
        attributes.add(16, integer: content.versionExternalIdentifier)
        attributes.add(19, text: content.originalAppVersion)
    }

    private func addDates(to attributes: inout AttributeList) throws(ReceiptIssuer.Error) {
        try attributes.add(8, date: content.undocumented.date8, orEmpty: true)
        try attributes.add(12, date: content.creationDate)
        try attributes.add(18, date: content.originalPurchaseDate)
        try attributes.add(21, date: content.expirationDate)
        try attributes.add(32, date: content.preorderDate)
    }

    private func addUndocumented(to attributes: inout AttributeList) {
        attributes.add(6, bytes: content.undocumented.bytes6)
        attributes.add(7, bytes: content.undocumented.bytes7)
        attributes.add(9, integer: content.undocumented.integer9)
        attributes.add(13, integer: content.undocumented.integer13)
        attributes.add(14, integer: content.undocumented.integer14)
        attributes.add(20, text: content.undocumented.text20 ?? "")
        attributes.add(25, integer: content.undocumented.integer25)
    }
}

/// Encodes one purchase as the App Store does, with the same empty strings.
struct PurchaseEncoder {
    let purchase: Receipt.InAppPurchase

    func encoded() throws(ReceiptIssuer.Error) -> [UInt8] {
        var attributes = AttributeList()
        attributes.add(1701, integer: purchase.quantity)
        attributes.add(1702, text: purchase.productIdentifier)
        attributes.add(1703, text: purchase.transactionIdentifier)
        attributes.add(1705, text: purchase.originalTransactionIdentifier)
        attributes.add(1707, integer: purchase.productKind?.rawValue)
        attributes.add(1710, integer: purchase.undocumented1710)
        attributes.add(1711, integer: purchase.webOrderLineItemIdentifier)
        attributes.add(1713, integer: purchase.isTrialPeriod.map { $0 ? 1 : 0 })
        attributes.add(1719, integer: purchase.isInIntroductoryOfferPeriod.map { $0 ? 1 : 0 })
        attributes.add(1720, integer: purchase.cancellationReason)
        attributes.add(1721, text: purchase.promotionalOfferIdentifier)
        attributes.add(1722, integer: purchase.undocumented1722)
        try addDates(to: &attributes)
        attributes.add(purchase.otherAttributes)
        for type in [1709, 1714, 1715, 1716, 1717, 1718] where !attributes.has(type) {
            attributes.add(type, text: "")
        }
        return DEREncoder.set(try attributes.encoded())
    }

    private func addDates(to attributes: inout AttributeList) throws(ReceiptIssuer.Error) {
        try attributes.add(1704, date: purchase.purchaseDate)
        try attributes.add(1706, date: purchase.originalPurchaseDate)
        try attributes.add(1708, date: purchase.expirationDate, orEmpty: true)
        try attributes.add(1712, date: purchase.cancellationDate, orEmpty: true)
    }
}

/// The attributes of a receipt or a purchase that is being encoded.
struct AttributeList {
    private var attributes: [ReceiptAttribute] = []

    func has(_ type: Int) -> Bool { attributes.contains { $0.type == type } }

    mutating func add(_ type: Int, _ value: [UInt8], version: Int = 1) {
        attributes.append(ReceiptAttribute(type: type, version: version, value: value))
    }

    mutating func add(_ others: [ReceiptAttribute]) { attributes += others }

    mutating func add(_ type: Int, integer: Int64?) {
        if let integer { add(type, DEREncoder.integer(integer)) }
    }

    mutating func add(_ type: Int, text: String?) {
        if let text { add(type, DEREncoder.text(text)) }
    }

    mutating func add(_ type: Int, asciiText: String?) {
        if let asciiText { add(type, DEREncoder.asciiText(asciiText)) }
    }

    mutating func add(_ type: Int, bytes: [UInt8], version: Int = 1) {
        if !bytes.isEmpty { add(type, bytes, version: version) }
    }

    mutating func add(
        _ type: Int,
        date: Date?,
        orEmpty: Bool = false
    ) throws(ReceiptIssuer.Error) {
        guard let date else {
            if orEmpty { add(type, asciiText: "") }
            return
        }
        guard let text = ReceiptDate.format(date) else {
            throw .unrepresentableDate(attribute: type)
        }
        add(type, asciiText: text)
    }

    /// The encodings of the attributes, in the order in which they were added.
    func encoded() throws(ReceiptIssuer.Error) -> [[UInt8]] {
        var members: [[UInt8]] = []
        members.reserveCapacity(attributes.count)
        for attribute in attributes {
            guard 0...Int(Int32.max) ~= attribute.type, 0...Int(Int32.max) ~= attribute.version
            else { throw .unrepresentableAttribute(type: attribute.type) }
            members.append(encode(attribute))
        }
        return members
    }

    private func encode(_ attribute: ReceiptAttribute) -> [UInt8] {
        DEREncoder.sequence([
            DEREncoder.integer(Int64(attribute.type)),
            DEREncoder.integer(Int64(attribute.version)),
            DEREncoder.octetString(attribute.value),
        ])
    }
}
