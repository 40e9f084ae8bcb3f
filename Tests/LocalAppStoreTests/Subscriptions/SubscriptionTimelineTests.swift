import Foundation
import Testing

@testable import LocalAppStore

@Suite("The timeline of a subscription")
struct SubscriptionTimelineTests {
    private let store: Store

    init() throws {
        store = try .make()
    }

    private func timeline(limit: Int = 100) throws -> [SubscriptionTimeline.Segment] {
        let status = try #require(try store.subscriptionStatuses().last)
        return try store.timeline(of: status.subscription, limit: limit).segments
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
        try store.refund(2)
        try store.refund(3)
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
        #expect(segments.map(\.kind) == [.trial, .retry])
        #expect(segments[1].entryID == nil)
        #expect(segments[1].start == segments[0].end)
    }

    @Test("A gap before a renewal was a time of retries, one before a purchase was not")
    func gaps() throws {
        try store.updateSettings { $0.failsRenewals = true }
        try store.pay("monthly")
        store.clock.advance(by: .days(10))
        try store.resolveIssue(1)
        #expect(try timeline().map(\.kind) == [.trial, .retry, .period])
        try store.updateSettings { $0.failsRenewals = false }
        try store.setAutoRenew(false, of: 1)
        store.clock.advance(by: .days(60))
        try store.pay("monthly")
        #expect(try timeline().map(\.kind) == [.trial, .retry, .period, .period])
    }
}
