import Foundation

@testable import AppReceipt

extension AdversarialCase {
    /// Signed contents that are not DER, or whose values have the wrong type or form.
    static let contents: [AdversarialCase] = sets + numbers + values + large

    private static let sets = [
        AdversarialCase("empty content", .content, payload: { [] }),
        AdversarialCase(
            "content wrapped twice",
            .content,
            payload: {
                DEREncoder.octetString(try payload())
            }
        ),
        AdversarialCase("byte behind the set", .content, payload: { try payload() + [0] }),
        AdversarialCase("set twice", .content, payload: { try payload() + payload() }),
        AdversarialCase(
            "set of indefinite length",
            .content,
            payload: {
                BERMessage.indefinite(Tag.set, Array(Attribute.required.joined()))
            }
        ),
        AdversarialCase(
            "attribute of indefinite length",
            .content,
            attributes:
                Attribute.required + [
                    BERMessage.indefinite(Tag.sequence, [2, 1, 99, 2, 1, 1, 4, 0])
                ]
        ),
        AdversarialCase(
            "value in pieces",
            .content,
            attributes: Attribute.required + [
                DEREncoder.sequence([
                    DEREncoder.integer(99), DEREncoder.integer(1),
                    BERMessage.indefinite(0x24, DEREncoder.octetString([1])),
                ])
            ]
        ),
        AdversarialCase(
            "sequence instead of a set",
            .content,
            payload: {
                DEREncoder.sequence(Attribute.required)
            }
        ),
        AdversarialCase(
            "length of the set beyond the content",
            .content,
            payload: {
                [0x31, 0x84, 0x7F, 0xFF, 0xFF, 0xFF] + Array(Attribute.required.joined())
            }
        ),
        AdversarialCase(
            "length of a value beyond its attribute",
            .content,
            attributes:
                Attribute.required + [[0x30, 0x08, 2, 1, 99, 2, 1, 1, 4, 0x7F]]
        ),
        AdversarialCase(
            "length of a text beyond its value",
            .content,
            attributes:
                Attribute.required + [Attribute.make(19, [0x0C, 0x84, 0xFF, 0xFF, 0xFF, 0xFF])]
        ),
        AdversarialCase(
            "element behind an attribute's value",
            .content,
            attributes:
                Attribute.required + [
                    DEREncoder.sequence([
                        DEREncoder.integer(99), DEREncoder.integer(1), DEREncoder.octetString([]),
                        [5, 0],
                    ])
                ]
        ),
        AdversarialCase(
            "byte behind a text",
            .content,
            attributes:
                Attribute.required + [Attribute.make(19, [0x0C, 0x01, 0x61, 0x00])]
        ),
        AdversarialCase(
            "10,000 elements inside a purchase",
            .content,
            attributes:
                Attribute.required + [Attribute.make(17, DEREncoder.nested(Tag.set, depth: 10_000))]
        ),
        AdversarialCase(
            "purchase inside a purchase",
            .content,
            attributes:
                Attribute.required + [
                    Attribute.make(17, set([Attribute.make(17, set(Attribute.requiredOfPurchase))]))
                ]
        ),
    ]

    private static let numbers =
        [
            ("2^32 + 2", [0x02, 0x05, 0x01, 0x00, 0x00, 0x00, 0x02]),
            ("2^64 + 2", [0x02, 0x09, 0x01, 0, 0, 0, 0, 0, 0, 0, 0x02]),
            ("with a zero before it", [0x02, 0x02, 0x00, 0x02]), ("negative", [0x02, 0x01, 0xFE]),
            ("of no bytes", [0x02, 0x00]), ("as a text", [0x0C, 0x01, 0x32]),
            ("of 2^31", [0x02, 0x05, 0x00, 0x80, 0x00, 0x00, 0x00]),
        ].map { (name: String, bytes: [UInt8]) in
            AdversarialCase(
                "attribute's number \(name)",
                .content,
                attributes: Attribute.required + [Attribute.make(typeBytes: bytes, [])]
            )
        }

    private static let values =
        [
            ("text as a number", 19, [0x02, 0x01, 0x31]), ("empty value of a text", 19, []),
            ("text as PrintableString", 19, [0x13, 0x01, 0x31]),
            ("text as IA5String", 19, [0x16, 0x01, 0x31]),
            ("text in UTF-16", 19, [0x1E, 0x02, 0x00, 0x31]),
            ("number as a text", 15, [0x0C, 0x01, 0x31]), ("empty number", 15, [0x02, 0x00]),
            ("number of 65 bits", 15, [0x02, 0x09, 0x01, 0, 0, 0, 0, 0, 0, 0, 0]),
            ("date as UTF8String", 21, [0x0C, 0x00]),
            (
                "date as GeneralizedTime", 21,
                DEREncoder.element(0x18, Array("20240601120000Z".utf8))
            ),
            ("text that is not UTF-8", 19, [0x0C, 0x02, 0xC3, 0x28]),
            ("text with half a pair", 19, [0x0C, 0x03, 0xED, 0xA0, 0x80]),
            ("text in longer form than needed", 19, [0x0C, 0x02, 0xC0, 0xAF]),
            ("text with a NUL", 19, [0x0C, 0x03, 0x61, 0x00, 0x62]),
            ("age rating that is not ASCII", 10, [0x16, 0x01, 0xE9]),
        ].map { (name: String, type: Int64, value: [UInt8]) in
            AdversarialCase(
                name,
                .content,
                attributes: Attribute.required + [Attribute.make(type, value)]
            )
        } + [
            AdversarialCase(
                "bundle identifier with a NUL",
                .content,
                attributes: [Attribute.make(2, DEREncoder.text("com.good\0.evil"))]
                    + Attribute.required.dropFirst()
            ),
            AdversarialCase(
                "flag that is 2",
                .content,
                attributes: Attribute.required + [
                    Attribute.make(
                        17,
                        set(
                            Attribute.requiredOfPurchase + [
                                Attribute.make(1713, DEREncoder.integer(2))
                            ]
                        )
                    )
                ]
            ),
        ]
        + [2, 3].map { (type: Int64) in
            AdversarialCase(
                "attribute \(type) empty",
                .content,
                attributes:
                    Attribute.required.filter { $0[4] != UInt8(type) }
                    + [Attribute.make(type, DEREncoder.text(""))]
            )
        }
        + [4, 5, 6, 7].map { (type: Int64) in
            AdversarialCase(
                "attribute \(type) that looks like an element",
                nil,
                attributes:
                    Attribute.required + [Attribute.make(type, [0x0C, 0x7F, 0x61])]
            )
        }

    private static let large = [
        AdversarialCase(
            "10,001 unknown attributes",
            .content,
            attributes:
                Attribute.required + Array(repeating: Attribute.make(99, []), count: 10_001)
        ),
        AdversarialCase(
            "10,000 unknown attributes",
            nil,
            attributes:
                Attribute.required + Array(repeating: Attribute.make(99, []), count: 10_000)
        ),
        AdversarialCase(
            "100,000 empty purchases",
            .content,
            attributes:
                Attribute.required + Array(repeating: Attribute.make(17, []), count: 100_000)
        ),
    ]

    private static func payload() throws -> [UInt8] {
        try PayloadEncoder(content: .make()).payload()
    }

    private static func set(_ attributes: [[UInt8]]) -> [UInt8] {
        DEREncoder.element(Tag.set, Array(attributes.joined()))
    }
}
