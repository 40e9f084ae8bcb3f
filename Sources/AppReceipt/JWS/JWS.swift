package import StrictJSON

/// A signed document of the App Store that is not verified: a JWS in compact serialization (RFC
/// 7515).
///
/// A ``JWSVerifier`` makes a ``VerifiedJWS`` of it. ``unverifiedPayload()`` decodes the payload
/// without checking the signature.
///
/// ```swift
/// let transaction = JWS<TransactionPayload>(signedTransactionInfo)
/// ```
public struct JWS<Payload: JWSPayload>: Hashable, Sendable {
    let bytes: [UInt8]

    /// Makes a document of any string; nothing is decoded yet.
    public init(_ compactSerialization: String) {
        bytes = Array(compactSerialization.utf8)
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The three parts in Base64url, joined by dots.
    public var compactSerialization: String { String(decoding: bytes, as: UTF8.self) }
}

extension JWS {
    /// Decodes the payload without checking the signature: for tools, never for a decision.
    ///
    /// - Throws: ``JWSRefusal``, if the string is not a JWS or its payload is not of this type.
    public func unverifiedPayload() throws(JWSRefusal) -> Payload {
        let compact = try CompactJWS(bytes)
        return try JWSContent(try compact.payload()).decode()
    }
}

/// Header and payload of a JWS of any kind, without a check of the signature: for tools, never for
/// a decision.
package struct JWSParts: Equatable, Sendable {
    /// The header.
    package let header: JSONValue
    /// The payload.
    package let payload: JSONValue

    /// Decodes the parts.
    ///
    /// - Throws: ``JWSRefusal``, if the string is not a JWS of two JSON objects and a signature.
    package init(unverified text: String) throws(JWSRefusal) {
        let compact = try CompactJWS(Array(text.utf8))
        header = .object(try JSONParser.object(in: try compact.header(), of: "header", .header))
        payload = .object(try JWSContent(try compact.payload()).members)
    }
}
