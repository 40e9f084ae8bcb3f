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
