// Apple's framework has no store in which something could go wrong.
#if !canImport(Darwin)
import Foundation
public import LocalAppStore
import StoreKitTest
public import Testing

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
    /// Write it after `.store`, whose session it is for. Every issue of the test then names the
    /// seed, and quotes the end of the log.
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

    /// Makes StoreKit 2 behave as one of Apple's systems was observed to, beside or against the
    /// documentation.
    ///
    /// Write it after `.store`, whose session it is for.
    public static func systemHabits(_ habits: SystemHabits) -> Self {
        Self(".systemHabits") { $0.systemHabits = habits }
    }
}
#endif
