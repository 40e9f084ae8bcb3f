import Foundation

@testable import AppReceipt

extension JWSCase {
    static let payloads = forms + signingDates + types

    private static func text(_ payload: String) -> @Sendable (inout Token) -> Void {
        { $0.payload = Array(payload.utf8) }
    }

    private static let forms = [
        JWSCase("a list as payload", .content, token: text("[]")),
        JWSCase("a text as payload", .content, token: text(#""text""#)),
        JWSCase("null as payload", .content, token: text("null")),
        JWSCase(
            "a payload that is cut off",
            .content,
            token: {
                $0.payload.removeLast()
            }
        ),
        JWSCase("bytes behind the payload", .content, token: { $0.payload += Array("{}".utf8) }),
        JWSCase("a space behind the payload", nil, token: { $0.payload += Array(" \n".utf8) }),
        JWSCase(
            "a byte order mark before the payload",
            .content,
            token: {
                $0.payload = [0xEF, 0xBB, 0xBF] + $0.payload
            }
        ),
        JWSCase(
            "a payload in UTF-16",
            .content,
            token: {
                let json = String(decoding: $0.payload, as: UTF8.self)
                $0.payload = Array(json.data(using: .utf16LittleEndian) ?? Data())
            }
        ),
        JWSCase(
            "a payload that is not UTF-8",
            .content,
            token: {
                $0.payload =
                    Array(#"{"a":""#.utf8) + [0xC0, 0xAF] + Array(#"","#.utf8)
                    + $0.payload.dropFirst()
            }
        ),
        JWSCase("half of a surrogate pair", .content, payload: ["x": #""\ud800""#]),
        JWSCase(
            "the bundle identifier twice, the good one last",
            .content,
            token: text(
                #"{"bundleId":"com.example.other",\#(Token.payload().dropFirst())"#
            )
        ),
        JWSCase(
            "the bundle identifier twice, the good one first",
            .content,
            token: text(
                #"\#(Token.payload().dropLast()),"bundleId":"com.example.other"}"#
            )
        ),
        JWSCase(
            "the signing date twice",
            .content,
            token: text(
                #"{"signedDate":1717243200000,\#(Token.payload().dropFirst())"#
            )
        ),
        JWSCase(
            "a key twice, once with an escape",
            .content,
            token: text(
                #"{"\u0062undleId":"com.example.other",\#(Token.payload().dropFirst())"#
            )
        ),
        JWSCase(
            "a key twice in an object that nobody reads",
            .content,
            payload: [
                "advancedCommerceInfo": #"{"a":1,"a":2}"#
            ]
        ),
        JWSCase(
            "an object that nobody reads",
            nil,
            payload: [
                "advancedCommerceInfo": #"{"items":[{"SKU":"a","price":1.5e3}],"x":null}"#
            ]
        ),
        JWSCase("a number that JSON does not know", .content, payload: ["x": "NaN"]),
        JWSCase("a number with a zero in front", .content, payload: ["x": "01"]),
        JWSCase("a huge number that nobody reads", nil, payload: ["x": "1e999"]),
    ]

    private static let signingDates = [
        JWSCase("no signing date", .signingDate, payload: ["signedDate": nil]),
        JWSCase("a signing date that is null", .signingDate, payload: ["signedDate": "null"]),
        JWSCase(
            "a signing date in a text",
            .signingDate,
            payload: [
                "signedDate": #""1717243200000""#
            ]
        ),
        JWSCase("a signing date beyond numbers", .signingDate, payload: ["signedDate": "1e400"]),
        JWSCase(
            "a signing date of the year 10000",
            .signingDate,
            payload: [
                "signedDate": "253402300800000"
            ]
        ),
        JWSCase("a signing date in seconds", .validity, payload: ["signedDate": "1717243200"]),
        JWSCase("a negative signing date", .validity, payload: ["signedDate": "-1"]),
        JWSCase(
            "a signing date with a fraction, as Xcode writes it",
            nil,
            payload: [
                "signedDate": "1717243200000.4567"
            ]
        ),
        JWSCase("a signing date with an exponent", nil, payload: ["signedDate": "1.7172432e12"]),
        JWSCase(
            "the creation date of an app transaction instead",
            .signingDate,
            payload: [
                "signedDate": nil, "receiptCreationDate": "1717243200000",
            ]
        ),
    ]

    private static let types = [
        JWSCase("an identifier as a number", .content, payload: ["transactionId": "1000"]),
        JWSCase(
            "a product as a list",
            .content,
            payload: [
                "productId": #"["com.example.app.pro"]"#
            ]
        ),
        JWSCase("a text with a NUL", .content, payload: ["storefront": #""USA\u0000""#]),
        JWSCase("a quantity in a text", .content, payload: ["quantity": #""1""#]),
        JWSCase("a quantity with a fraction", .content, payload: ["quantity": "1.5"]),
        JWSCase(
            "a quantity beyond 64 bits",
            .content,
            payload: [
                "quantity": "9223372036854775808"
            ]
        ),
        JWSCase(
            "the largest quantity of 64 bits",
            nil,
            payload: [
                "quantity": "9223372036854775807"
            ]
        ),
        JWSCase("a price with an exponent", .content, payload: ["price": "1e3"]),
        JWSCase("a flag as a number", .content, payload: ["isUpgraded": "1"]),
        JWSCase("an expiry in a text", .content, payload: ["expiresDate": #""never""#]),
        JWSCase(
            "a revocation beyond the calendar",
            .content,
            payload: [
                "revocationDate": "1e300"
            ]
        ),
        JWSCase(
            "an account that is no UUID",
            .content,
            payload: [
                "appAccountToken": #""customer 1""#
            ]
        ),
        JWSCase(
            "a revocation of a reason that is not known",
            nil,
            payload: [
                "revocationReason": "99"
            ]
        ),
        JWSCase("a kind of product that is not known", nil, payload: ["type": #""Bundle""#]),
        JWSCase("an optional member that is null", nil, payload: ["expiresDate": "null"]),
        JWSCase("a commitment that is no object", .content, payload: ["commitmentInfo": "[]"]),
        JWSCase(
            "advanced commerce that is no object",
            .content,
            payload: ["advancedCommerceInfo": "1"]
        ),
        JWSCase(
            "a wrong type inside an object",
            .content,
            payload: [
                "commitmentInfo": #"{"billingPeriodNumber":"3"}"#
            ]
        ),
        JWSCase(
            "price tiers that are no list",
            .content,
            payload: ["multiSeatInfo": #"{"priceTiers":{}}"#]
        ),
        JWSCase(
            "a wrong type inside a list of objects",
            .content,
            payload: ["multiSeatInfo": #"{"priceTiers":[{"price":"9990"}]}"#]
        ),
    ]
}
