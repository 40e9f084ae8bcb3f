#if canImport(Testing)
import Foundation
public import Testing

/// Makes the suites of a test run take turns that make test sessions.
///
/// A process has one store in use, that of the newest session, and Swift Testing runs suites at the
/// same time. A suite with this trait runs while no other that has it runs. Its own tests it does
/// not keep apart: write `@Suite(.serialized, .exclusiveSession)`. The wait for other suites counts
/// toward no test's time limit. A suite or a test inside such a suite may have the trait too and
/// does not wait.
public struct ExclusiveSession: SuiteTrait, TestTrait, TestScoping {
    fileprivate static let processTurns = Turns()
    @TaskLocal private static var isHeld = false
    private let turns: Turns

    /// Makes a trait that takes turns with those that have the same turns.
    package init(turns: Turns) {
        self.turns = turns
    }

    /// Runs the tests while no others that have this trait run.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        if Self.isHeld { return try await function() }
        try await turns.take {
            try await Self.$isHeld.withValue(true, operation: function)
        }
    }

    /// Lets one in after the other, in the order they came, and suspends those who wait.
    package final class Turns: @unchecked Sendable {
        // Unchecked because every access to the other two properties holds the lock.
        private let lock = NSLock()
        private var isTaken = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        package init() {}

        func take(_ body: @Sendable () async throws -> Void) async rethrows {
            await begin()
            defer { end() }
            try await body()
        }

        private func begin() async {
            await withCheckedContinuation { continuation in
                let isFree = lock.withLock {
                    if isTaken { waiting.append(continuation) }
                    defer { isTaken = true }
                    return !isTaken
                }
                if isFree { continuation.resume() }
            }
        }

        /// Hands the turn to the next in line, without letting go of it in between.
        private func end() {
            let next = lock.withLock { () -> CheckedContinuation<Void, Never>? in
                guard waiting.isEmpty else { return waiting.removeFirst() }
                isTaken = false
                return nil
            }
            next?.resume()
        }
    }
}

extension Trait where Self == ExclusiveSession {
    /// For a suite that makes test sessions: no other suite with this trait runs at the same time.
    public static var exclusiveSession: Self { Self(turns: Self.processTurns) }
}
#endif
