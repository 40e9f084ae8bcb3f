import Crypto
import Foundation

@testable import AppReceipt

extension JWSCase {
    static let signatures = forms + numbers + others

    private static let forms = [
        JWSCase(
            "a signature in DER",
            .signature,
            token: { token in
                let key = token.key
                token.signature = { Array(try key.signature(for: $0).derRepresentation) }
            }
        ),
        JWSCase(
            "63 bytes",
            .signature,
            token: { token in
                let key = token.key
                token.signature = { Array(try key.signature(for: $0).rawRepresentation.dropLast()) }
            }
        ),
        JWSCase(
            "65 bytes",
            .signature,
            token: { token in
                let key = token.key
                token.signature = { Array(try key.signature(for: $0).rawRepresentation) + [0] }
            }
        ),
        JWSCase(
            "a signature twice",
            .signature,
            token: { token in
                let key = token.key
                token.signature = {
                    let signature = Array(try key.signature(for: $0).rawRepresentation)
                    return signature + signature
                }
            }
        ),
        JWSCase(
            "the two numbers swapped",
            .signature,
            token: { token in
                let key = token.key
                token.signature = {
                    let signature = Array(try key.signature(for: $0).rawRepresentation)
                    return Array(signature[32...] + signature[..<32])
                }
            }
        ),
    ]

    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xFF, 0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63,
        0x25, 0x51,
    ]
    private static let zero = [UInt8](repeating: 0, count: 32)
    private static let one = Array(zero.dropLast()) + [1]

    /// Numbers that are not between 1 and the order of the curve, or that no key made.
    private static let numbers = [
        ("0 and 0", zero, zero), ("0 and 1", zero, one), ("1 and 0", one, zero),
        ("1 and 1", one, one), ("the order and 1", order, one), ("1 and the order", one, order),
        ("the order and the order", order, order),
        ("the largest", [UInt8](repeating: 0xFF, count: 32), [UInt8](repeating: 0xFF, count: 32)),
    ].map { name, r, s in
        JWSCase("the numbers \(name)", .signature, token: { $0.signature = { _ in r + s } })
    }

    private static let others = [
        JWSCase("another key", .signature, token: { $0.key = P256.Signing.PrivateKey() }),
        JWSCase(
            "the intermediate's key",
            .signature,
            token: {
                $0.key = try JWSChain.good.get().intermediate.key
            }
        ),
        JWSCase(
            "a changed payload",
            .signature,
            edit: { text in
                replacing(text, 1) { _ in
                    Base64Coding.encodeURL(Array(Token.payload(["price": "0"]).utf8))
                }
            }
        ),
        JWSCase(
            "a payload that is no JSON is not looked at",
            .signature,
            edit: { text in
                replacing(text, 1) { _ in "AAAA" }
            }
        ),
        JWSCase(
            "a changed header",
            .signature,
            edit: { text in
                replacing(text, 0) { header in
                    let json = Base64Coding.url.decode(Array(header.utf8)[...]) ?? []
                    return Base64Coding.encodeURL(json.dropLast() + Array(#","a":1}"#.utf8))
                }
            }
        ),
        JWSCase(
            "a signature of the payload alone",
            .signature,
            token: { token in
                let key = token.key
                token.signature = { bytes in
                    let dot = bytes.firstIndex(of: UInt8(ascii: ".")) ?? 0
                    return Array(try key.signature(for: bytes[(dot + 1)...]).rawRepresentation)
                }
            }
        ),
        JWSCase(
            "a signature of the decoded bytes",
            .signature,
            token: { token in
                let (key, payload) = (token.key, token.payload)
                token.signature = { _ in Array(try key.signature(for: payload).rawRepresentation) }
            }
        ),
        JWSCase(
            "a signature over SHA-384",
            .signature,
            token: { token in
                let key = token.key
                token.signature = {
                    Array(try key.signature(for: SHA384.hash(data: $0)).rawRepresentation)
                }
            }
        ),
    ]
}
