import AppReceipt
import Foundation
import StoreTestSupport
import Testing

@testable import LocalAppStore

@Suite("What a member of a family restored")
struct RestoredSharingTests {
    let store: Store
    let ben: Store

    init() throws {
        store = try .recording(.family, clock: .manual(startingAt: .start))
        ben = try store.customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: store.customerID)
    }

    @Test("A refund revokes the member's purchase, which returns when the refund is taken back")
    func reversedRefund() throws {
        let level = try store.pay("level")
        let shared = try #require(try ben.entries().first)
        let copy = try #require(try ben.restore().first)
        store.clock.advance(by: .days(1))
        try store.refunds.refund(level.id)
        #expect(try ben.undeliveredRevocations().map(\.id) == [shared.id])
        #expect(try ben.entry(copy.id) == copy)
        store.clock.advance(by: .days(1))
        try store.refunds.reverse(level.id)
        #expect(try ben.entries() == [shared, copy])
        #expect(try ben.verifiedReceipt().inAppPurchases.map(\.cancellationDate) == [nil])
    }

    @Test("The end of sharing revokes a purchase once, however often it was restored")
    func oneNotification() throws {
        try store.pay("level")
        try ben.restore()
        try store.family.setSharesPurchases(false)
        #expect(try ben.undeliveredRevocations().map(\.state) == [.purchased])
        #expect(try store.events == ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE", "REVOKE"])
        #expect(try FamilyInvariants(store).violations.isEmpty)
    }

    @Test("A renewal continues the member's original transaction")
    func renewal() throws {
        try store.pay("monthly")
        store.clock.advance(by: .days(40))
        try ben.restore()
        store.clock.advance(by: .days(30))
        let periods = try ben.entries().filter { $0.state == .purchased }
        #expect(periods.count == 3)
        #expect(Set(periods.map(\.originalID)) == [periods[0].id])
    }

    @Test(
        "A deleted purchase takes the notifications of the family with it",
        arguments: [true, false]
    )
    func notifications(isCleared: Bool) throws {
        let level = try store.pay("level")
        let own = try ben.pay("coins")
        #expect(try store.events.count == 3)
        if isCleared { try store.clear() } else { try store.delete(level.id) }
        #expect(try store.notifications.history().map(\.notification.entryID) == [own.id])
    }

    @Test("A deleted purchase takes the restored copies with it")
    func deletion() throws {
        let level = try store.pay("level")
        try ben.restore()
        try store.delete(level.id)
        #expect(try ben.entries().isEmpty)
    }
}
