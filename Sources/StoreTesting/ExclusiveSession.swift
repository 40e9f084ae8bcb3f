#if canImport(Testing)
import Foundation
public import Testing

/// A trait for suites with sessions for the whole process; such suites take turns.
///
/// On Apple's platforms that is every session. On Linux it is a session made without the trait
/// `.store`, for code that runs outside of a test's tasks. A process has one such store in use,
/// the newest session's, and Swift Testing runs suites at the same time.
///
/// A suite with this trait runs while no other suite with it runs. The trait does not
/// serialize the tests of a suite: write `@Suite(.serialized, .exclusiveSession)`. Waiting for
/// other suites does not count toward a test's time limit. A suite or a test inside such a suite
/// may have the trait as well and does not wait.
public struct ExclusiveSession: SuiteTrait, TestTrait, TestScoping {
    fileprivate static let processMutex = TaskMutex()
    @TaskLocal private static var isHeld = false
    private let mutex: TaskMutex

    /// Makes a trait that takes turns with the traits that share `mutex`.
    package init(mutex: TaskMutex) {
        self.mutex = mutex
    }

    /// Runs the tests while no other tests with this trait run.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        if Self.isHeld { return try await function() }
        try await mutex.take {
            try await Self.$isHeld.withValue(true, operation: function)
        }
    }

    /// A mutual exclusion of tasks, in the order of their requests.
    package final class TaskMutex: @unchecked Sendable {
        // Unchecked because the other property is accessed under the lock only.
        private let lock = NSLock()
        /// Ends with the turn of the task that asked last.
        private var lastTurn: Task<Void, Never>?

        package init() {}

        func take(_ body: @Sendable () async throws -> Void) async rethrows {
            let (turn, end) = AsyncStream.makeStream(of: Void.self)
            defer { end.finish() }
            let turnBefore = lock.withLock {
                defer { lastTurn = Task { for await _ in turn {} } }
                return lastTurn
            }
            await turnBefore?.value
            try await body()
        }
    }
}

extension Trait where Self == ExclusiveSession {
    /// For a suite with test sessions: no other suite with this trait runs at the same time.
    public static var exclusiveSession: Self { Self(mutex: Self.processMutex) }
}
#endif
