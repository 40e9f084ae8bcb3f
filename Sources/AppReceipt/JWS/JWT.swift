import Crypto
import Foundation
import StrictJSON

/// A JSON Web Token (RFC 7519), signed with ES256 and a key that the verifier knows.
struct JWT: Hashable, Sendable {
    let bytes: [UInt8]

    /// Makes a token of any string; nothing is decoded yet.
    init(_ compactSerialization: String) {
        bytes = Array(compactSerialization.utf8)
    }

    /// Signs claims, a JSON object in UTF-8.
    init(
        signing claims: [UInt8],
        keyIdentifier: String,
        with key: P256.Signing.PrivateKey
    ) throws {
        let header: JSONValue = .object([
            "alg": .string("ES256"), "kid": .string(keyIdentifier), "typ": .string("JWT"),
        ])
        bytes = try CompactJWS.sign(
            encodedHeader: Base64Coding.encodeURL(header.bytes),
            payload: claims,
            with: key
        )
    }

    var compactSerialization: String { String(decoding: bytes, as: UTF8.self) }

    /// The reason why a token was refused.
    enum Refusal: Error {
        case malformed(JWSRefusal)
        /// The type in the header is not JWT.
        case otherType
        /// The header names another key, or none.
        case otherKey(String?)
    }

    /// Returns the content of a token, decoded after its signature is verified with the known key
    /// that its header names.
    func verifiedContent<Content>(
        signedWith knownKey: (String) -> P256.Signing.PublicKey?,
        _ decode: (JWSContent) throws(JWSRefusal) -> Content
    ) throws(Refusal) -> Content {
        let (compact, header) = try Self.wellFormed { () throws(JWSRefusal) in
            let compact = try CompactJWS(bytes)
            let header = try JOSEHeader(try compact.header())
            try header.requireES256()
            return (compact, header)
        }
        guard header.type?.utf8.elementsEqual("JWT".utf8) ?? false else { throw .otherType }
        guard let key = header.keyIdentifier.flatMap(knownKey) else {
            throw .otherKey(header.keyIdentifier)
        }
        return try Self.wellFormed { () throws(JWSRefusal) in
            try compact.checkSignature(with: key)
            return try decode(try JWSContent(try compact.payload()))
        }
    }

    private static func wellFormed<Value>(
        _ body: () throws(JWSRefusal) -> Value
    ) throws(Refusal) -> Value {
        do throws(JWSRefusal) { return try body() } catch { throw .malformed(error) }
    }
}

/// The claims that every token of a developer's server has (RFC 7519, 4.1, and Apple's `bid`).
struct TokenClaims: JSONMembersCoding {
    var issuer: String?
    var audience: [String]?
    var bundleIdentifier: String?
    var issuedAt: Date?
    var expiresAt: Date?
    var notBefore: Date?

    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.code("iss", .text, &issuer)
        try members.code("aud", .audience, &audience)
        try members.code("bid", .text, &bundleIdentifier)
        try members.code("iat", .numericDate, &issuedAt)
        try members.code("exp", .numericDate, &expiresAt)
        try members.code("nbf", .numericDate, &notBefore)
    }
}
