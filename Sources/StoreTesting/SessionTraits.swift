// Apple's session has one environment, no faults, and transactions of other tests.
#if !canImport(Darwin)
import Foundation
public import LocalAppStore
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

/// Sets the faults or habits of a test's session; see `Trait.faults(seed:_:)` and
/// `Trait.systemHabits(_:)`.
public struct _FaultTrait: SuiteTrait, TestTrait, TestScoping {
    private let name: String
    private let prepare: @Sendable (SKTestSession) throws -> Void

    fileprivate init(
        _ name: String,
        _ prepare: @escaping @Sendable (SKTestSession) throws -> Void
    ) {
        self.name = name
        self.prepare = prepare
    }

    /// It concerns every test of a suite, and every case of a test.
    public var isRecursive: Bool { true }

    /// Runs one case of a test with the prepared session.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try test.checkStorePrecedes(name) { ($0 as? Self)?.name == name }
        try prepare(SKTestSession.current)
        try await function()
    }
}

extension Trait where Self == _FaultTrait {
    /// Plans failures in the session of a test, or of each test of a suite.
    ///
    /// Write it after `.store`, because it applies to that session. Every issue of the test then
    /// names the seed, and quotes the end of the log.
    ///
    /// - Parameters:
    ///   - seed: The seed of the rules with a probability; without one, another seed in every run.
    ///     `STOREKIT_FAULT_SEED` in the environment replaces both.
    ///   - rules: The rules of the plan. The test fails with an error if one is invalid.
    /// - Returns: The trait.
    public static func faults(seed: UInt64? = nil, _ rules: FaultPlan.Rule...) -> Self {
        let plan = Result { () throws(FaultPlan.RuleError) in
            try FaultPlan(seed: seed ?? .random(in: 0 ... .max), rules: rules)
        }
        return Self(".faults") { $0.faultPlan = try plan.get().withSeed() }
    }

    /// Makes the session behave as one of Apple's systems was observed to, beside or against the
    /// documentation.
    ///
    /// Write it after `.store`, because it applies to that session.
    public static func systemHabits(_ habits: SystemHabits) -> Self {
        Self(".systemHabits") { $0.systemHabits = habits }
    }
}

/// Fails a test that leaves transactions unfinished; see `Trait.nothingUnfinished`.
public struct _UnfinishedTrait: SuiteTrait, TestTrait, TestScoping {
    /// Every test of a suite is checked, and so is every case of a test.
    public var isRecursive: Bool { true }

    /// Runs one case of a test, and checks its store.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try test.checkStorePrecedes(".nothingUnfinished") { $0 is Self }
        try await function()
        guard let store = StoreScope.current.connection.openedStore else { return }
        await SKPaymentQueue.default().quiet(store)
        let unfinished = try store.customers.all()
            .flatMap { try store.customers.acting(for: $0.id).unfinishedEntries() }
            .filter { $0.state != .deferred }
        guard !unfinished.isEmpty else { return }
        let lines = unfinished.map { "  \($0.id) \($0.productID), \($0.state.rawValue)" }
        Issue.record(
            """
            The app left \(unfinished.count) transactions unfinished:
            \(lines.joined(separator: "\n"))
            """,
            sourceLocation: test.sourceLocation
        )
    }
}

extension Trait where Self == _UnfinishedTrait {
    /// Fails a test, or each test of a suite, that leaves an unfinished transaction of any
    /// customer.
    ///
    /// Write it after `.store`. At the end of the test it waits for `SKTestSession.deliveries()`. A
    /// purchase that waits for approval does not count, because an app cannot finish it.
    public static var nothingUnfinished: Self { Self() }
}
#endif
