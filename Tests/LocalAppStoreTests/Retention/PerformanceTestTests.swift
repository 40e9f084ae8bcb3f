import Foundation
import Testing

@testable import LocalAppStore

@Suite("Performance tests of the app's server")
struct PerformanceTestTests {
    let store: Store

    init() throws {
        store = try .make(.family)
        try store.configureRealtimeURL()
    }

    private func refusal(of id: LedgerEntry.ID, in store: Store? = nil) -> ServerRequestRefusal? {
        let error = #expect(throws: StoreError.self) {
            _ = try (store ?? self.store).retention.beginPerformanceTest(of: id, .init())
        }
        guard case .refusedRequest(let refusal)? = error else { return nil }
        return refusal
    }

    @Test("One test runs at a time, and its end is recorded")
    func one() throws {
        let id = try store.pay("monthly").id
        let test = try store.retention.beginPerformanceTest(of: id, .init()).test
        #expect(refusal(of: id) == .performanceTestRunning)
        #expect(try store.retention.performanceTest(test.identifier) == test)
        try store.retention.end(test, with: [.init(result: .timedOut, milliseconds: 500)])
        let report = try #require(try store.retention.performanceTest(test.identifier).report)
        #expect(!report.isPassed)
        #expect(report.pendingCount == 99)
        #expect(report.failures == ["TIMED_OUT": 1])
        _ = try store.retention.beginPerformanceTest(of: id, .init())
    }

    @Test("A test of a process that was killed has failed")
    func lost() throws {
        let id = try store.pay("monthly").id
        let test = try store.retention.beginPerformanceTest(of: id, .init()).test
        try store.retention.endLostPerformanceTests()
        let report = try store.retention.performanceTest(test.identifier).report
        #expect(report?.isPassed == false)
        #expect(report?.pendingCount == 100)
    }

    @Test("A test is made by the first transaction of the customer's own subscription")
    func transactions() throws {
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: store.customerID)
        let id = try store.pay("monthly").id
        let shared = try #require(try ben.entries().first)
        #expect(refusal(of: shared.id, in: ben) == .familySharedTransaction)
        try store.subscriptions.forceRenewal(of: id)
        let renewal = try #require(try store.entries().last)
        #expect(refusal(of: renewal.id) == .notOriginalTransaction)
        #expect(refusal(of: try store.pay("coins").id) == .invalidPerformanceTest)
        #expect(throws: StoreError.unknownEntry(id: 99)) {
            _ = try store.retention.beginPerformanceTest(of: 99, .init())
        }
    }

    @Test("A test needs a real-time URL, and is not made in production")
    func environments() throws {
        let id = try store.pay("monthly").id
        try store.retention.setRealtimeURL(nil)
        #expect(refusal(of: id) == .noRealtimeURL)
        try store.updateReceiptSettings { $0.environment = .production }
        #expect(refusal(of: id) == .invalidPerformanceTest)
    }

    @Test("A test that was never begun is not found")
    func unknown() {
        #expect(throws: StoreError.refusedRequest(.unknownPerformanceTest)) {
            try store.retention.performanceTest(UUID())
        }
    }
}
