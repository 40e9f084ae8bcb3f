import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Subscribing again after a refund")
struct ReturningTests {
    let store: Store

    init() throws {
        store = try .recording(.offers(), clock: .manual(startingAt: .start))
    }

    @Test("The customer subscribes again, with the same original transaction")
    func sameOriginal() throws {
        let first = try store.pay("yearly")
        store.clock.advance(by: .days(5))
        try store.refunds.refund(first.id)
        let again = try store.pay("yearly")
        #expect(again.originalID == first.id)
        #expect(again.originalPurchaseDate == first.purchaseDate)
        #expect(again.amountCharged == 49.99)
        #expect(try store.subscriptions.all().map(\.status) == [.subscribed])
        #expect(try store.verifyOwnReceipt().list("pending_renewal_info")?.count == 1)
        #expect(try store.events.suffix(2) == ["REFUND", "SUBSCRIBED.RESUBSCRIBE"])
    }

    @Test("The customer is a former subscriber for every kind of offer, who never paid")
    func offers() throws {
        try store.refunds.refund(store.pay("monthly").id)
        let former = try store.pay("yearly", offer: "winter")
        #expect(former.offer == .promotional(id: "winter"))
        try store.refunds.refund(former.id)
        #expect(try store.pay("monthly").offer == nil)
        let only = try Store.make(.offers(codeOffer: .code(for: [.expired])))
        try only.refunds.refund(only.pay("yearly").id)
        let code = try only.redeemOfferCode(referenceName: "spring", productID: "yearly")
        #expect(code.offer == .code(referenceName: "spring"))
        try only.refunds.refund(code.id)
        #expect(throws: StoreError.self) {
            try only.acceptWinBackOffer(id: "back", productID: "yearly")
        }
    }

    @Test("After the refund of an upgrade, too, the original transaction stays the same")
    func refundedUpgrade() throws {
        let first = try store.pay("monthly")
        try store.refunds.refund(store.pay("yearly").id)
        #expect(try store.pay("monthly").originalID == first.id)
        #expect(try store.subscriptions.all().map(\.status) == [.subscribed])
    }

    @Test("A deleted purchase leaves the refunded one, which does not renew")
    func deletion() throws {
        let first = try store.pay("yearly")
        try store.refunds.refund(first.id)
        store.clock.advance(by: .days(1))
        try store.delete(store.pay("monthly").id)
        let subscription = try #require(try store.subscriptions.all().first)
        #expect(subscription.status == .revoked)
        #expect(!subscription.isAutoRenewEnabled)
        store.clock.advance(by: .days(400))
        #expect(try store.entries().map(\.id) == [first.id])
    }

    @Test("Of two periods that were refunded at once, the first one can return")
    func firstOfTwo() throws {
        let first = try store.pay("yearly")
        try store.refunds.refund(first.id)
        try store.refunds.refund(store.pay("yearly").id)
        try store.refunds.reverse(first.id)
        let subscription = try #require(try store.subscriptions.all().first)
        #expect(subscription.entryID == first.id)
        #expect(subscription.status == .subscribed)
        #expect(!subscription.isAutoRenewEnabled)
        #expect(try store.pay("yearly").state == .scheduled)
    }
}
