/// Links of the developer's design to purchases outside of the App Store.
///
/// They need an entitlement of Apple, so they are never possible on Linux.
public enum ExternalPurchaseCustomLink: Sendable {
    /// The customer's response to the notice.
    @nonexhaustive
    public enum NoticeResult: Hashable, Sendable {
        /// The customer did not continue.
        case cancelled

        /// The customer went on.
        case continued
    }

    /// The place where a purchase happens.
    @nonexhaustive
    public enum NoticeType: Int, Hashable, Sendable {
        /// Within the app.
        case withinApp

        /// In a browser.
        case browser
    }

    /// A token with which purchases are reported to Apple.
    public struct Token: Hashable, Sendable {
        /// The token's string.
        public let value: String
    }

    /// Whether the app may have such links; here false.
    public static var isEligible: Bool {
        get async { false }
    }

    /// Fails, because the app has no entitlement.
    ///
    /// - Parameter type: The place where the purchase would happen.
    /// - Returns: Never.
    /// - Throws: ``StoreKitError/notEntitled``.
    public static func showNotice(type: NoticeType) async throws -> NoticeResult {
        throw StoreKitError.notEntitled
    }

    /// Fails, because the app has no entitlement.
    ///
    /// - Parameter tokenType: The name of the kind of token.
    /// - Returns: Never.
    /// - Throws: ``StoreKitError/notEntitled``.
    public static func token(for tokenType: String) async throws -> Token? {
        throw StoreKitError.notEntitled
    }
}
