import Foundation
import LocalAppStore
import Testing

@Suite("Win-back offers")
struct WinBackOfferTests {
    let store: Store

    init() throws {
        store = try .make(.offers())
    }

    private func refusal() throws -> LedgerEntry.Failure? {
        var request = PaymentRequest(productID: "monthly")
        request.offer = .winBack(id: "back")
        return try store.pay(request).failure
    }

    @Test("A former paid subscriber gets the offer")
    func former() throws {
        try store.subscribeInThePast()
        let date = store.clock.now
        let entry = try store.acceptWinBackOffer(id: "back", productID: "monthly")
        #expect(entry.offer == .winBack(id: "back"))
        #expect(entry.amountCharged == 1.99)
        #expect(entry.expirationDate == date + .days(61))
        #expect(try store.entry(entry.id) == entry)
    }

    @Test("A present subscriber, and one who never paid, does not get it")
    func others() throws {
        let start = "Win-back offers are for former paid subscribers; the customer "
        let never = start + "never paid in the group \"magazine\"."
        #expect(try refusal() == .init(.ineligibleForOffer, reason: never))
        try store.subscriptions.setAutoRenew(false, of: store.pay("monthly").id)
        store.clock.advance(by: .days(40))
        #expect(try refusal() == .init(.ineligibleForOffer, reason: never))
        let paid = try store.pay("yearly")
        let present = start + "is subscribed in the group \"magazine\"."
        #expect(try refusal() == .init(.ineligibleForOffer, reason: present))
        try store.refunds.refund(paid.id)
        #expect(try refusal() == .init(.ineligibleForOffer, reason: never))
    }

    @Test("A customer in billing retry gets it after the end of the subscription, and not before")
    func billingRetry() throws {
        try store.pay("yearly")
        try store.updateSettings { $0.failsRenewals = true }
        store.clock.advance(by: .days(370))
        let reason =
            "Win-back offers are for former paid subscribers; the customer is in billing retry in "
            + "the group \"magazine\"."
        #expect(try refusal() == .init(.ineligibleForOffer, reason: reason))
        store.clock.advance(by: .days(60))
        #expect(try store.subscriptions.all().map(\.status) == [.expired])
        #expect(try refusal() == nil)
    }

    @Test("An unknown offer is refused")
    func unknown() throws {
        try store.subscribeInThePast()
        let reason = "\"monthly\" has no win-back offer \"b\u{E1}ck\"; it has \"back\"."
        #expect(throws: StoreError.refusedPurchase(code: 11, reason: reason)) {
            try store.acceptWinBackOffer(id: "b\u{E1}ck", productID: "monthly")
        }
        #expect(throws: StoreError.unknownProduct(id: "bricks")) {
            try store.acceptWinBackOffer(id: "back", productID: "bricks")
        }
    }

    @Test("Its price is asked for with the offer, and a deferred one applies when it is approved")
    func deferred() throws {
        try store.subscribeInThePast()
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let waiting = try store.acceptWinBackOffer(id: "back", productID: "monthly")
        #expect(waiting.state == .deferred)
        #expect(try store.approve(waiting.id).offer == .winBack(id: "back"))
    }

    @Test("verifyReceipt has no member for it")
    func response() throws {
        try store.subscribeInThePast()
        try store.acceptWinBackOffer(id: "back", productID: "monthly")
        let response = try store.verifyOwnReceipt()
        let info = try #require(response.list("latest_receipt_info")?.first)
        #expect(info["product_id"] as? String == "monthly")
        #expect(info.keys.allSatisfy { !$0.contains("offer_") || $0.hasPrefix("is_in_intro") })
        #expect(info["is_trial_period"] as? String == "false")
    }

    @Test("A restored copy has no offer")
    func restored() throws {
        try store.subscribeInThePast()
        try store.acceptWinBackOffer(id: "back", productID: "monthly")
        let copies = try store.restore()
        #expect(copies.count == 2)
        #expect(copies.allSatisfy { $0.offer == nil && $0.requestedOffer == nil })
    }
}
