import Crypto
public import Foundation
import StrictJSON

/// A token that a developer's server sends with a request to the App Store Server API: a JWT (RFC
/// 7519), signed with ES256.
public struct ServerAPIToken: Hashable, Sendable {
    private let token: JWT

    private static let audience = "appstoreconnect-v1"

    /// The longest validity of a token, in seconds.
    public static let longestValidity: TimeInterval = 3600

    /// The tolerance for the clock of a client that is ahead, in seconds.
    static let clockTolerance: TimeInterval = 60

    /// Makes a token of any string; nothing is decoded yet.
    public init(_ compactSerialization: String) {
        token = JWT(compactSerialization)
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
        let claims = TokenClaims(
            issuer: key.issuer,
            audience: [Self.audience],
            bundleIdentifier: bundleIdentifier,
            issuedAt: date,
            expiresAt: date.addingTimeInterval(validity)
        )
        do {
            let members = JSONValue.object(try JSONMembers.encode(claims))
            token = try JWT(signing: members.bytes, keyIdentifier: key.id, with: key.key)
        } catch {
            throw .signing(detail: "\(error)")
        }
    }

    /// The three parts in Base64url, joined by dots, as a request has them behind `Bearer`.
    public var compactSerialization: String { token.compactSerialization }

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
        let claims = try verifiedClaims(key)
        try Self.check("iss", claims.issuer, is: key.issuer)
        guard claims.audience?.contains(where: { Self.isSame($0, Self.audience) }) ?? false else {
            throw .unacceptable(claim: "aud")
        }
        try Self.check("bid", claims.bundleIdentifier, is: bundleIdentifier)
        try claims.checkDates(at: date)
    }

    private func verifiedClaims(_ key: ServerAPIKey) throws(Error) -> TokenClaims {
        do throws(JWT.Refusal) {
            return try token.verifiedContent {
                Self.isSame($0, key.id) ? key.key.publicKey : nil
            } _: { content throws(JWSRefusal) in
                try content.decode(with: JSONMembers.decode)
            }
        } catch {
            switch error {
            case .malformed(let refusal): throw .malformed(refusal)
            case .otherType: throw .otherType
            case .otherKey: throw .otherKey
            }
        }
    }

    private static func check(
        _ claim: String,
        _ value: String?,
        is expected: String
    ) throws(Error) {
        guard let value, isSame(value, expected) else { throw .unacceptable(claim: claim) }
    }

    /// Whether two strings are the same byte by byte.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8)
    }
}

extension TokenClaims {
    /// Checks that the token is valid at a date, and not for too long.
    ///
    /// The tokens of Apple's own libraries do not contain the date when they were issued.
    fileprivate func checkDates(at date: Date) throws(ServerAPIToken.Error) {
        let latest = date + ServerAPIToken.clockTolerance
        let start = issuedAt ?? latest
        guard start >= Date(timeIntervalSince1970: 0), start <= latest else {
            throw .unacceptable(claim: "iat")
        }
        guard let end = expiresAt, end > date, issuedAt == nil || end > start,
            end.timeIntervalSince(start) <= ServerAPIToken.longestValidity
        else { throw .unacceptable(claim: "exp") }
        if let notBefore, notBefore > latest { throw .unacceptable(claim: "nbf") }
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
