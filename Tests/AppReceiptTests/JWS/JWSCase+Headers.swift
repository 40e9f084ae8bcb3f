import Crypto
import Foundation
import _CryptoExtras

@testable import AppReceipt

extension JWSCase {
    static let headers = algorithms + members

    private static let algorithms =
        [
            JWSCase(
                "alg none without a signature",
                .algorithm,
                token: {
                    $0.algorithm = #""none""#
                    $0.signature = { _ in [] }
                }
            ),
            JWSCase("alg None", .algorithm, token: { $0.algorithm = #""None""# }),
            JWSCase("alg es256", .algorithm, token: { $0.algorithm = #""es256""# }),
            JWSCase(
                "alg with a NUL behind it",
                .algorithm,
                token: { $0.algorithm = #""ES256\u0000""# }
            ),
            JWSCase(
                "alg with a space behind it",
                .algorithm,
                token: { $0.algorithm = #""ES256 ""# }
            ),
            JWSCase("alg null", .algorithm, token: { $0.algorithm = "null" }),
            JWSCase("alg in a list", .algorithm, token: { $0.algorithm = #"["ES256"]"# }),
            JWSCase("alg an object", .algorithm, token: { $0.algorithm = #"{"ES256":1}"# }),
            JWSCase("alg empty", .algorithm, token: { $0.algorithm = #""""# }),
            JWSCase(
                "alg with an escape is the same text",
                nil,
                token: {
                    $0.algorithm = #""\u0045S256""#
                }
            ),
            JWSCase(
                "alg in full-width letters",
                .algorithm,
                token: {
                    $0.algorithm = #""ＥＳ256""#
                }
            ),
            JWSCase(
                "HS256 with the certificate as the key",
                .algorithm,
                token: { token in
                    token.algorithm = #""HS256""#
                    let secret = SymmetricKey(data: token.certificates[0])
                    token.signature = {
                        Array(HMAC<SHA256>.authenticationCode(for: $0, using: secret))
                    }
                }
            ),
            JWSCase(
                "HS256 with the public key as the key",
                .algorithm,
                token: { token in
                    token.algorithm = #""HS256""#
                    let secret = SymmetricKey(data: token.key.publicKey.derRepresentation)
                    token.signature = {
                        Array(HMAC<SHA256>.authenticationCode(for: $0, using: secret))
                    }
                }
            ),
        ]
        + ["ES384", "ES512", "ES256K", "RS256", "PS256", "HS384", "EdDSA"].map { name in
            JWSCase("alg \(name)", .algorithm, token: { $0.algorithm = #""\#(name)""# })
        }

    private static let members = [
        JWSCase("no alg", .algorithm, token: { $0.header = #"{"x5c":[]}"# }),
        JWSCase(
            "alg twice, the good one first",
            .header,
            token: {
                $0.otherMembers = #""alg":"none""#
            }
        ),
        JWSCase(
            "alg twice, one of them with an escape",
            .header,
            token: {
                $0.otherMembers = #""\u0061lg":"none""#
            }
        ),
        JWSCase("x5c twice", .header, token: { $0.otherMembers = #""x5c":[]"# }),
        JWSCase(
            "a key twice inside an object",
            .header,
            token: {
                $0.otherMembers = #""other":{"a":1,"a":1}"#
            }
        ),
        JWSCase(
            "a key of 90,000 accents, which take seconds to normalize",
            .header,
            token: {
                let accents =
                    String(repeating: "\u{301}", count: 45_000)
                    + String(repeating: "\u{316}", count: 45_000)
                $0.otherMembers = #""a\#(accents)":1"#
            }
        ),
        JWSCase("crit", .header, token: { $0.otherMembers = #""crit":["b64"],"b64":false"# }),
        JWSCase("crit empty", .header, token: { $0.otherMembers = #""crit":[]"# }),
        JWSCase("crit null", .header, token: { $0.otherMembers = #""crit":null"# }),
        JWSCase("b64 without crit", .header, token: { $0.otherMembers = #""b64":false"# }),
        JWSCase(
            "typ and kid are ignored",
            nil,
            token: {
                $0.otherMembers = #""typ":"JWT","kid":"Apple_Xcode_Key""#
            }
        ),
        JWSCase(
            "jku and x5u are ignored",
            nil,
            token: {
                $0.otherMembers = #""jku":"https://example.com/k","x5u":"https://example.com/c""#
            }
        ),
        JWSCase(
            "jwk beside the certificates is ignored",
            nil,
            token: {
                $0.otherMembers = jwk($0.key.publicKey)
            }
        ),
        JWSCase(
            "jwk with the key of an attacker, which signed",
            .signature,
            token: {
                $0.key = P256.Signing.PrivateKey()
                $0.otherMembers = jwk($0.key.publicKey)
            }
        ),
        JWSCase(
            "jwk without certificates",
            .certificates,
            token: {
                $0.key = P256.Signing.PrivateKey()
                $0.header = #"{"alg":"ES256",\#(jwk($0.key.publicKey))}"#
            }
        ),
        JWSCase("no JSON", .header, token: { $0.header = "ES256" }),
        JWSCase("a list", .header, token: { $0.header = #"[{"alg":"ES256"}]"# }),
        JWSCase("bytes behind the header", .header, token: { $0.otherMembers = "}{" }),
        JWSCase("a comment", .header, token: { $0.otherMembers = #"/* */ "a":1"# }),
        JWSCase(
            "a comma behind the last member",
            .header,
            token: {
                $0.header = #"{"alg":"ES256",}"#
            }
        ),
        JWSCase("a header that is empty", .header, token: { $0.header = "" }),
    ]

    private static func jwk(_ key: P256.Signing.PublicKey) -> String {
        let (x, y) = (key.rawRepresentation.prefix(32), key.rawRepresentation.suffix(32))
        let point =
            #""x":"\#(Base64Coding.encodeURL(Array(x)))","#
            + #""y":"\#(Base64Coding.encodeURL(Array(y)))""#
        return #""jwk":{"kty":"EC","crv":"P-256",\#(point)}"#
    }
}
