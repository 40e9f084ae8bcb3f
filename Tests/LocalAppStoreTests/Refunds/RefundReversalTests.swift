import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Refunds that are taken back")
struct RefundReversalTests {
    let store: Store

    init() throws {
        store = try .make(.family)
    }

    @Test("The customer pays after all, and has every entry of the purchase again")
    func nonConsumable() throws {
        let first = try store.pay("level")
        let second = try store.pay("level")
        try store.refunds.refund(first.id)
        store.clock.advance(by: .days(1))
        #expect(try store.refunds.reverse(second.id) == second)
        #expect(try store.entries() == [first, second])
        #expect(try store.balance() == ["USD": first.price])
        #expect(try store.undeliveredRevocations().isEmpty)
        #expect(try store.productsInReceipt == ["level"])
        #expect(try store.verifiedReceipt().inAppPurchases.map(\.cancellationDate) == [nil])
        try store.finish([first.id, second.id])
        #expect(try store.restore().map(\.productID) == ["level"])
    }

    @Test("A subscription is entitled to until the end of its period, and does not renew")
    func subscription() throws {
        let entry = try store.pay("monthly")
        try store.refunds.refund(entry.id)
        store.clock.advance(by: .days(10))
        try store.refunds.reverse(entry.id)
        let subscription = try #require(try store.subscriptions.all().first)
        #expect(subscription.status == .subscribed)
        #expect(subscription.isEntitled(at: store.clock.now))
        store.clock.advance(by: .days(30))
        #expect(try store.subscriptions.all().map(\.status) == [.expired])
        #expect(try store.entries() == [entry])
    }

    @Test("After the end of the period, the subscription stays expired")
    func ended() throws {
        let entry = try store.pay("monthly")
        try store.refunds.refund(entry.id)
        store.clock.advance(by: .days(40))
        try store.refunds.reverse(entry.id)
        #expect(try store.subscriptions.all().map(\.status) == [.expired])
        #expect(try store.entries().map(\.amountRefunded) == [0])
    }

    @Test("What an upgrade had refunded stays refunded")
    func upgraded() throws {
        let entry = try store.pay("monthly")
        store.clock.advance(by: .days(15))
        try store.pay("yearly")
        let replaced = try #require(try store.entry(entry.id))
        #expect(replaced.amountRefunded > 0)
        try store.refunds.refund(entry.id)
        #expect(try store.refunds.reverse(entry.id) == replaced)
        #expect(try store.entry(entry.id) == replaced)
        #expect(try store.subscriptions.all().map(\.productID) == ["yearly"])
    }

    @Test("A period during which the customer subscribed again does not return")
    func replaced() throws {
        let entry = try store.pay("monthly")
        try store.refunds.refund(entry.id)
        store.clock.advance(by: .days(1))
        let again = try store.pay("yearly")
        let needs = "a period during which the customer did not subscribe again"
        #expect(throws: StoreError.unsuitableEntry(id: entry.id, needs: needs)) {
            try store.refunds.reverse(entry.id)
        }
        try store.delete(again.id)
        try store.refunds.reverse(entry.id)
        #expect(try store.subscriptions.all().map(\.status) == [.subscribed])
    }

    @Test("A period that returned stays when a restored copy is deleted")
    func deletedCopy() throws {
        let entry = try store.pay("monthly")
        try store.refunds.refund(entry.id)
        try store.refunds.refund(store.pay("yearly").id)
        try store.refunds.reverse(entry.id)
        #expect(try store.subscriptions.all().map(\.entryID) == [entry.id])
        let copy = try #require(try store.restore().first)
        try store.delete(copy.id)
        #expect(try store.subscriptions.all().map(\.entryID) == [entry.id])
        #expect(try store.subscriptions.all().map(\.status) == [.subscribed])
    }

    @Test("The family has access again: who is in it now, and nobody else")
    func family() throws {
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        let eve = try store.customers.acting(addingIfNeeded: "eve")
        let joe = try store.customers.acting(addingIfNeeded: "joe")
        try ben.family.join(organizedBy: store.customerID)
        try eve.family.join(organizedBy: store.customerID)
        let level = try store.pay("level")
        let shared = try #require(try ben.entries().first)
        try store.refunds.refund(level.id)
        try eve.family.leave()
        try joe.family.join(organizedBy: store.customerID)
        try store.refunds.reverse(level.id)
        #expect(try ben.entries() == [shared])
        #expect(try ben.undeliveredRevocations().isEmpty)
        #expect(try ben.productsInReceipt == ["level"])
        #expect(try eve.entries().map { $0.revocationDate != nil } == [true])
        #expect(try joe.entries().map(\.sharedEntryID) == [level.id])
    }

    @Test("What was not refunded, or is another's, cannot be taken back")
    func refusals() throws {
        let coins = try store.pay("coins")
        #expect(
            throws: StoreError.unsuitableEntry(id: coins.id, needs: "a refunded purchase")
        ) {
            try store.refunds.reverse(coins.id)
        }
        #expect(throws: StoreError.unknownEntry(id: 99)) { try store.refunds.reverse(99) }
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: store.customerID)
        let level = try store.pay("level")
        try store.refunds.refund(level.id)
        let shared = try #require(try ben.entries().first)
        #expect(
            throws: StoreError.unsuitableEntry(id: shared.id, needs: "a refunded purchase")
        ) {
            try ben.refunds.reverse(shared.id)
        }
    }
}
