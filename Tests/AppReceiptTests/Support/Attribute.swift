@testable import AppReceipt

/// Encodes attributes, also malformed ones.
enum Attribute {
    static func make(_ type: Int64, _ value: [UInt8], version: Int64 = 1) -> [UInt8] {
        make(typeBytes: DEREncoder.integer(type), value, version: version)
    }

    static func make(typeBytes: [UInt8], _ value: [UInt8], version: Int64 = 1) -> [UInt8] {
        DEREncoder.fastSequence([
            typeBytes, DEREncoder.integer(version), DEREncoder.octetString(value),
        ])
    }

    /// The attributes that every receipt must have.
    static let required = [
        make(2, DEREncoder.text("com.example.app")),
        make(3, DEREncoder.text("4.2.1")),
        make(12, DEREncoder.asciiText("2024-06-01T12:00:00Z")),
    ]

    /// The attributes that every purchase must have.
    static let requiredOfPurchase = [
        make(1701, DEREncoder.integer(1)),
        make(1702, DEREncoder.text("com.example.coins")),
        make(1703, DEREncoder.text("1000")),
        make(1704, DEREncoder.asciiText("2024-05-01T09:30:00Z")),
    ]

    static func content(
        _ attributes: [[UInt8]]
    ) throws(SignedReceipt.Error) -> ReceiptContent {
        let payload = DEREncoder.element(Tag.set, Array(attributes.joined()))
        var decoder = PayloadDecoder(payload, 0..<payload.count)
        return try decoder.decode()
    }

    /// The content of a receipt with one purchase that has these attributes too.
    static func purchase(
        _ attributes: [[UInt8]]
    ) throws(SignedReceipt.Error) -> Receipt.InAppPurchase? {
        let members = Array((requiredOfPurchase + attributes).joined())
        let set = DEREncoder.element(Tag.set, members)
        return try content(required + [make(17, set)]).inAppPurchases.first
    }
}

extension DEREncoder {
    /// A sequence of large members, which takes long to join byte by byte where nothing is
    /// optimized.
    static func fastSequence(_ members: [[UInt8]]) -> [UInt8] {
        element(Tag.sequence, members.reduce(into: []) { $0 += $1 })
    }

    /// Elements inside each other, with nothing in the innermost.
    static func nested(_ tag: UInt8, depth: Int) -> [UInt8] {
        var headers: [[UInt8]] = []
        var count = 0
        for _ in 0..<depth {
            let whole = element(tag, Array(repeating: 0, count: count))
            headers.append(Array(whole.prefix(whole.count - count)))
            count = whole.count
        }
        return headers.reversed().reduce(into: []) { $0 += $1 }
    }
}
