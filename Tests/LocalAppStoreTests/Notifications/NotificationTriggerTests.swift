import AppReceipt
import Foundation
import TestSupport
import Testing

@testable import LocalAppStore

@Suite("Triggers of notifications")
struct NotificationTriggerTests {
    let clock = StoreClock.manual(startingAt: .start)

    /// The types that a customer without a family reaches, and without an address.
    static let names = Store.Notifications.events.map(\.description)
        .filter { !["REVOKE", "TEST"].contains($0) }

    @Test("Events lead to every type and subtype", arguments: names)
    func everyType(name: String) throws {
        let store = try Store.make(.offers(), clock: clock)
        let settings = try store.settings
        let records = try store.trigger(name)
        #expect(records.last?.notification.event == name)
        #expect(try store.settings == settings)
        #expect(try store.notifications.settings.isRecording)
    }

    /// The types that a customer does not reach as often as they like.
    static let limited = ["SUBSCRIBED.INITIAL_BUY", "RENEWAL_EXTENDED"]

    @Test(
        "One customer reaches every type again, after any other",
        arguments: TestVolume.sample(names, every: 6)
    )
    func again(name: String) throws {
        let store = try Store.make(.offers(), clock: clock)
        for next in Self.names where !Self.limited.contains(next) {
            for name in [name, next] where name == next || !Self.limited.contains(name) {
                let records = try store.trigger(name)
                #expect(records.last?.notification.event == name, "after \(next)")
            }
        }
    }

    @Test("A customer subscribes to a group for the first time once")
    func firstTime() throws {
        let store = try Store.make(.offers(), clock: clock)
        try store.trigger("SUBSCRIBED.INITIAL_BUY")
        #expect(throws: StoreError.self) { try store.trigger("SUBSCRIBED.INITIAL_BUY") }
        #expect(try store.entries().count == 1)
    }

    @Test(
        "A customer continues from where they are",
        arguments: [
            ("DID_FAIL_TO_RENEW.GRACE_PERIOD", "GRACE_PERIOD_EXPIRED"),
            ("DID_FAIL_TO_RENEW", "EXPIRED.BILLING_RETRY"),
            ("DID_FAIL_TO_RENEW", "DID_RENEW.BILLING_RECOVERY"),
            ("DID_FAIL_TO_RENEW.GRACE_PERIOD", "DID_RENEW.BILLING_RECOVERY"),
            ("DID_FAIL_TO_RENEW", "RENEWAL_EXTENSION.FAILURE"),
            ("CONSUMPTION_REQUEST", "REFUND_DECLINED"),
            ("CONSUMPTION_REQUEST", "REFUND"),
            ("REFUND", "REFUND_REVERSED"),
            ("PRICE_INCREASE.PENDING", "PRICE_INCREASE.ACCEPTED"),
            ("PRICE_INCREASE.PENDING", "EXPIRED.PRICE_INCREASE"),
            ("DID_CHANGE_RENEWAL_PREF.DOWNGRADE", "DID_CHANGE_RENEWAL_PREF"),
            ("EXPIRED.VOLUNTARY", "SUBSCRIBED.RESUBSCRIBE"),
            ("SUBSCRIBED.INITIAL_BUY", "DID_RENEW"),
            ("EXTERNAL_PURCHASE_TOKEN.CREATED", "EXTERNAL_PURCHASE_TOKEN.ACTIVE_TOKEN_REMINDER"),
            ("SUBSCRIBED.INITIAL_BUY", "UNCLAIM_SEATS"),
        ]
    )
    func followUp(first: String, second: String) throws {
        let store = try Store.make(.offers(), clock: clock)
        try store.trigger(first)
        #expect(try store.trigger(second).map(\.notification.event) == [second])
    }

    @Test("A grace period ends on the way to the end of the billing retry")
    func endOfRetry() throws {
        let store = try Store.make(.offers(), clock: clock)
        try store.trigger("DID_FAIL_TO_RENEW.GRACE_PERIOD")
        let events = try store.trigger("EXPIRED.BILLING_RETRY").map(\.notification.event)
        #expect(events == ["GRACE_PERIOD_EXPIRED", "EXPIRED.BILLING_RETRY"])
    }

    @Test("What happens to other customers meanwhile is not returned")
    func others() throws {
        let store = try Store.recording(.offers(), clock: clock)
        let other = try store.customers.acting(addingIfNeeded: "ben")
        try other.pay("monthly")
        try store.trigger("DID_FAIL_TO_RENEW")
        let records = try store.trigger("EXPIRED.BILLING_RETRY")
        #expect(records.map(\.notification.event) == ["EXPIRED.BILLING_RETRY"])
        #expect(try other.entries().count > 1)
    }

    @Test("A member of the family loses what was shared")
    func revoke() throws {
        let store = try Store.make(.family, clock: clock)
        for _ in 1...2 {
            #expect(try store.trigger("REVOKE").last?.notification.event == "REVOKE")
        }
        let member = try store.customers.acting(addingIfNeeded: "ben")
        try member.family.join(organizedBy: store.customerID)
        let error = #expect(throws: StoreError.self) { try member.trigger("REVOKE") }
        #expect(error?.localizedDescription.contains("member of another") == true)
        #expect(try member.entries().allSatisfy(\.isFamilyShared))
    }

