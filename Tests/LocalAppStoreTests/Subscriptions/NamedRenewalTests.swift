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
        try store.subscriptions.forceRenewal(of: first)
        let renewed = try #require(try store.subscriptions.subscription(of: first))
        #expect(renewed.entryID != first)
        try store.subscriptions.forceRenewal(of: renewed.entryID)
        #expect(try store.entries().count { $0.productID == "monthly" } == 3)
        try store.subscriptions.forceExpiry(of: first)
        #expect(try store.subscriptions.subscription(of: first)?.status == .expired)
        #expect(try store.subscriptions.subscription(of: other)?.entryID == other)
    }

    @Test("A transaction that is of no active subscription is refused")
    func unsuitable() throws {
        let ended = try store.pay("monthly").id
        try store.subscriptions.forceExpiry(of: ended)
        let needs = "of an active subscription"
        #expect(throws: StoreError.unsuitableEntry(id: ended, needs: needs)) {
            try store.subscriptions.forceRenewal(of: ended)
        }
        #expect(throws: StoreError.unknownEntry(id: 77)) {
            try store.subscriptions.forceExpiry(of: 77)
        }
    }
}
