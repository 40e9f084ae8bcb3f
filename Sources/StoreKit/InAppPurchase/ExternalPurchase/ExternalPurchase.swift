/// Purchases outside of the App Store, from within the app.
///
/// They need an entitlement of Apple, so they are never possible on Linux.
public enum ExternalPurchase: Sendable {
    /// The customer's response to the notice.
    @nonexhaustive
    public enum NoticeResult: Hashable, Sendable {
        /// The customer did not continue.
        case cancelled

        /// The customer went on, with a token to report the purchase to Apple.
        case continuedWithExternalPurchaseToken(token: String)
    }

    /// Whether the notice can be shown; here false.
    public static var canPresent: Bool {
        get async { false }
    }

    /// Throws ``StoreKitError/notEntitled``.
    public static func presentNoticeSheet() async throws -> NoticeResult {
        throw StoreKitError.notEntitled
    }
}
