import Foundation
import Testing

@testable import LocalAppStore

@Suite("Renewing and expiring by a transaction")
struct NamedRenewalTests {
    let store: Store

    init() throws {
        store = try Store.make(.subscriptions)
    }

    @Test("Any transaction of a subscription renews and expires it, and no other")
    func ofTransaction() throws {
        let first = try store.pay("monthly").id
        let other = try store.pay("weekly").id
        try store.forceRenewal(of: first)
        let renewed = try #require(try store.subscription(of: first))
        #expect(renewed.entryID != first)
        try store.forceRenewal(of: renewed.entryID)
        #expect(try store.entries().count { $0.productID == "monthly" } == 3)
        try store.expireSubscription(of: first)
        #expect(try store.subscription(of: first)?.status == .expired)
        #expect(try store.subscription(of: other)?.entryID == other)
    }

    @Test("A transaction that is of no active subscription is refused")
    func unsuitable() throws {
        let ended = try store.pay("monthly").id
        try store.expireSubscription(of: ended)
        let needs = "of an active subscription"
        #expect(throws: StoreError.unsuitableEntry(id: ended, needs: needs)) {
            try store.forceRenewal(of: ended)
        }
        #expect(throws: StoreError.unknownEntry(id: 77)) { try store.expireSubscription(of: 77) }
    }
}
