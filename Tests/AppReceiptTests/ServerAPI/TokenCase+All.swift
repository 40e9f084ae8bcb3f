import Crypto
import Foundation

@testable import AppReceipt

extension TokenCase {
    static let all = headers + claims + dates + forms

    private static let headers: [TokenCase] = [
        .good("all that Apple documents") { _ in },
        .good("an unknown member of the header") { $0.header["cty"] = "1" },
        .bad("alg none without a signature") {
            $0.header["alg"] = #""none""#
            $0.signature = { _ in [] }
        },
        .bad("HS256 with the public key") { token in
            let secret = SymmetricKey(data: token.key.key.publicKey.derRepresentation)
            token.header["alg"] = #""HS256""#
            token.signature = { Array(HMAC<SHA256>.authenticationCode(for: $0, using: secret)) }
        },
        .bad("alg RS256") { $0.header["alg"] = #""RS256""# },
        .bad("alg es256") { $0.header["alg"] = #""es256""# },
        .bad("no alg") { $0.header["alg"] = nil },
        .bad("no kid") { $0.header["kid"] = nil },
        .bad("another kid") { $0.header["kid"] = #""ABCDEFGHIK""# },
        .bad("kid with a NUL behind it") { $0.header["kid"] = #""\#($0.key.id)\u0000""# },
        .bad("kid in a list") { $0.header["kid"] = #"["\#($0.key.id)"]"# },
        .bad("no typ") { $0.header["typ"] = nil },
        .bad("another typ") { $0.header["typ"] = #""JWS""# },
        .bad("crit") { $0.header["crit"] = #"["exp"]"# },
        .bad("b64") { $0.header["b64"] = "false" },
        .bad("kid twice") {
            $0.otherHeader = #"{"alg":"ES256","kid":"A","kid":"\#($0.key.id)","typ":"JWT"}"#
        },
        .bad("a header that is a list") { $0.otherHeader = #"["ES256"]"# },
    ]

    private static let claims: [TokenCase] =
        [
            .good("an unknown claim") { $0.claims["nonce"] = #""x""# },
            .bad("another iss") { $0.claims["iss"] = "\"\(UUID().uuidString.lowercased())\"" },
            .bad("another aud") { $0.claims["aud"] = #""appstoreconnect-v2""# },
            .good("aud in a list") { $0.claims["aud"] = #"["appstoreconnect-v1"]"# },
            .good("one of several aud") { $0.claims["aud"] = #"["a","appstoreconnect-v1"]"# },
            .bad("aud in a list without the right one") { $0.claims["aud"] = #"["a"]"# },
            .bad("aud an empty list") { $0.claims["aud"] = "[]" },
            .bad("aud in a list with a number") { $0.claims["aud"] = #"["appstoreconnect-v1",1]"# },
            .bad("aud in a list in a list") { $0.claims["aud"] = #"[["appstoreconnect-v1"]]"# },
            .bad("aud an object") { $0.claims["aud"] = #"{"aud":"appstoreconnect-v1"}"# },
            .bad("another bid") { $0.claims["bid"] = #""com.example.other""# },
            .bad("bid in capital letters") { $0.claims["bid"] = #""COM.EXAMPLE.APP""# },
            .bad("bid with a NUL behind it") { $0.claims["bid"] = #""com.example.app\u0000""# },
            .bad("bid a number") { $0.claims["bid"] = "1" },
            .bad("bid twice") {
                $0.otherClaims = #"{"bid":"com.example.app","bid":"com.example.app"}"#
            },
            .bad("claims that are a list") { $0.otherClaims = "[]" },
            .bad("no claims") { $0.otherClaims = "{}" },
            .bad("claims that are no JSON") { $0.otherClaims = "{" },
        ]
        + ["iss", "aud", "bid", "exp"].flatMap { claim -> [TokenCase] in
            [
                .bad("no \(claim)") { $0.claims[claim] = nil },
                .bad("\(claim) null") { $0.claims[claim] = "null" },
                .bad("\(claim) empty") { $0.claims[claim] = #""""# },
            ]
        }

    /// The token is judged at 1709294400.
    private static let dates: [TokenCase] = [
        .good("without iat, as by Apple's libraries") { $0.claims["iat"] = nil },
        .bad("without iat, expired now") {
            $0.claims["iat"] = nil
            $0.claims["exp"] = "1709294400"
        },
        .bad("without iat, valid for much more than an hour") {
            $0.claims["iat"] = nil
            $0.claims["exp"] = "1709298061"
        },
        .bad("iat empty") { $0.claims["iat"] = #""""# },
        .good("valid for an hour") { $0.claims["exp"] = "1709298000" },
        .bad("valid for more than an hour") { $0.claims["exp"] = "1709298001" },
        .good("issued a minute ahead") {
            $0.claims["iat"] = "1709294460"
            $0.claims["exp"] = "1709294500"
        },
        .bad("issued more than a minute ahead") { $0.claims["iat"] = "1709294461" },
        .good("issued long ago for an hour") {
            $0.claims["iat"] = "1709290801"
            $0.claims["exp"] = "1709294401"
        },
        .bad("expired now") { $0.claims["exp"] = "1709294400" },
        .bad("expired before it was issued") {
            $0.claims["iat"] = "1709294450"
            $0.claims["exp"] = "1709294440"
        },
        .bad("in milliseconds") {
            $0.claims["iat"] = "1709294400000"
            $0.claims["exp"] = "1709294700000"
        },
        .bad("exp too large") { $0.claims["exp"] = "9223372036854775807" },
        .bad("iat very small") { $0.claims["iat"] = "-9223372036854775808" },
        .bad("exp beyond 64 bits") { $0.claims["exp"] = "1e400" },
        .bad("exp a text") { $0.claims["exp"] = #""1709294700""# },
        .good("exp and iat with a fraction, as by Apple's library for Swift") {
            $0.claims["iat"] = "1709294400.123456"
            $0.claims["exp"] = "1709294700.123456"
        },
        .good("exp with an exponent") { $0.claims["exp"] = "1.7092947e9" },
        .bad("exp a part of a second too late") { $0.claims["exp"] = "1709298000.5" },
        .bad("exp a part of a second ago") { $0.claims["exp"] = "1709294399.999" },
        .bad("iat a part of a second too late") { $0.claims["iat"] = "1709294460.5" },
        .bad("iat beyond all numbers") { $0.claims["iat"] = "-1e400" },
        .bad("exp true") { $0.claims["exp"] = "true" },
        .good("not before now") { $0.claims["nbf"] = "1709294400" },
        .bad("not before much later") { $0.claims["nbf"] = "1709294461" },
        .bad("nbf a text") { $0.claims["nbf"] = #""1709294400""# },
    ]

    private static let forms: [TokenCase] = [
        .bad("empty") { $0.finish = { _ in "" } },
        .bad("a dot behind it") { $0.finish = { $0 + "." } },
        .bad("a fourth part") { $0.finish = { $0 + ".e30" } },
        .bad("a space before it") { $0.finish = { " " + $0 } },
        .bad("a line end behind it") { $0.finish = { $0 + "\n" } },
        .bad("padding") { $0.finish = { $0 + "==" } },
        .bad("no signature") {
            $0.finish = { String($0[...($0.lastIndex(of: ".") ?? $0.startIndex)]) }
        },
        .bad("a signature of zeros") { $0.signature = { _ in Array(repeating: 0, count: 64) } },
        .bad("another key's signature") {
            $0.signature = { Array(try foreign.signature(for: $0).rawRepresentation) }
        },
        .bad("a signature of something else") { token in
            let sign = token.signature
            token.signature = { try sign($0 + [0x2E]) }
        },
        .bad("a good signature with one byte more") { token in
            let sign = token.signature
            token.signature = { try sign($0) + [0] }
        },
        .bad("a good signature in DER") { token in
            let sign = token.signature
            token.signature = {
                let signature = try P256.Signing.ECDSASignature(rawRepresentation: sign($0))
                return Array(signature.derRepresentation)
            }
        },
        .bad("too long") { $0.claims["x"] = "\"\(String(repeating: "x", count: 300_000))\"" },
    ]

    private static let foreign = P256.Signing.PrivateKey()
}
