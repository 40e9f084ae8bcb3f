import StoreKit
package import StoreTesting
public import Testing

/// Serializes tests that set the process's store, across all targets.
///
/// It is `.exclusiveSession`, and restores the store that was in use before.
public struct ExclusiveStore: SuiteTrait, TestTrait, TestScoping {
    private let session: ExclusiveSession
    private let keepsObservers: Bool

    package init(_ session: ExclusiveSession, keepsObservers: Bool = true) {
        self.session = session
        self.keepsObservers = keepsObservers
    }

    /// Runs the tests while no other tests with this trait run.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await session.provideScope(for: test, testCase: testCase) {
            let others = keepsObservers ? [] : removeObservers()
            defer { others.forEach(SKPaymentQueue.default().add) }
            try await StoreConnection.shared.withoutLeftovers(of: function)
        }
    }

    /// Removes the observers of the default queue, because they would handle this test's
    /// transactions.
    ///
    /// They are the library's observer and those of other tests.
    private func removeObservers() -> [any SKPaymentTransactionObserver] {
        let observers = SKPaymentQueue.default().transactionObservers
        observers.forEach(SKPaymentQueue.default().remove)
        return observers
    }
}

extension Trait where Self == ExclusiveStore {
    /// For a suite that makes test sessions: no other such suite runs at the same time, and the
    /// default queue has no observers.
    public static var exclusiveStore: Self { Self(.exclusiveSession, keepsObservers: false) }

    /// The same for a suite that tests the library's own observer, which stays.
    public static var exclusiveStoreWithLibrary: Self { Self(.exclusiveSession) }
}
