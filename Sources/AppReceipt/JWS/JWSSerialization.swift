import Crypto
import Foundation
import StrictJSON

/// Signs as JWS with ES256 (RFC 7515, 5.1; RFC 7518, 3.4).
enum JWSSerialization {
    /// Signs claims as a JSON Web Token (RFC 7519), with a key that the verifier identifies by its
    /// identifier.
    static func signToken(
        _ claims: [String: JSONValue],
        keyIdentifier: String,
        with key: P256.Signing.PrivateKey
    ) throws -> [UInt8] {
        try signToken(JSONValue.object(claims).bytes, keyIdentifier: keyIdentifier, with: key)
    }

    /// Signs claims that are encoded already.
    static func signToken(
        _ claims: [UInt8],
        keyIdentifier: String,
        with key: P256.Signing.PrivateKey
    ) throws -> [UInt8] {
        let header: JSONValue = .object([
            "alg": .string("ES256"), "kid": .string(keyIdentifier), "typ": .string("JWT"),
        ])
        return try sign(header: header.bytes, payload: claims, with: key)
    }

    static func sign(
        header: [UInt8],
        payload: [UInt8],
        with key: P256.Signing.PrivateKey
    ) throws -> [UInt8] {
        try sign(encodedHeader: Base64Coding.encodeURL(header), payload: payload, with: key)
    }

    static func sign(
        encodedHeader: String,
        payload: [UInt8],
        with key: P256.Signing.PrivateKey
    ) throws -> [UInt8] {
        let signed = "\(encodedHeader).\(Base64Coding.encodeURL(payload))"
        let signature = try key.signature(for: Array(signed.utf8))
        return Array("\(signed).\(Base64Coding.encodeURL(Array(signature.rawRepresentation)))".utf8)
    }
}
