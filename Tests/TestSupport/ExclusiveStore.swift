import StoreKit
public import Testing

/// Keeps tests that choose the process's store apart from one another, whichever target they belong to.
///
/// On a suite it lasts as long as all of the suite's tests, and the wait for it counts toward no test's time limit; such
/// a suite has to be serialized as well. A test inside such a suite may have the trait too and does not wait for itself.
public struct ExclusiveStore: SuiteTrait, TestTrait, TestScoping {
    fileprivate static let processLock = AsyncLock()
    @TaskLocal private static var isHeld = false
    private let lock: AsyncLock
    private let keepsObservers: Bool

    init(lock: AsyncLock, keepsObservers: Bool = true) {
        self.lock = lock
        self.keepsObservers = keepsObservers
    }

    /// Runs the tests while no others that have this trait run.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        if Self.isHeld { return try await function() }
        try await lock.withLock {
            try await Self.$isHeld.withValue(true) {
                let others = keepsObservers ? [] : setObserversAside()
                defer { others.forEach(SKPaymentQueue.default().add) }
                try await function()
            }
        }
    }

    /// The library's observer, and others that other tests left with the default queue, would deal with this test's
    /// transactions.
    private func setObserversAside() -> [any SKPaymentTransactionObserver] {
        let observers = SKPaymentQueue.default().transactionObservers
        observers.forEach(SKPaymentQueue.default().remove)
        return observers
    }
}

extension Trait where Self == ExclusiveStore {
    /// For a suite that makes test sessions: no other such suite runs at the same time, and no observer is left over.
    public static var exclusiveStore: Self { Self(lock: Self.processLock, keepsObservers: false) }

    /// The same for a suite that is about the library's own observer, which stays.
    public static var exclusiveStoreWithLibrary: Self { Self(lock: Self.processLock) }
}
