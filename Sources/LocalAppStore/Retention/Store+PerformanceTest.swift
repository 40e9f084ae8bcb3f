package import Foundation
import StoreLedger
package import StoreModel

// Performance tests of the developer's server.
extension Store.Retention {
    /// Begins a test, by the first transaction of the customer's subscription.
    ///
    /// - Throws: `.refusedRequest` in production, for another transaction, without a real-time
    ///   URL, or while a test runs.
    package func beginPerformanceTest(
        of originalID: LedgerEntry.ID,
        _ configuration: PerformanceTest.Configuration
    ) throws(StoreError) -> (test: PerformanceTest, status: SubscriptionPeriodStatus) {
        let entry = try store.requiredEntry(originalID)
        guard !entry.isShared else { throw .refusedRequest(.familySharedTransaction) }
        guard entry.originalID == originalID else { throw .refusedRequest(.notOriginalTransaction) }
        guard try store.receiptSettings.environment != .production,
            let status = try store.subscriptions.status(of: originalID)
        else { throw .refusedRequest(.invalidPerformanceTest) }
        let test = PerformanceTest(target: try realtimeURL(), configuration: configuration)
        try store.change { writer, _ in
            guard try writer.reader.runningPerformanceTests().isEmpty else {
                throw StoreError.refusedRequest(.performanceTestRunning)
            }
            try writer.insert(test)
        }
        return (test, status)
    }

    /// Records the end of a test, with the requests that ended.
    package func end(
        _ test: PerformanceTest,
        with attempts: [PerformanceTest.Attempt]
    ) throws(StoreError) {
        try store.change { writer, _ in
            let report = PerformanceTest.Report(attempts, by: test.configuration)
            try writer.endPerformanceTest(test.identifier, with: report)
        }
    }

    /// Ends the tests of processes that were killed, as failed.
    package func endLostPerformanceTests() throws(StoreError) {
        for test in try store.read({ try $0.runningPerformanceTests() }) {
            try end(test, with: [])
        }
    }

    /// Returns a test.
    package func performanceTest(_ identifier: UUID) throws(StoreError) -> PerformanceTest {
        let test = try store.read { try $0.performanceTest(identifier) }
        guard let test else { throw .refusedRequest(.unknownPerformanceTest) }
        return test
    }
}
