import Crypto
import StrictJSON

/// The three parts of a JWS in compact serialization (RFC 7515, 7.1); nothing is verified.
struct CompactJWS {
    /// The bytes of a document; a notification with two documents in it takes about 20,000.
    static let sizeLimit = 262_144

    let bytes: [UInt8]
    private let firstDot: Int
    private let secondDot: Int
    /// The decoded signature.
    let signature: [UInt8]

    init(_ bytes: [UInt8]) throws(JWSRefusal) {
        guard bytes.count <= Self.sizeLimit else {
            throw .init(rule: .size, reason: "the document has \(bytes.count) bytes")
        }
        let dot = UInt8(ascii: ".")
        // A dot between these two is refused with the payload.
        guard let firstDot = bytes.firstIndex(of: dot), let secondDot = bytes.lastIndex(of: dot),
            firstDot < secondDot
        else { throw .init(rule: .structure, reason: "the document does not have three parts") }
        self.bytes = bytes
        self.firstDot = firstDot
        self.secondDot = secondDot
        // Nothing of the payload is decoded before the signature holds; its form is looked at.
        guard Base64Coding.url.isEncoded(bytes[(firstDot + 1)..<secondDot]) else {
            throw Self.otherForm(of: "payload")
        }
        signature = try Self.decode(bytes[(secondDot + 1)...], "signature")
    }

    /// The encoded header.
    var encodedHeader: ArraySlice<UInt8> { bytes[..<firstDot] }

    /// The signing input: the encoded header and payload (RFC 7515, 5.2).
    var signedBytes: ArraySlice<UInt8> { bytes[..<secondDot] }

    func header() throws(JWSRefusal) -> [UInt8] {
        try Self.decode(encodedHeader, "header")
    }

    func payload() throws(JWSRefusal) -> [UInt8] {
        try Self.decode(bytes[(firstDot + 1)..<secondDot], "payload")
    }

    private static func decode(
        _ part: ArraySlice<UInt8>,
        _ name: StaticString
    ) throws(JWSRefusal) -> [UInt8] {
        guard let decoded = Base64Coding.url.decode(part) else { throw otherForm(of: name) }
        return decoded
    }

    private static func otherForm(of name: StaticString) -> JWSRefusal {
        JWSRefusal(rule: .structure, reason: "the \(name) is not Base64url as it is encoded")
    }
}

// ES256 (RFC 7518, 3.4).
extension CompactJWS {
    /// Signs a payload under a header in Base64url (RFC 7515, 5.1).
    static func sign(
        encodedHeader: String,
        payload: [UInt8],
        with key: P256.Signing.PrivateKey
    ) throws -> [UInt8] {
        let signed = "\(encodedHeader).\(Base64Coding.encodeURL(payload))"
        let signature = try key.signature(for: Array(signed.utf8))
        return Array("\(signed).\(Base64Coding.encodeURL(Array(signature.rawRepresentation)))".utf8)
    }

    /// Checks that the signature is ECDSA's two numbers, 32 bytes each, made with the key over
    /// header and payload.
    func checkSignature(with key: P256.Signing.PublicKey) throws(JWSRefusal) {
        guard let numbers = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else {
            let reason = "the signature has \(signature.count) bytes instead of 64"
            throw .init(rule: .signature, reason: reason)
        }
        guard key.isValidSignature(numbers, for: signedBytes) else {
            let reason = "the signature does not match header, payload and signer"
            throw .init(rule: .signature, reason: reason)
        }
    }
}

extension JSONParser {
    /// Parses the JSON object in a part of a JWS.
    static func object(
        in bytes: [UInt8],
        of part: StaticString,
        _ rule: JWSRefusal.Rule
    ) throws(JWSRefusal) -> [String: JSONValue] {
        do throws(JSONSyntaxError) {
            return try object(in: bytes)
        } catch {
            let reason = "the \(part) is not a JSON object at byte \(error.offset): \(error.reason)"
            throw .init(rule: rule, reason: reason)
        }
    }
}
