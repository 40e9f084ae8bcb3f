package import StrictJSON

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
        header = try Self.object(try compact.header(), in: "header", .header)
        payload = try Self.object(try compact.payload(), in: "payload", .content)
    }

    private static func object(
        _ bytes: [UInt8],
        in part: String,
        _ rule: JWSRefusal.Rule
    ) throws(JWSRefusal) -> JSONValue {
        do throws(JSONSyntaxError) {
            return .object(try JSONParser.object(in: bytes))
        } catch {
            let reason = "the \(part) is not a JSON object at byte \(error.offset): \(error.reason)"
            throw .init(rule: rule, reason: reason)
        }
    }
}

extension JWSPayload {
    /// Decodes a payload that is yet to be signed from a JSON object in UTF-8.
    ///
    /// - Throws: ``JWSRefusal`` with the member that differs from a payload of this type.
    package init(json: [UInt8]) throws(JWSRefusal) {
        self = try JWSContent(json).decode()
    }
}
