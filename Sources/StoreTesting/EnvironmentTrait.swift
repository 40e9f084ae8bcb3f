// Apple's session has one environment, which is Xcode's.
#if !canImport(Darwin)
import LocalAppStore
public import StoreKit
import StoreKitTest
public import Testing

/// Sets the environment of a test's sessions; see `Trait.environment(_:)`.
public struct _EnvironmentTrait: SuiteTrait, TestTrait, TestScoping {
    private let environment: StoreEnvironment

    fileprivate init(_ environment: AppStore.Environment) {
        self.environment = StoreEnvironment(rawValue: environment.rawValue) ?? .xcode
    }

    /// It concerns every test of a suite, and every case of a test.
    public var isRecursive: Bool { true }

    /// Runs one case of a test, whose sessions are made in the environment.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await SKTestSession.$newEnvironment.withValue(environment, operation: function)
    }

    /// Runs `body` in the environment that a test's traits set, wherever among them that is.
    static func run(for test: Test, _ body: () async throws -> Void) async throws {
        let trait = test.traits.lazy.compactMap { $0 as? Self }.last
        let environment = trait?.environment ?? SKTestSession.newEnvironment
        try await SKTestSession.$newEnvironment.withValue(environment, operation: body)
    }
}

extension Trait where Self == _EnvironmentTrait {
    /// Sets the environment of the sessions of a test, or of each test of a suite.
    ///
    /// Without it, a session is in `.xcode`. Use `.sandbox` for a test with a back end: Apple's
    /// server libraries verify only signatures of the sandbox and of production, whose dates of
    /// purchases are whole seconds. The trait may be before or after `.store`.
    public static func environment(_ environment: AppStore.Environment) -> Self {
        Self(environment)
    }
}
#endif