    @Test("A test goes to an address, and needs one")
    func test() throws {
        let store = try Store.make(clock: clock)
        #expect(throws: StoreError.self) { try store.trigger("TEST") }
        try store.notifications.updateSettings { $0.url = URL(string: "http://127.0.0.1:1/") }
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
        "What nothing leads to is an error that says why, and nothing is bought",
        arguments: [
            ("NONSENSE", nil, "the type is unknown"),
            (
                "EXTERNAL_PURCHASE_TOKEN", nil,
                "the subtypes of EXTERNAL_PURCHASE_TOKEN are: "
                    + "UNREPORTED, CREATED, ACTIVE_TOKEN_REMINDER"
            ),
            ("UNCLAIM_SEATS.SEATS", nil, "the subtypes of UNCLAIM_SEATS are: none"),
            (
                "OFFER_REDEEMED.INITIAL_BUY", nil,
                "the subtypes of OFFER_REDEEMED are: none, UPGRADE, DOWNGRADE"
            ),
            ("METADATA_UPDATE", "coins", "\"coins\" is not an auto-renewable subscription"),
            ("DID_RENEW.NONSENSE", nil, "the subtypes of DID_RENEW are: none, BILLING_RECOVERY"),
            ("REFUND.NONSENSE", nil, "the subtypes of REFUND are: none, SEATS"),
            ("SUBSCRIBED", nil, "the subtypes of SUBSCRIBED are: INITIAL_BUY, RESUBSCRIBE"),
            ("REVOKE", nil, "no product can be shared with a family"),
            ("OFFER_REDEEMED", nil, "no product has an offer for this subscriber"),
            (
                "OFFER_REDEEMED.UPGRADE", nil,
                "no product to change to has an offer for this subscriber"
            ),
            ("DID_RENEW", "coins", "\"coins\" is not an auto-renewable subscription"),
            (
                "ONE_TIME_CHARGE", "monthly",
                "it requires an unowned product that is not a subscription"
            ),
            (
                "CONSUMPTION_REQUEST", "level",
                "it requires a consumable or an auto-renewable subscription"
            ),
            (
                "SUBSCRIBED.INITIAL_BUY", "level",
                "it requires a subscription in a group in which the customer never subscribed"
            ),
            (
                "DID_CHANGE_RENEWAL_PREF.UPGRADE", "coins",
                "it requires a group with products of two levels"
            ),
        ] as [(String, String?, String)]
    )
    func unreachable(name: String, product: String?, reason: String) throws {
        let store = try Store.make(clock: clock)
        #expect(throws: StoreError.unreachableNotification(name, reason: reason)) {
            try store.trigger(name, product: product)
        }
        #expect(try store.entries().isEmpty)
    }

    @Test("A purchase that waits for approval leads nowhere so far")
    func approval() throws {
        let store = try Store.make(clock: clock)
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let reason = "transaction 1 waits for approval"
        #expect(throws: StoreError.unreachableNotification("DID_RENEW", reason: reason)) {
            try store.trigger("DID_RENEW")
        }
    }

    @Test("A commitment has no grace period, and a price increase is for its end")
    func commitment() throws {
        var product = CatalogProduct.make("year", level: 1, price: 100, period: .init(unit: .year))
        product.subscription?.monthlyPlan = MonthlyPlan(price: 10)
        let store = try Store.make(Catalog(products: [product]), clock: clock)
        try store.updateSettings { $0.storefront = "DEU" }
        var request = PaymentRequest(productID: "year")
        request.billingPlan = .monthly
        try store.pay(request)
        let reason = "a payment of a monthly plan has no grace period"
        for name in ["DID_FAIL_TO_RENEW.GRACE_PERIOD", "GRACE_PERIOD_EXPIRED"] {
            #expect(throws: StoreError.unreachableNotification(name, reason: reason)) {
                try store.trigger(name)
            }
        }
        #expect(try store.subscriptions.all().map(\.status) == [.subscribed])
        let events = try store.trigger("EXPIRED.PRICE_INCREASE").map(\.notification.event)
        let renewals = Array(repeating: "DID_RENEW", count: 11)
        #expect(events == ["PRICE_INCREASE.PENDING"] + renewals + ["EXPIRED.PRICE_INCREASE"])
    }

    @Test("The customer buys the product that is named")
    func product() throws {
        let store = try Store.make(.offers(), clock: clock)
        let entry = try store.trigger("DID_RENEW", product: "yearly").last?.notification.entryID
        #expect(try entry.flatMap { try store.entry($0)?.productID } == "yearly")
        try store.trigger("DID_RENEW", product: "monthly")
        #expect(try store.subscriptions.all().map(\.productID) == ["monthly"])
        #expect(throws: StoreError.unknownProduct(id: "gold")) {
            try store.trigger("REFUND", product: "gold")
        }
    }
}

extension Store {
    @discardableResult
    func trigger(_ name: String, product: String? = nil) throws -> [NotificationRecord] {
        try notifications.trigger(try #require(NotificationEvent(name)), product: product)
    }
}
