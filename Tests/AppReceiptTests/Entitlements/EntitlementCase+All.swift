import Crypto
import Foundation

@testable import AppReceipt

extension EntitlementCase {
    static let all = headers + signatures + forms + claims + dates + entitlements

    private static let headers: [EntitlementCase] = [
        .init("all as it is signed", nil) { _ in },
        .init("an unknown member of the header", nil) { $0.header["cty"] = "1" },
        .init("a key in the header", nil) { $0.header["jwk"] = #"{"kty":"EC"}"# },
        .init("alg none without a signature", "malformed algorithm") {
            $0.header["alg"] = #""none""#
            $0.signature = { _ in [] }
        },
        .init("alg None without a signature", "malformed algorithm") {
            $0.header["alg"] = #""None""#
            $0.signature = { _ in [] }
        },
        .init("HS256 with the public key", "malformed algorithm") {
            $0.header["alg"] = #""HS256""#
            let secret = SymmetricKey(data: Data($0.key.publicKey.pemRepresentation.utf8))
            $0.signature = { Array(HMAC<SHA256>.authenticationCode(for: $0, using: secret)) }
        },
        .init("ES384 with a key of that curve", "malformed algorithm") {
            $0.header["alg"] = #""ES384""#
            $0.signature = { try Array(otherCurve.signature(for: $0).rawRepresentation) }
        },
        .init("ES256K", "malformed algorithm") { $0.header["alg"] = #""ES256K""# },
        .init("alg es256", "malformed algorithm") { $0.header["alg"] = #""es256""# },
        .init("alg in a list", "malformed algorithm") { $0.header["alg"] = #"["ES256"]"# },
        .init("no alg", "malformed algorithm") { $0.header["alg"] = nil },
        .init("no kid", "otherKey") { $0.header["kid"] = nil },
        .init("kid of another key", "otherKey") { $0.header["kid"] = "\"\(foreign.id)\"" },
        .init("kid with a NUL behind it", "otherKey") {
            $0.header["kid"] = #""\#($0.key.id)\u0000""#
        },
        .init("kid in a list", "otherKey") { $0.header["kid"] = #"["\#($0.key.id)"]"# },
        .init("kid empty", "otherKey") { $0.header["kid"] = #""""# },
        .init("no typ", "otherType") { $0.header["typ"] = nil },
        .init("typ in small letters", "otherType") { $0.header["typ"] = #""jwt""# },
        .init("typ of a token for access", "otherType") { $0.header["typ"] = #""at+jwt""# },
        .init("crit", "malformed header") { $0.header["crit"] = #"["exp"]"# },
        .init("crit null", "malformed header") { $0.header["crit"] = "null" },
        .init("b64", "malformed header") { $0.header["b64"] = "true" },
        .init("kid twice", "malformed header") {
            $0.otherHeader = #"{"alg":"ES256","kid":"A","kid":"\#($0.key.id)","typ":"JWT"}"#
        },
        .init("a header that is a list", "malformed header") { $0.otherHeader = #"["ES256"]"# },
    ]

    private static let signatures: [EntitlementCase] = [
        .init("a signature of zeros", "malformed signature") {
            $0.signature = { _ in Array(repeating: 0, count: 64) }
        },
        .init("another key's signature", "malformed signature") {
            $0.signature = { try Array(foreign.key.signature(for: $0).rawRepresentation) }
        },
        .init("a signature on P-384 as ES256", "malformed signature") {
            $0.signature = { try Array(otherCurve.signature(for: $0).rawRepresentation) }
        },
        .init("a good signature with one byte more", "malformed signature") { row in
            let sign = row.signature
            row.signature = { try sign($0) + [0] }
        },
        .init("a good signature in DER", "malformed signature") { row in
            row.signature = { [key = row.key.key] in
                Array(try key.signature(for: $0).derRepresentation)
            }
        },
        .init("a signature of something else", "malformed signature") { row in
            let sign = row.signature
            row.signature = { try sign($0 + [0x2E]) }
        },
        .init("exp raised after signing", "malformed signature") { row in
            var later = row
            later.payload["exp"] = "1893456000"
            let text = try later.document().compactSerialization
            row.finish = { good in
                let parts = (text.split(separator: "."), good.split(separator: "."))
                return [parts.0[0], parts.0[1], parts.1[2]].joined(separator: ".")
            }
        },
        .init("nothing is told of claims before the signature holds", "malformed signature") {
            $0.otherPayload = "{"
            $0.signature = { _ in Array(repeating: 1, count: 64) }
        },
    ]

    private static let forms: [EntitlementCase] = [
        .init("empty", "malformed structure") { $0.finish = { _ in "" } },
        .init("a dot behind it", "malformed structure") { $0.finish = { $0 + "." } },
        .init("a fourth part", "malformed structure") { $0.finish = { $0 + ".e30" } },
        .init("a space before it", "malformed structure") { $0.finish = { " " + $0 } },
        .init("a line end behind it", "malformed structure") { $0.finish = { $0 + "\n" } },
        .init("padding", "malformed structure") { $0.finish = { $0 + "==" } },
        .init("no signature", "malformed signature") {
            $0.finish = { String($0[...($0.lastIndex(of: ".") ?? $0.startIndex)]) }
        },
        .init("too long", "malformed size") {
            $0.payload["x"] = "\"\(String(repeating: "x", count: 300_000))\""
        },
        .init("a payload that is a list", "malformed content") { $0.otherPayload = "[]" },
        .init("a payload that is no JSON", "malformed content") { $0.otherPayload = "{" },
        .init("a payload with a byte order mark", "malformed content") {
            $0.otherPayload = "\u{FEFF}{}"
        },
        .init("exp twice", "malformed content") {
            $0.otherPayload = #"{"exp":1767225601,"exp":1893456000}"#
        },
    ]

    private static let claims: [EntitlementCase] =
        [
            .init("an unknown claim", nil) { $0.payload["nonce"] = "{}" },
            .init("another app", "otherApp") { $0.payload["app"] = #""com.example.other""# },
            .init("an app with a NUL behind it", "app") {
                $0.payload["app"] = #""com.example.app\u0000""#
            },
            .init("Sandbox", "otherEnvironment") { $0.payload["environment"] = #""Sandbox""# },
            .init("production", "otherEnvironment") {
                $0.payload["environment"] = #""production""#
            },
            .init("another customer", "otherCustomer") { $0.payload["customer"] = #""1""# },
            .init("the customer in capital letters", "otherCustomer") {
                $0.payload["customer"] = $0.payload["customer"]?.uppercased()
            },
            .init("an empty payload", "iat") { $0.otherPayload = "{}" },
        ]
        + ["app", "environment", "customer"].flatMap { member in
            wrong(member, ["null", "1", #""""#, #"["com.example.app"]"#]) {
                $0.payload[member] = $1
            }
        }

    private static let foreign = EntitlementSigningKey()
    private static let otherCurve = P384.Signing.PrivateKey()
}
