import Crypto
public import Foundation
import StrictJSON

/// Issues signed documents: encodes a payload as the App Store does, and signs it.
///
/// ```swift
/// let identity = try JWSSigningIdentity.make(name: "Example", validFrom: start, until: end)
/// let document = try JWSIssuer(identity: identity).issue(payload)
/// let roots = try TrustedRoots([identity.rootCertificate])
/// ```
public struct JWSIssuer: Sendable {
    /// The identity that signs.
    public let identity: JWSSigningIdentity
    /// The header of every document, which is mostly certificates, in Base64url.
    private let header: String

    /// Makes an issuer.
    public init(identity: JWSSigningIdentity) {
        self.identity = identity
        header = Self.header(of: identity)
    }

    /// Encodes and signs a payload: a transaction, a renewal info, an app transaction or a
    /// notification.
    ///
    /// Decoding the document gives the same payload, except that dates are rounded to milliseconds.
    /// Set the date of the signature, without which a document is refused: `signedDate`, in an app
    /// transaction ``AppTransactionPayload/creationDate``.
    ///
    /// - Throws: ``Error``, if a property has no form in a document, or the key cannot sign.
    public func issue<Payload: JWSPayload>(_ payload: Payload) throws(Error) -> JWS<Payload> {
        let members: [String: JSONValue]
        do throws(JSONMembers.Failure) {
            members = try Payload.coding.encode(payload)
        } catch {
            throw .unrepresentable(member: error.member, expected: error.expected)
        }
        guard Payload.coding.signingDates.contains(where: { members[$0] != nil }) else {
            throw .missingSigningDate
        }
        return try sign(payload: JSONValue.object(members).bytes)
    }

    /// Signs any bytes, also those that cannot be decoded.
    func sign<Payload>(payload: [UInt8]) throws(Error) -> JWS<Payload> {
        do {
            let bytes = try CompactJWS.sign(
                encodedHeader: header,
                payload: payload,
                with: identity.key
            )
            return JWS(bytes: bytes)
        } catch {
            throw .signing(detail: "\(error)")
        }
    }

    private static func header(of identity: JWSSigningIdentity) -> String {
        var header: [String: JSONValue] = [
            "alg": .string("ES256"),
            "x5c": .array(
                identity.certificates.map { .string(Data($0).base64EncodedString()) }
            ),
        ]
        // As in Xcode's documents.
        if identity.certificates.count == 1 {
            header["kid"] = .string("Apple_Xcode_Key")
            header["typ"] = .string("JWT")
        }
        return Base64Coding.encodeURL(JSONValue.object(header).bytes)
    }
}

extension JWSIssuer {
    /// The reason why no document was issued.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The payload does not contain the date when it is signed.
        case missingSigningDate
        /// The property of this member has no form in a document, such as a date after the year
        /// 9999.
        case unrepresentable(member: String, expected: String)
        /// The key cannot sign.
        case signing(detail: String)
    }
}

extension JWSIssuer.Error: LocalizedError {
    /// The problem and its place, in a sentence.
    public var errorDescription: String? {
        switch self {
        case .missingSigningDate: "The payload has no signing date"
        case .unrepresentable(let member, let expected): "\(member) is not \(expected)"
        case .signing(let detail): "The key cannot sign: \(detail)"
        }
    }
}
