import Foundation
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("The timeline of a subscription")
struct SubscriptionTimelineTests {
    private let store: Store

    init() throws {
        store = try .make()
    }

    private func timeline(limit: Int = 100) throws -> [SubscriptionTimeline.Segment] {
        let status = try #require(try store.subscriptions.statuses().last)
        return try store.subscriptions.timeline(of: status.subscription, limit: limit).segments
    }

    @Test("Periods follow each other")
    func periods() throws {
        try store.pay("monthly")
        store.clock.advance(by: .days(40))
        let segments = try timeline()
        #expect(segments.map(\.kind) == [.trial, .period, .period])
        #expect(segments.map(\.entryID) == [1, 2, 3])
        #expect(segments[0].start == .start)
        #expect(segments[0].end == segments[1].start)
        #expect(try timeline(limit: 1).map(\.entryID) == [3])
    }

    @Test("A refund ends a period, and a late one changes only its kind")
    func refunds() throws {
        try store.pay("monthly")
        store.clock.advance(by: .days(40))
        try store.refunds.refund(2)
        try store.refunds.refund(3)
        let segments = try timeline()
        #expect(segments.map(\.kind) == [.trial, .refunded, .refunded])
        #expect(segments[1].end == segments[2].start)
        #expect(segments[2].end == .start + .days(40))
    }

    @Test("A grace period and the time of retries have no transaction")
    func billingIssue() throws {
        try store.updateSettings {
            $0.failsRenewals = true
            $0.allowsGracePeriod = true
        }
        try store.pay("monthly")
        store.clock.advance(by: .days(8))
        #expect(try timeline().map(\.kind) == [.trial, .grace])
        store.clock.advance(by: .days(20))
        let segments = try timeline()
        #expect(segments.map(\.kind) == [.trial, .grace, .retry])
        #expect(segments[2].entryID == nil)
        #expect(segments[1].start == segments[0].end)
        #expect(segments[2].start == segments[1].end)
    }

    @Test("What a failed renewal became stays after the subscription has expired")
    func expiry() throws {
        try store.updateSettings {
            $0.failsRenewals = true
            $0.allowsGracePeriod = true
        }
        try store.pay("monthly")
        store.clock.advance(by: .days(100))
        let expired = try timeline()
        #expect(expired.map(\.kind) == [.trial, .grace, .retry, .expired])
        #expect(expired[1].end == expired[0].end.map { $0 + .days(16) })
        #expect(expired[2].end == expired[0].end.map { $0 + .days(60) })
        #expect(expired[3].start == expired[2].end)
        #expect(expired[3].end == nil)
        try store.pay("monthly")
        let again = try timeline()
        #expect(again.map(\.kind) == [.trial, .grace, .retry, .expired, .period])
        #expect(again[3].end == again[4].start)
    }

    @Test("A grace period ends with its payment, for which the next period begins before")
    func recovery() throws {
        try store.updateSettings {
            $0.failsRenewals = true
            $0.allowsGracePeriod = true
        }
        try store.pay("monthly")
        store.clock.advance(by: .days(10))
        try store.resolveIssue(1)
        let segments = try timeline()
        #expect(segments.map(\.kind) == [.trial, .grace, .period])
        #expect(segments[1].start == segments[2].start)
        #expect(segments[1].end == .start + .days(10))
        // The failed renewal belongs to the period before.
        #expect(try timeline(limit: 1).map(\.kind) == [.period])
    }

    @Test("A failed renewal ends when the customer cancels, or is refunded")
    func givenUp() throws {
        try store.updateSettings { $0.failsRenewals = true }
        try store.pay("monthly")
        store.clock.advance(by: .days(10))
        try store.subscriptions.setAutoRenew(false, of: 1)
        let cancelled = try timeline()
        #expect(cancelled.map(\.kind) == [.trial, .retry, .expired])
        #expect(cancelled[1].end == .start + .days(10))
        try store.clear()
        #expect(try store.subscriptions.statuses().isEmpty)
        try store.pay("monthly")
        store.clock.advance(by: .days(10))
        try store.refunds.refund(try #require(try store.entries().last).id)
        #expect(try timeline().map(\.kind) == [.refunded, .retry])
    }

    @Test("A member of the family has the purchaser's failed renewals")
    func family() throws {
        let store = try Store.make(.family)
        let member = try store.customers.acting(addingIfNeeded: "Bea")
        try member.family.join(organizedBy: store.customerID)
        try store.updateSettings { $0.failsRenewals = true }
        try store.pay("monthly")
        store.clock.advance(by: .days(100))
        let shared = try #require(try member.subscriptions.statuses().first)
        let segments = try member.subscriptions.timeline(of: shared.subscription).segments
        #expect(segments.map(\.kind) == [.period, .retry, .expired])
    }

    @Test("A ledger from before has the failed renewal that goes on")
    func migration() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try Store.make(at: .file(folder.file()))
            try store.updateSettings { $0.failsRenewals = true }
            try store.pay("monthly")
            store.clock.advance(by: .days(8))
            try store.time.settle()
            let sql = "\(LedgerSchema.undoingServerRequests) PRAGMA user_version = 9"
            try store.execute(sql: sql)
        }
        let later = StoreClock.manual(startingAt: .start + .days(9))
        let store = try Store.make(at: .file(folder.file()), clock: later)
        try store.resolveIssue(1)
        let status = try #require(try store.subscriptions.statuses().first)
        let segments = try store.subscriptions.timeline(of: status.subscription).segments
        #expect(segments.map(\.kind) == [.trial, .retry, .period])
    }

    @Test("A gap before a renewal was a time of retries, one before a purchase was not")
    func gaps() throws {
        try store.updateSettings { $0.failsRenewals = true }
        try store.pay("monthly")
        store.clock.advance(by: .days(10))
        try store.resolveIssue(1)
        #expect(try timeline().map(\.kind) == [.trial, .retry, .period])
        try store.updateSettings { $0.failsRenewals = false }
        try store.subscriptions.setAutoRenew(false, of: 1)
        store.clock.advance(by: .days(60))
        try store.pay("monthly")
        #expect(try timeline().map(\.kind) == [.trial, .retry, .period, .expired, .period])
    }
}
