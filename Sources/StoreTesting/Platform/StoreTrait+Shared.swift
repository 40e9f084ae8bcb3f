#if canImport(Darwin) && canImport(StoreKitTest) && canImport(Testing)
public import Foundation
public import StoreKitTest
public import Testing

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
extension Trait where Self == _SharedSessionTrait {
    /// Gives a test, or each test of a suite, a session of Apple's, one test at a time.
    ///
    /// All sessions of Apple's drive one store. The trait makes tests that have it take turns, and
    /// each begins with the settings of the file, without purchases and without dialogs. Other
    /// tests with sessions need `.exclusiveSession`. SwiftyStoreKit keeps its handlers and products
    /// from test to test.
    ///
    /// - Parameters:
    ///   - filename: The name of a `.storekit` file in the test's bundle, or in the resources of
    ///     the test's target.
    ///   - configure: Called with the session before the test; `SKTestSession.current` is the
    ///     session later.
    /// - Returns: The trait.
    public static func store(
        _ filename: String,
        configure: @escaping @Sendable (SKTestSession) throws -> Void = { _ in }
    ) -> Self {
        sharedSession(filename, configure: configure)
    }

    /// Gives a test, or each test of a suite, a session of Apple's, of the file at a URL, one test
    /// at a time.
    public static func store(
        contentsOf fileURL: URL,
        configure: @escaping @Sendable (SKTestSession) throws -> Void = { _ in }
    ) -> Self {
        Self(configuredBy: configure) { _ in try SKTestSession(contentsOf: fileURL) }
    }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
extension SKTestSession {
    /// The session of the trait `.store`.
    ///
    /// - Throws: An error in a test without the trait.
    public static var current: SKTestSession {
        get throws {
            guard let session = _SharedSessionTrait.session else {
                throw SessionError(
                    "No session: give the test the trait .store(\"Products.storekit\")."
                )
            }
            return session
        }
    }
}
#endif
