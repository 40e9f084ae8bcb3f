public import Foundation

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

    /// Whether the notice can be shown; always `false`.
    public static var canPresent: Bool {
        get async { false }
    }

    /// Throws ``StoreKitError/notEntitled``.
    public static func presentNoticeSheet() async throws -> NoticeResult {
        throw StoreKitError.notEntitled
    }
}

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

    /// Whether the app may have such links; always `false`.
    public static var isEligible: Bool {
        get async { false }
    }

    /// Throws ``StoreKitError/notEntitled``.
    public static func showNotice(type: NoticeType) async throws -> NoticeResult {
        throw StoreKitError.notEntitled
    }

    /// Throws ``StoreKitError/notEntitled``.
    public static func token(for tokenType: String) async throws -> Token? {
        throw StoreKitError.notEntitled
    }
}

/// Links to purchases outside of the App Store.
///
/// They need an entitlement of Apple, so they are never possible on Linux.
public enum ExternalPurchaseLink: Sendable {
    /// Whether a link can be opened; always `false`.
    public static var canOpen: Bool {
        get async { false }
    }

    /// The addresses that may be opened; always `nil`.
    public static var eligibleURLs: [URL]? {
        get async { nil }
    }

    /// Throws ``StoreKitError/notEntitled``.
    public static func open() async throws {
        throw StoreKitError.notEntitled
    }

    /// Throws ``StoreKitError/notEntitled``.
    public static func open(url: URL) async throws {
        throw StoreKitError.notEntitled
    }
}

/// A link to the administration of an account outside of the app.
///
/// It needs an entitlement of Apple, so it is never possible on Linux.
public enum ExternalLinkAccount: Sendable {
    /// Whether the link can be opened; always `false`.
    public static var canOpen: Bool {
        get async { false }
    }

    /// Throws ``StoreKitError/notEntitled``.
    public static func open() async throws {
        throw StoreKitError.notEntitled
    }
}
