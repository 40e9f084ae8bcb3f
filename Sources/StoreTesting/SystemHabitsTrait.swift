// Apple's framework has the habits of the system that it runs on.
#if !canImport(Darwin)
public import LocalAppStore
import StoreKitTest
public import Testing

/// Gives a test's session the habits of a system; see `Trait.systemHabits(_:)`.
public struct _SystemHabitsTrait: SuiteTrait, TestTrait, TestScoping {
    fileprivate let habits: SystemHabits

    /// Every test of a suite has the habits, and so has every case of a test.
    public var isRecursive: Bool { true }

    /// Runs one case of a test with the habits.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try SKTestSession.current.systemHabits = habits
        try await function()
    }
}

extension Trait where Self == _SystemHabitsTrait {
    /// Lets StoreKit 2 behave as one of Apple's systems was seen to, where that is beside or
    /// against the documentation.
    ///
    /// Write it after `.store`, whose session it is for.
    public static func systemHabits(_ habits: SystemHabits) -> Self { Self(habits: habits) }
}
#endif
