import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Events of refunds and extensions")
struct ServerRequestEventTests {
    let clock = StoreClock.manual(startingAt: .start)
    let store: Store

    init() throws {
        store = try Store.recording(.subscriptions, clock: clock)
    }

    @Test("A request for a refund asks for the consumption, with the customer's reason")
    func request() throws {
        let entry = try store.pay("monthly")
        try store.refunds.request(entry.id, reason: .unintendedPurchase)
        try store.refunds.decide(of: entry.id, .declined)
        try store.refunds.request(entry.id, reason: .legal)
        try store.refunds.decide(of: entry.id, .approved)
        #expect(
            try store.events.dropFirst() == [
                "CONSUMPTION_REQUEST", "REFUND_DECLINED", "CONSUMPTION_REQUEST", "REFUND",
            ]
        )
        let reasons = try store.notifications.history()
            .compactMap(\.notification.payload.data?.consumptionRequestReason)
        #expect(reasons == ["UNINTENDED_PURCHASE", "LEGAL"])
    }

    @Test("No consumption is asked of a non-consumable")
    func nonConsumable() throws {
        let store = try Store.recording(.family, clock: clock)
        try store.refunds.request(store.pay("level").id, reason: .other)
        #expect(try store.events == ["ONE_TIME_CHARGE"])
    }

    @Test("A refund that was taken back is told once, as the transaction is now")
    func reversal() throws {
        let entry = try store.pay("monthly")
        try store.refunds.refund(entry.id)
        try store.refunds.reverse(entry.id)
        let notification = try #require(try store.notifications.history().last?.notification)
        #expect(notification.type == .refundReversed)
        #expect(notification.transactionInfo?.revocationDate == nil)
        #expect(notification.payload.data?.status == .active)
        #expect(try store.events.count == 3)
    }

    @Test("An extension is told with the new dates")
    func renewalExtension() throws {
        let entry = try store.pay("monthly")
        let extended = try store.subscriptions.extendRenewalDate(
            of: entry.id,
            byDays: 10,
            reason: .other,
            requestIdentifier: "outage"
        )
        let notification = try #require(try store.notifications.history().last?.notification)
        #expect(notification.type == .renewalExtended)
        #expect(notification.transactionInfo?.expirationDate == extended.effectiveDate)
        #expect(notification.renewalInfo?.renewalDate == extended.effectiveDate)
    }

    @Test("An extension of many tells of each subscription, and sums up at the end")
    func massExtension() throws {
        try store.updateSettings { $0.failsRenewals = true }
        try store.customers.acting(addingIfNeeded: "ben").pay("monthly")
        clock.advance(by: .days(32))
        try store.pay("monthly")
        try store.subscriptions.requestMassExtension(
            ofProduct: "monthly",
            byDays: 10,
            reason: .other,
            requestIdentifier: "outage",
            storefronts: ["USA"]
        )
        try store.subscriptions.performMassExtensionBatch(limit: 2)
        try store.subscriptions.performMassExtensions()
        #expect(
            try store.events.suffix(3) == [
                "RENEWAL_EXTENSION.FAILURE", "RENEWAL_EXTENDED", "RENEWAL_EXTENSION.SUMMARY",
            ]
        )
        let notification = try #require(try store.notifications.history().last?.notification)
        let summary = try #require(notification.payload.summary)
        #expect(summary.productIdentifier == "monthly")
        #expect(summary.requestIdentifier == "outage")
        #expect(summary.storefrontCountryCodes == ["USA"])
        #expect(summary.succeededCount == 1)
        #expect(summary.failedCount == 1)
    }
}
