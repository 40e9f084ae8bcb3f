import Foundation
import Testing

@testable import LocalAppStore

@Suite("Transactions of members of a family")
struct SharedTransactionTests {
    let store: Store
    let ben: Store

    init() throws {
        store = try .recording(.family, clock: .manual(startingAt: .start))
        ben = try store.customers.acting(addingIfNeeded: "ben")
    }

    @Test("Who joins during a renewed period has subscribed, and the next period is a renewal")
    func joining() throws {
        try store.pay("monthly")
        store.clock.advance(by: .days(40))
        try ben.family.join(organizedBy: store.customerID)
        #expect(try store.events.last == "SUBSCRIBED.INITIAL_BUY")
        store.clock.advance(by: .days(31))
        #expect(try store.events.suffix(2) == ["DID_RENEW", "DID_RENEW"])
        try ben.family.leave()
        try ben.family.join(organizedBy: store.customerID)
        #expect(try store.events.last == "SUBSCRIBED.RESUBSCRIBE")
    }

    @Test("A member keeps the original transaction when sharing was off across a renewal")
    func interruption() throws {
        try ben.family.join(organizedBy: store.customerID)
        try store.pay("monthly")
        try store.family.setSharesPurchases(false)
        store.clock.advance(by: .days(40))
        try store.family.setSharesPurchases(true)
        let shared = try ben.entries()
        #expect(shared.map(\.isRenewal) == [false, true])
        #expect(shared.map(\.originalID) == [shared[0].id, shared[0].id])
        #expect(try store.events.last == "SUBSCRIBED.RESUBSCRIBE")
    }

    @Test("A transaction that returns with a refund that is taken back is notified of")
    func reversal() throws {
        try ben.family.join(organizedBy: store.customerID)
        let entry = try store.pay("monthly")
        try store.refunds.refund(entry.id)
        try store.refunds.reverse(entry.id)
        let events = try store.events
        #expect(events.suffix(4) == ["REVOKE", "REFUND", "REFUND_REVERSED", "REFUND_REVERSED"])
    }
}
