public import Foundation

/// What a customer may use, as a server with a known key signed it for the app, the environment and
/// the customer that were asked for.
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

    /// Returns what may be used at a date.
    ///
    /// - Parameter date: The present date, or a later one that the app has seen.
    /// - Returns: What is granted and has no end or a later one; nothing once the document expired.
    public func entitlements(grantedAt date: Date) -> [OfflineEntitlements.Entitlement] {
        content.entitlements(grantedAt: date)
    }
}
