import Crypto
public import Foundation

/// A token that a developer's server sends with a request to the App Store Server API: a JWT (RFC
/// 7519), signed with ES256.
public struct ServerAPIToken: Hashable, Sendable {
    private let bytes: [UInt8]

    /// The longest validity of a token, in seconds.
    public static let longestValidity: TimeInterval = 3600

    /// The tolerance for the clock of a client that is ahead, in seconds.
    static let clockTolerance: TimeInterval = 60

    /// Makes a token of any string; nothing is decoded yet.
    public init(_ compactSerialization: String) {
        bytes = Array(compactSerialization.utf8)
    }

    /// Signs a token for an app.
    ///
    /// - Parameters:
    ///   - bundleIdentifier: The bundle identifier of the app.
    ///   - key: The key.
    ///   - date: The current date.
    ///   - validity: How long the token is valid, in seconds; the default is five minutes.
    /// - Throws: ``Error/signing(detail:)``.
    public init(
        bundleIdentifier: String,
        signedWith key: ServerAPIKey,
        at date: Date,
        validity: TimeInterval = 300
    ) throws(Error) {
        var claims = ServerAPIClaims()
        claims.issuer = key.issuer
        claims.audience = [ServerAPIClaims.audience]
        claims.bundleIdentifier = bundleIdentifier
        claims.issuedAt = date
        claims.expiresAt = date.addingTimeInterval(validity)
        do {
            bytes = try JWSSerialization.signToken(
                try JSONMembers.encode(claims),
                keyIdentifier: key.id,
                with: key.key
            )
        } catch {
            throw .signing(detail: "\(error)")
        }
    }

    /// The three parts in Base64url, joined by dots, as a request has them behind `Bearer`.
    public var compactSerialization: String { String(decoding: bytes, as: UTF8.self) }

    /// Verifies that the token was signed with a key for an app, and is valid at a date.
    ///
    /// Nothing of the claims is decoded before the signature holds.
    ///
    /// - Parameters:
    ///   - key: The known key.
    ///   - bundleIdentifier: The bundle identifier of the app that the token has to name.
    ///   - date: The current date.
    /// - Throws: The first ``Error`` that is found.
    public func verify(
        with key: ServerAPIKey,
        bundleIdentifier: String,
        at date: Date
    ) throws(Error) {
        let compact = try form(key)
        let claims: ServerAPIClaims
        do throws(JWSRefusal) {
            try JWSSignatureRule(key: key.key.publicKey).check(compact)
            claims = try JWSContent(try compact.payload()).decode(JSONMembers.decode)
        } catch {
            throw .malformed(error)
        }
        try claims.check("iss", claims.issuer, is: key.issuer)
        try claims.checkAudience()
        try claims.check("bid", claims.bundleIdentifier, is: bundleIdentifier)
        try claims.checkDates(at: date)
    }

    /// The parts of the token, whose header names the algorithm, the type and the key.
    private func form(_ key: ServerAPIKey) throws(Error) -> CompactJWS {
        let compact: CompactJWS
        let header: JOSEHeader
        do throws(JWSRefusal) {
            (compact, header) = try CompactJWS.withES256(bytes)
        } catch {
            throw .malformed(error)
        }
        guard header.type?.utf8.elementsEqual("JWT".utf8) ?? false else { throw .otherType }
        guard header.keyIdentifier?.utf8.elementsEqual(key.id.utf8) ?? false else {
            throw .otherKey
        }
        return compact
    }

}

extension ServerAPIToken {
    /// The reason why a token can't be signed, or isn't valid.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The string isn't a JWS that the key signed, or its claims aren't a JSON object.
        case malformed(JWSRefusal)
        /// The type in the header is not JWT.
        case otherType
        /// The header names another key, or none.
        case otherKey
        /// A claim is missing, or has another value than expected.
        case unacceptable(claim: String)
        /// The key cannot sign.
        case signing(detail: String)
    }
}

extension ServerAPIToken.Error: LocalizedError {
    /// The problem of the token.
    public var errorDescription: String? {
        switch self {
        case .malformed(let refusal): refusal.description
        case .otherType: "The type of the token is not JWT"
        case .otherKey: "The token names an unknown key"
        case .unacceptable(let claim): "The claim \(claim) of the token is not acceptable"
        case .signing(let detail): "The key cannot sign: \(detail)"
        }
    }
}
