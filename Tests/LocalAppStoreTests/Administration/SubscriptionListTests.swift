import Foundation
import Testing

@testable import LocalAppStore

@Suite("The list of subscriptions of all customers")
struct SubscriptionListTests {
    private let store: Store
    private let member: Store

    init() throws {
        store = try .make(.family)
        member = try store.customers.acting(addingIfNeeded: "Bea")
    }

    private func ids(
        before id: Int64? = nil,
        limit: Int = 50,
        _ filter: (inout SubscriptionListQuery) -> Void = { _ in }
    ) throws -> [Int64] {
        var query = SubscriptionListQuery()
        filter(&query)
        return try store.subscriptions.list(query, before: id, limit: limit).elements
            .map(\.status.subscription.id)
    }

    @Test("The newest is first, and those that a family shares are among them")
    func pages() throws {
        try member.pay("monthly")
        try store.pay("alone")
        try member.family.join(organizedBy: store.customerID)
        // The organizer has the member's subscription by the third transaction.
        #expect(try ids() == [3, 2, 1])
        #expect(try ids(limit: 2) == [3, 2])
        #expect(try ids(before: 3) == [2, 1])
        #expect(try ids(before: 3, limit: 1) == [2])
        #expect(try ids { $0.customerID = store.customerID } == [3, 2])
        #expect(try store.subscriptions.list(limit: 2).hasMore)
        #expect(try !store.subscriptions.list(limit: 3).hasMore)
        let entries = try store.subscriptions.list().elements.map(\.status.entry)
        #expect(entries.map(\.isFamilyShared) == [true, false, false])
        try member.family.leave()
        #expect(try ids() == [3, 2, 1])
        #expect(try ids { $0.isActive = true } == [2, 1])
        let statuses = try store.subscriptions.list().elements.map(\.status.subscription.status)
        #expect(statuses == [.revoked, .subscribed, .subscribed])
    }

    @Test("Those that have ended can be left out, and each has as many periods as are wanted")
    func active() throws {
        try store.pay("monthly")
        try member.pay("monthly")
        store.clock.advance(by: .days(40))
        try member.subscriptions.forceExpiry(ofProduct: "monthly")
        #expect(try ids() == [2, 1])
        #expect(try ids { $0.isActive = true } == [1])
        let one = try #require(
            try store.subscriptions.list(before: 2, periodLimit: 1).elements.first
        )
        #expect(one.timeline.segments.map(\.entryID) == [one.status.entry.id])
    }

    private func searching(_ text: String) -> SubscriptionListQuery {
        var query = SubscriptionListQuery()
        query.text = text
        return query
    }

    @Test("Products, statuses and texts are filters, also of what a family shares")
    func filters() throws {
        try store.pay("monthly")
        try member.pay("alone")
        try member.family.join(organizedBy: store.customerID)
        #expect(try ids() == [3, 2, 1])
        #expect(try ids { $0.productID = "monthly" } == [3, 1])
        #expect(try ids { $0.text = "BEA" } == [3, 2])
        #expect(try ids { $0.text = "alo" } == [2])
        #expect(try ids { $0.text = "3" } == [3])
        // Of a subscription with several periods, the newest one is shown.
        store.clock.advance(by: .days(40))
        let shared = try store.subscriptions.list(searching("3")).elements.map(\.status.entry)
        #expect(shared.map(\.originalID) == [3] && shared.allSatisfy(\.isRenewal))
        #expect(try ids { $0.text = "%" }.isEmpty)
        #expect(throws: StoreError.unsuitableText("a\0")) { try ids { $0.text = "a\0" } }
        try member.subscriptions.forceExpiry(ofProduct: "alone")
        #expect(try ids { $0.status = .expired } == [2])
        #expect(try ids { $0.status = .subscribed } == [3, 1])
        let both = try ids {
            $0.status = .subscribed
            $0.text = "bea"
        }
        #expect(both == [3])
    }

    @Test("A filter of statuses agrees with the status of each subscription")
    func statuses() throws {
        for (name, product) in [("Ann", "monthly"), ("Ben", "alone"), ("Cleo", "alone")] {
            try store.customers.acting(addingIfNeeded: name).pay(product)
        }
        try store.customers.acting(addingIfNeeded: "Ben").subscriptions.forceExpiry(
            ofProduct: "alone"
        )
        try store.customers.acting(addingIfNeeded: "Cleo").refunds.refund(3)
        var found: Set<CustomerSubscription.Status> = []
        func check() throws {
            let all = try store.subscriptions.list().elements.map(\.status.subscription)
            for status in CustomerSubscription.Status.allCases {
                let expected = all.filter { $0.status == status }.map(\.id)
                #expect(try ids { $0.status = status } == expected)
                if !expected.isEmpty { found.insert(status) }
            }
        }
        try store.updateSettings {
            $0.failsRenewals = true
            $0.allowsGracePeriod = true
        }
        for _ in 1...3 {
            try check()
            store.clock.advance(by: .days(32))
        }
        #expect(found == Set(CustomerSubscription.Status.allCases))
    }

    @Test("A customer whom the ledger does not have is refused")
    func unknownCustomer() {
        #expect(throws: StoreError.unknownCustomer(id: 7)) { try ids { $0.customerID = 7 } }
    }
}
