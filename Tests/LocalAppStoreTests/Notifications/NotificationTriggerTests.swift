import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Triggers of notifications")
struct NotificationTriggerTests {
    let clock = StoreClock.manual(startingAt: .start)

    @Test(
        "Events lead to every type that the store causes",
        arguments: [
            "ONE_TIME_CHARGE", "SUBSCRIBED.INITIAL_BUY", "SUBSCRIBED.RESUBSCRIBE", "DID_RENEW",
            "DID_RENEW.BILLING_RECOVERY", "DID_FAIL_TO_RENEW", "DID_FAIL_TO_RENEW.GRACE_PERIOD",
            "GRACE_PERIOD_EXPIRED", "EXPIRED.VOLUNTARY", "EXPIRED.BILLING_RETRY",
            "EXPIRED.PRICE_INCREASE", "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED",
            "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED", "DID_CHANGE_RENEWAL_PREF.UPGRADE",
            "DID_CHANGE_RENEWAL_PREF.DOWNGRADE", "DID_CHANGE_RENEWAL_PREF", "OFFER_REDEEMED",
            "OFFER_REDEEMED.UPGRADE", "OFFER_REDEEMED.DOWNGRADE", "PRICE_INCREASE.PENDING",
            "PRICE_INCREASE.ACCEPTED", "CONSUMPTION_REQUEST", "REFUND", "REFUND_DECLINED",
            "REFUND_REVERSED", "RENEWAL_EXTENDED", "RENEWAL_EXTENSION.SUMMARY",
            "RENEWAL_EXTENSION.FAILURE",
        ]
    )
    func everyType(name: String) throws {
        let store = try Store.make(.offers(), clock: clock)
        let settings = try store.settings
        let records = try store.trigger(name)
        #expect(records.last?.notification.event == name)
        #expect(try store.settings == settings)
        #expect(try store.notificationSettings.isRecording)
    }

    @Test("A member of the family loses what was shared")
    func revoke() throws {
        let store = try Store.make(.family, clock: clock)
        #expect(try store.trigger("REVOKE").last?.notification.event == "REVOKE")
    }

    @Test("A test goes to an address, and needs one")
    func test() throws {
        let store = try Store.make(clock: clock)
        #expect(throws: Store.Error.self) { try store.trigger("TEST") }
        try store.updateNotificationSettings { $0.url = URL(string: "http://127.0.0.1:1/") }
        #expect(try store.trigger("TEST").last?.notification.event == "TEST")
    }

    @Test("What the customer has is used, and the sequence is as short as it can be")
    func shortest() throws {
        let store = try Store.make(.offers(), clock: clock)
        try store.pay("yearly")
        let records = try store.trigger("DID_RENEW")
        #expect(records.map(\.notification.event) == ["DID_RENEW"])
    }

    @Test(
        "What nothing leads to is an error that says why",
        arguments: [
            "EXPIRED.PRODUCT_NOT_FOR_SALE", "EXTERNAL_PURCHASE_TOKEN", "REVOKE", "NONSENSE",
            "DID_RENEW.NONSENSE",
        ]
    )
    func unreachable(name: String) throws {
        let store = try Store.make(clock: clock)
        let error = #expect(throws: Store.Error.self) { try store.trigger(name) }
        guard case .unreachableNotification(name, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("The customer buys the product that is named")
    func product() throws {
        let store = try Store.make(.offers(), clock: clock)
        let entry = try store.trigger("DID_RENEW", product: "yearly").last?.notification.entryID
        #expect(try entry.flatMap { try store.entry($0)?.productID } == "yearly")
    }
}

extension Store {
    @discardableResult
    fileprivate func trigger(_ name: String, product: String? = nil) throws -> [NotificationRecord]
    {
        let parts = name.split(separator: ".").map(String.init)
        return try trigger(
            .init(rawValue: parts[0]),
            parts.dropFirst().first.map(NotificationPayload.Subtype.init),
            product: product
        )
    }
}
