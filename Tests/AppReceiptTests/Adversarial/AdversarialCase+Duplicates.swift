@testable import AppReceipt

extension AdversarialCase {
    /// Attributes that occur twice, of which two decoders could take different ones.
    static let duplicates: [AdversarialCase] =
        appTypes.map { type in
            AdversarialCase(
                "attribute \(type) twice",
                .content,
                attributes:
                    Attribute.required.filter { $0[4] != UInt8(type) }
                    + [
                        Attribute.make(type, value(of: type)),
                        Attribute.make(type, value(of: type)),
                    ]
            )
        }
        + purchaseTypes.map { type in
            AdversarialCase(
                "attribute \(type) twice in a purchase",
                .content,
                attributes:
                    Attribute.required + [
                        Attribute.make(17, DEREncoder.element(Tag.set, purchase(with: type)))
                    ]
            )
        }
        + [
            AdversarialCase(
                "two purchases",
                nil,
                attributes:
                    Attribute.required + Array(repeating: goodPurchase, count: 2)
            ),
            AdversarialCase(
                "unknown attribute twice",
                nil,
                attributes:
                    Attribute.required + Array(repeating: Attribute.make(4_000, []), count: 2)
            ),
        ]

    private static let appTypes: [Int64] =
        Array(0...16) + Array(18...25) + [30, 32, 40, 63]
    private static let purchaseTypes: [Int64] = Array(1701...1722)

    private static let goodPurchase = Attribute.make(
        17,
        DEREncoder.element(Tag.set, Array(Attribute.requiredOfPurchase.joined()))
    )

    private static func purchase(with type: Int64) -> [UInt8] {
        let number = DEREncoder.integer(type)
        let others = Attribute.requiredOfPurchase.filter { Array($0[2..<6]) != number }
        let twice = Array(repeating: Attribute.make(type, value(of: type)), count: 2)
        return Array((others + twice).joined())
    }

    /// A value that is good by itself.
    private static func value(of type: Int64) -> [UInt8] {
        switch type {
        case 8, 12, 18, 21, 32, 1704, 1706, 1708, 1712: DEREncoder.asciiText("2024-06-01T12:00:00Z")
        case 1, 9, 11, 13, 14, 15, 16, 25, 1701, 1707, 1710, 1711, 1713, 1719, 1720, 1722:
            DEREncoder.integer(1)
        case 10: DEREncoder.asciiText("4+")
        default: DEREncoder.text("text")
        }
    }
}
