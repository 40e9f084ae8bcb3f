import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Events of notifications")
struct NotificationEventTests {
    let clock = StoreClock.manual(startingAt: .start)
    let store: Store

    init() throws {
        store = try Store.recording(.offers(), clock: clock)
    }

    @Test("Without recording, nothing is recorded")
    func off() throws {
        try store.notifications.updateSettings { $0.isRecording = false }
        try store.pay("coins")
        #expect(try store.events.isEmpty)
    }

    @Test("A product that does not renew is charged once, and its download is no charge")
    func oneTime() throws {
        for product in ["coins", "level", "pass"] { try store.pay(product) }
        try store.finish([2])
        try store.pay("level")
        #expect(try store.events == ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE", "ONE_TIME_CHARGE"])
    }

    @Test("A payment that fails or waits causes nothing, and its approval does")
    func approval() throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let entry = try store.pay("monthly")
        #expect(try store.events.isEmpty)
        try store.approve(entry.id)
        #expect(try store.events == ["SUBSCRIBED.INITIAL_BUY"])
    }

    @Test("A subscription is bought, renewed, cancelled, expired and bought again")
    func life() throws {
        let entry = try store.pay("yearly")
        let end = try #require(entry.expirationDate)
        clock.advance(to: end)
        try store.subscriptions.setAutoRenew(false, of: entry.id)
        try store.subscriptions.setAutoRenew(true, of: entry.id)
        try store.subscriptions.setAutoRenew(false, of: entry.id)
        clock.advance(by: .days(366))
        try store.pay("yearly")
        #expect(
            try store.events == [
                "SUBSCRIBED.INITIAL_BUY", "DID_RENEW",
                "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED",
                "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED",
                "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", "EXPIRED.VOLUNTARY",
                "SUBSCRIBED.RESUBSCRIBE",
            ]
        )
        let dates = try store.notifications.history().map(\.notification.date)
        #expect(dates[1] == end)
        #expect(dates == dates.sorted())
    }

    @Test("An upgrade is told at once, and a downgrade when it is chosen or taken back")
    func preferences() throws {
        try store.pay("monthly")
        try store.pay("yearly")
        try store.pay("monthly")
        try store.pay("yearly")
        #expect(
            try store.events == [
                "SUBSCRIBED.INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF.UPGRADE",
                "DID_CHANGE_RENEWAL_PREF.DOWNGRADE", "DID_CHANGE_RENEWAL_PREF",
            ]
        )
    }

    @Test("A failed renewal leads through grace and retry to the end")
    func billing() throws {
        try store.updateSettings {
            $0.failsRenewals = true
            $0.allowsGracePeriod = true
        }
        let entry = try store.pay("yearly")
        clock.advance(to: try #require(entry.expirationDate))
        clock.advance(by: .days(61))
        #expect(
            try store.events.dropFirst() == [
                "DID_FAIL_TO_RENEW.GRACE_PERIOD", "GRACE_PERIOD_EXPIRED",
                "EXPIRED.BILLING_RETRY",
            ]
        )
        let statuses = try store.notifications.history().map(\.notification.payload.data?.status)
        #expect(statuses == [.active, .billingGracePeriod, .billingRetry, .expired])
    }

    @Test("A recovery during the grace period has the date of the payment, after the failure's")
    func recoveryInGracePeriod() throws {
        try store.updateSettings { settings in
            settings.failsRenewals = true
            settings.allowsGracePeriod = true
        }
        let entry = try store.pay("yearly")
        let failure = try #require(entry.expirationDate)
        clock.advance(to: failure)
        clock.advance(by: 60)
        try store.resolveIssue(entry.id)
        let notifications = try store.notifications.history().map(\.notification).suffix(2)
        #expect(notifications.map(\.subtype) == [.gracePeriod, .billingRecovery])
        #expect(notifications.map(\.date) == [failure, failure + 60])
    }

    @Test("A failed renewal without grace is recovered, or cancelled at once")
    func recovery() throws {
        try store.updateSettings { $0.failsRenewals = true }
        let entry = try store.pay("yearly")
        clock.advance(to: try #require(entry.expirationDate))
        try store.resolveIssue(entry.id)
        clock.advance(by: .days(366))
        try store.subscriptions.setAutoRenew(false, of: entry.id)
        #expect(
            try store.events.dropFirst() == [
                "DID_FAIL_TO_RENEW", "DID_RENEW.BILLING_RECOVERY", "DID_FAIL_TO_RENEW",
                "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", "EXPIRED.VOLUNTARY",
            ]
        )
    }

    @Test("A price increase is asked for and agreed to")
    func priceIncrease() throws {
        let entry = try store.pay("yearly")
        try store.subscriptions.requestPriceIncreaseConsent(of: entry.id)
        try store.subscriptions.consentToPriceIncrease(of: entry.id)
        #expect(
            try store.events.dropFirst() == ["PRICE_INCREASE.PENDING", "PRICE_INCREASE.ACCEPTED"]
        )
    }

    @Test("A price increase that is declined, or not answered, ends the subscription")
    func declinedIncrease() throws {
        let entry = try store.pay("yearly")
        try store.subscriptions.requestPriceIncreaseConsent(of: entry.id)
        try store.subscriptions.declinePriceIncrease(of: entry.id)
        clock.advance(to: try #require(entry.expirationDate))
        #expect(
            try store.events.dropFirst(2) == [
                "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", "EXPIRED.PRICE_INCREASE",
            ]
        )
    }

    @Test("A product that is no longer sold ends the subscription")
    func notForSale() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try Store.recording(.offers(), at: .file(folder.file()), clock: clock)
            try store.pay("yearly")
            try store.close()
        }
        clock.advance(by: .days(366))
        let store = try Store.make(Catalog(products: []), at: .file(folder.file()), clock: clock)
        #expect(try store.events.last == "EXPIRED.PRODUCT_NOT_FOR_SALE")
    }

    @Test("A refund is told with its date, and ends the subscription")
    func refund() throws {
        let entry = try store.pay("yearly")
        clock.advance(by: 60)
        try store.refunds.refund(entry.id)
        let notification = try #require(try store.notifications.history().last?.notification)
        #expect(notification.type == .refund)
        #expect(notification.transactionInfo?.revocationDate == .start + 60)
        #expect(notification.payload.data?.status == .revoked)
    }

    @Test("An offer to a subscriber is redeemed")
    func redemption() throws {
        try store.pay("monthly")
        try store.redeemOfferCode(referenceName: "spring", productID: "yearly")
        #expect(try store.events.last == "OFFER_REDEEMED.UPGRADE")
    }

    @Test("A family gets access, renews with the purchaser, and loses it")
    func family() throws {
        let store = try Store.recording(.family, clock: clock)
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: store.customerID)
        try store.pay("level")
        try store.pay("monthly")
        clock.advance(by: .days(31))
        try ben.family.leave()
        let records = try store.notifications.history().map(\.notification)
        let bens = records.filter { $0.customerID == ben.customerID }
        #expect(
            bens.map(\.event) == [
                "ONE_TIME_CHARGE", "SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "REVOKE", "REVOKE",
                "REVOKE",
            ]
        )
        #expect(bens.allSatisfy { $0.transactionInfo?.ownershipType == .familyShared })
        #expect(bens.last?.transactionInfo?.revocationType == .familyRevoke)
    }

    @Test("An event that is rolled back has no notification")
    func rollback() throws {
        #expect(throws: StoreError.self) {
            try store.redeemOfferCode(referenceName: "none", productID: "yearly")
        }
        try store.execute(
            sql: """
                CREATE TRIGGER full BEFORE INSERT ON subscription
                BEGIN SELECT RAISE(ABORT, 'full'); END
                """
        )
        #expect(throws: StoreError.self) { try store.pay("yearly") }
        #expect(try store.events.isEmpty)
    }
}
