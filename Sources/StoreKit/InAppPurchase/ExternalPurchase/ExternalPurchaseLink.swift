public import Foundation

/// Links to purchases outside of the App Store.
///
/// They need an entitlement of Apple, so they are never possible on Linux.
public enum ExternalPurchaseLink: Sendable {
    /// Whether a link can be opened; here false.
    public static var canOpen: Bool {
        get async { false }
    }

    /// The addresses that may be opened; here nil.
    public static var eligibleURLs: [URL]? {
        get async { nil }
    }

    /// Throws ``StoreKitError/notEntitled``.
    public static func open() async throws {
        throw StoreKitError.notEntitled
    }

    /// Fails, because the app has no entitlement.
    ///
    /// - Parameter url: The address.
    /// - Throws: ``StoreKitError/notEntitled``.
    public static func open(url: URL) async throws {
        throw StoreKitError.notEntitled
    }
}

/// A link to the administration of an account outside of the app.
///
/// It needs an entitlement of Apple, so it is never possible on Linux.
public enum ExternalLinkAccount: Sendable {
    /// Whether the link can be opened; here false.
    public static var canOpen: Bool {
        get async { false }
    }

    /// Throws ``StoreKitError/notEntitled``.
    public static func open() async throws {
        throw StoreKitError.notEntitled
    }
}
