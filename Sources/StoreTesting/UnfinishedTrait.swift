// Apple's sessions share one environment, in which other tests leave transactions.
#if !canImport(Darwin)
import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
public import Testing

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
        let unfinished = try store.unfinishedOfAllCustomers()
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
    /// Fails a test, or each test of a suite, after which a transaction is left that the app has
    /// yet to finish, of whichever customer.
    ///
    /// Write it after `.store`. At the end of the test it waits for `SKTestSession.deliveries()`. A
    /// purchase that waits for approval does not count, because an app cannot finish it.
    public static var nothingUnfinished: Self { Self() }
}

extension Store {
    fileprivate func unfinishedOfAllCustomers() throws -> [LedgerEntry] {
        try customers.all().flatMap { try acting(for: $0.id).unfinishedEntries() }
            .filter { $0.state != .deferred }
    }
}
#endif
