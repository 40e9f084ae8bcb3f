public import Foundation
import StrictJSON

/// A customer's entitlements, signed by a developer's server so that an app can verify them without
/// a network: a JWT (RFC 7519), signed with ES256.
///
/// The string may be stored and passed on anywhere; verify it at each launch.
public struct SignedOfflineEntitlements: Hashable, Sendable {
    private let token: JWT

    /// The tolerance for the clock of a server that is ahead of the device's, in seconds.
    public static let clockTolerance: TimeInterval = 60

    /// Makes a document of any string; nothing is decoded yet.
    public init(_ compactSerialization: String) {
        token = JWT(compactSerialization)
    }

    /// Signs entitlements.
    ///
    /// - Parameters:
    ///   - content: The customer's entitlements, and the end of the document's validity. Dates are
    ///     signed in whole seconds, ends of entitlements in milliseconds.
    ///   - key: The key of the server.
    /// - Throws: ``Error/unrepresentable(member:reason:)``,
    ///   ``Error/noValidity(issuedAt:expiresAt:)`` or ``Error/signing(detail:)``.
    public init(
        signing content: OfflineEntitlements,
        with key: EntitlementSigningKey
    ) throws(Error) {
        let (payload, written) = try content.payload()
        try written.requireValidity()
        do {
            token = try JWT(signing: payload, keyIdentifier: key.id, with: key.key)
        } catch {
            throw .signing(detail: "\(error)")
        }
        guard token.bytes.count <= CompactJWS.sizeLimit else {
            throw .signing(detail: "the document has \(token.bytes.count) bytes")
        }
    }

    /// The three parts in Base64url, joined by dots.
    public var compactSerialization: String { token.compactSerialization }

    /// Verifies that the document was signed with one of several keys, for an app, an environment
    /// and a customer, and counts at a date.
    ///
    /// Nothing of the content is decoded before the signature is verified. Strings are compared
    /// byte by byte.
    ///
    /// - Parameters:
    ///   - keys: The known keys, of which the document names one. With a second one, an app
    ///     continues to work when the server changes to it.
    ///   - bundleIdentifier: The app's bundle identifier, written into its code.
    ///   - environment: The environment of the purchases.
    ///   - customer: The customer, as in ``OfflineEntitlements/customer``.
    ///   - date: The current date, or a later one that the app has seen.
    /// - Returns: The content.
    /// - Throws: The first ``Error`` that is found, in this order: form, algorithm, type, key,
    ///   signature, content, app, environment, customer, dates.
    public func verify(
        with keys: [EntitlementPublicKey],
        bundleIdentifier: String,
        environment: JWSEnvironment,
        customer: String,
        at date: Date
    ) throws(Error) -> VerifiedOfflineEntitlements {
        let content = try signedContent(keys)
        try content.requireValidity()
        guard content.bundleIdentifier.utf8.elementsEqual(bundleIdentifier.utf8) else {
            throw .otherApp(content.bundleIdentifier, expected: bundleIdentifier)
        }
        guard content.environment.rawValue.utf8.elementsEqual(environment.rawValue.utf8) else {
            throw .otherEnvironment(content.environment, expected: environment)
        }
        guard content.customer.utf8.elementsEqual(customer.utf8) else {
            throw .otherCustomer(content.customer, expected: customer)
        }
        guard content.issuedAt <= date + Self.clockTolerance else {
            throw .inFuture(content.issuedAt, now: date)
        }
        guard date < content.expiresAt else { throw .expired(content.expiresAt, now: date) }
        return VerifiedOfflineEntitlements(verified: content, from: self)
    }

    private func signedContent(
        _ keys: [EntitlementPublicKey]
    ) throws(Error) -> OfflineEntitlements {
        let content: JWSContent
        do throws(JWT.Refusal) {
            content = try token.verifiedContent { id in
                keys.first { $0.id.utf8.elementsEqual(id.utf8) }?.key
            } _: { content in
                content
            }
        } catch {
            switch error {
            case .malformed(let refusal): throw .malformed(refusal)
            case .otherType: throw .otherType
            case .otherKey(let id): throw .otherKey(id: id, known: keys.map(\.id))
            }
        }
        do throws(JSONMismatch) {
            return try OfflineEntitlements(JSONNode(.object(content.members)))
        } catch {
            throw .malformedContent(member: error.path, reason: error.reason)
        }
    }
}

extension OfflineEntitlements {
    fileprivate func requireValidity() throws(SignedOfflineEntitlements.Error) {
        guard issuedAt < expiresAt else {
            throw .noValidity(issuedAt: issuedAt, expiresAt: expiresAt)
        }
    }
}
