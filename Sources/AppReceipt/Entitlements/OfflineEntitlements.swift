public import Foundation

/// A customer's entitlements in an app for a limited time, according to a developer's server.
///
/// A value proves nothing: any program can make one. ``SignedOfflineEntitlements`` is a value that
/// a server signed, and ``VerifiedOfflineEntitlements`` one whose signature was verified.
public struct OfflineEntitlements: Hashable, Sendable {
    /// The date when the server issued them, to the second.
    public var issuedAt: Date
    /// The date when the document expires, to the second.
    public var expiresAt: Date
    /// The app's bundle identifier.
    public var bundleIdentifier: String
    /// The environment of the purchases.
    public var environment: JWSEnvironment
    /// The customer: an app account token in lower case, or an original transaction identifier.
    ///
    /// Swift writes a UUID in upper case; use `uuidString.lowercased()` here.
    public var customer: String
    /// The customer's current and former entitlements.
    public var entitlements: [Entitlement]

    /// Makes a value without signing it.
    public init(
        issuedAt: Date,
        expiresAt: Date,
        bundleIdentifier: String,
        environment: JWSEnvironment,
        customer: String,
        entitlements: [Entitlement]
    ) {
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.bundleIdentifier = bundleIdentifier
        self.environment = environment
        self.customer = customer
        self.entitlements = entitlements
    }

    /// Returns the entitlements at a date.
    ///
    /// - Parameter date: The current date.
    /// - Returns: The entitlements that are granted and have no end or a later one; none from
    ///   ``expiresAt`` on.
    public func entitlements(grantedAt date: Date) -> [Entitlement] {
        date < expiresAt ? entitlements.filter { $0.isGranted(at: date) } : []
    }
}
