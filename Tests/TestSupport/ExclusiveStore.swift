import StoreKit
package import StoreTesting
public import Testing

/// Keeps tests that choose the process's store apart from one another, whichever target they belong
/// to.
///
/// It is `.exclusiveSession`, and leaves nothing behind: the store that was in use before is in use
/// after it.
public struct ExclusiveStore: SuiteTrait, TestTrait, TestScoping {
    private let session: ExclusiveSession
    private let keepsObservers: Bool

    package init(_ session: ExclusiveSession, keepsObservers: Bool = true) {
        self.session = session
        self.keepsObservers = keepsObservers
    }

    /// Runs the tests while no others that have this trait run.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await session.provideScope(for: test, testCase: testCase) {
            let others = keepsObservers ? [] : setObserversAside()
            defer { others.forEach(SKPaymentQueue.default().add) }
            try await StoreConnection.shared.withoutLeftovers(of: function)
        }
    }

    /// The library's observer, and others that other tests left with the default queue, would deal
    /// with this test's transactions.
    private func setObserversAside() -> [any SKPaymentTransactionObserver] {
        let observers = SKPaymentQueue.default().transactionObservers
        observers.forEach(SKPaymentQueue.default().remove)
        return observers
    }
}

extension Trait where Self == ExclusiveStore {
    /// For a suite that makes test sessions: no other such suite runs at the same time, and no
    /// observer is left over.
    public static var exclusiveStore: Self { Self(.exclusiveSession, keepsObservers: false) }

    /// The same for a suite that is about the library's own observer, which stays.
    public static var exclusiveStoreWithLibrary: Self { Self(.exclusiveSession) }
}
