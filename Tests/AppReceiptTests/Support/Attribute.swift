@testable import AppReceipt

/// Writes attributes that need not be good ones.
enum Attribute {
    static func make(_ type: Int64, _ value: [UInt8], version: Int64 = 1) -> [UInt8] {
        make(typeOctets: DERWriter.integer(type), value, version: version)
    }

    static func make(typeOctets: [UInt8], _ value: [UInt8], version: Int64 = 1) -> [UInt8] {
        DERWriter.fastSequence([
            typeOctets, DERWriter.integer(version), DERWriter.octetString(value),
        ])
    }

    /// The attributes without which no receipt is good.
    static let required = [
        make(2, DERWriter.text("com.example.app")),
        make(3, DERWriter.text("4.2.1")),
        make(12, DERWriter.asciiText("2024-06-01T12:00:00Z")),
    ]

    /// The attributes without which no purchase is good.
    static let requiredOfPurchase = [
        make(1701, DERWriter.integer(1)),
        make(1702, DERWriter.text("com.example.coins")),
        make(1703, DERWriter.text("1000")),
        make(1704, DERWriter.asciiText("2024-05-01T09:30:00Z")),
    ]

    static func content(
        _ attributes: [[UInt8]]
    ) throws(SignedReceipt.Error) -> ReceiptContent {
        let payload = DERWriter.element(Tag.set, Array(attributes.joined()))
        var reader = PayloadReader(payload, 0..<payload.count)
        return try reader.read()
    }

    /// The content of a receipt with one purchase that has these attributes too.
    static func purchase(
        _ attributes: [[UInt8]]
    ) throws(SignedReceipt.Error) -> Receipt.InAppPurchase? {
        let members = Array((requiredOfPurchase + attributes).joined())
        let set = DERWriter.element(Tag.set, members)
        return try content(required + [make(17, set)]).inAppPurchases.first
    }
}
