public import Foundation

/// A customer's entitlements, signed by a server with a known key for the expected app, environment
/// and customer.
///
/// Only ``SignedOfflineEntitlements/verify(with:bundleIdentifier:environment:customer:at:)`` makes
/// one.
public struct VerifiedOfflineEntitlements: Hashable, Sendable {
    /// The content of the document.
    public let content: OfflineEntitlements
    /// The signed document that was verified, which can be stored and verified again.
    public let signed: SignedOfflineEntitlements

    init(verified content: OfflineEntitlements, from signed: SignedOfflineEntitlements) {
        self.content = content
        self.signed = signed
    }

    /// Returns the entitlements at a date.
    ///
    /// - Parameter date: The current date, or a later one that the app has seen.
    /// - Returns: The entitlements that are granted and have no end or a later one; none after the
    ///   document expired.
    public func entitlements(grantedAt date: Date) -> [OfflineEntitlements.Entitlement] {
        content.entitlements(grantedAt: date)
    }
}
