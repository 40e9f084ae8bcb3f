// Apple's framework has no store in which something could go wrong.
#if !canImport(Darwin)
import Foundation
public import LocalAppStore
import StoreKitTest
public import Testing

/// Lets things go wrong in a test's session; see `Trait.faults(seed:_:)`.
public struct _FaultTrait: SuiteTrait, TestTrait, TestScoping {
    private let plan: Result<FaultPlan, FaultPlan.RuleError>

    fileprivate init(seed: UInt64?, rules: [FaultPlan.Rule]) {
        plan = Result { () throws(FaultPlan.RuleError) in
            try FaultPlan(seed: seed ?? .random(in: 0 ... .max), rules: rules)
        }
    }

    /// Every test of a suite has the plan, and so has every case of a test.
    public var isRecursive: Bool { true }

    /// Runs one case of a test with the plan.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try SKTestSession.current.faultPlan = plan.get().withSeed()
        try await function()
    }
}

extension Trait where Self == _FaultTrait {
    /// Lets things go wrong in the session of a test, or of each test of a suite.
    ///
    /// Write it after `.store`, whose session it is for. Every issue of the test then names the
    /// seed, and quotes the end of the log.
    ///
    /// - Parameters:
    ///   - seed: The seed of the rules with a probability; without one, another seed in every run.
    ///     `STOREKIT_FAULT_SEED` in the environment replaces both.
    ///   - rules: The rules of the plan. The test fails with an error when one makes no sense.
    /// - Returns: The trait.
    public static func faults(seed: UInt64? = nil, _ rules: FaultPlan.Rule...) -> Self {
        Self(seed: seed, rules: rules)
    }
}
#endif
