import AppReceipt
import Foundation
import LocalAppStore
import StrictJSON
import Testing

@testable import storectl

@Suite("Notifications to the app's server", .timeLimit(.minutes(10)))
struct NotificationTests {
    let trial: Trial

    init() throws {
        trial = try Trial()
    }

    @Test("A trigger prints what happened on the way, the wanted notification last")
    func trigger() {
        let outcome = trial.run("trigger", "DID_FAIL_TO_RENEW.GRACE_PERIOD", "--json")
        #expect(outcome.status == .success)
        #expect(outcome.value("notifications", "0", "type") == .string("SUBSCRIBED"))
        #expect(outcome.value("notifications", "1", "type") == .string("DID_FAIL_TO_RENEW"))
        #expect(outcome.value("notifications", "1", "subtype") == .string("GRACE_PERIOD"))
        #expect(outcome.value("notifications", "1", "attempts") == .array([]))
    }

    @Test("A recovery follows a failed renewal without a grace period")
    func recovery() {
        let outcome = trial.run("trigger", "DID_RENEW.BILLING_RECOVERY", "--json")
        #expect(outcome.value("notifications", "1", "type") == .string("DID_FAIL_TO_RENEW"))
        #expect(outcome.value("notifications", "1", "subtype") == nil)
        #expect(outcome.value("notifications", "2", "subtype") == .string("BILLING_RECOVERY"))
    }

    @Test("A notification that no event leads to is refused, with the reason")
    func unreachable() {
        let outcome = trial.run("trigger", "SEATS_MOVED")
        #expect(outcome.status == .refused)
        let names = Store.Notifications.events.map(\.description).joined(separator: ", ")
        #expect(
            outcome.errors == """
                storectl: No event leads to the notification SEATS_MOVED: the type is unknown
                  Events lead to \(names).\n
                """
        )
        let subtype = trial.run("trigger", "DID_RENEW.FOO")
        #expect(subtype.errors.contains("the subtypes of DID_RENEW are: none, BILLING_RECOVERY"))
        #expect(trial.run("transactions", "--all-customers").output == "No transactions.\n")
        trial.run("settings", "set", "isAskToBuyEnabled", "on")
        for refused in ["DID_CHANGE_RENEWAL_PREF", "DID_RENEW", "REVOKE"] {
            #expect(trial.run("trigger", refused).status == .refused)
        }
        #expect(trial.run("customers", "--json").value("customers", "1") == nil)
        #expect(trial.run("transactions", "--all-customers").output == "No transactions.\n")
        #expect(trial.run("trigger", "A.B.C").status == .usage)
    }

    @Test("Every notification is reached again and again, by a new customer each")
    func everyTrigger() throws {
        try trial.write(Self.shop, to: "Shop.storekit")
        trial.run("notify", "to", "http://127.0.0.1:1/")
        for _ in 1...2 {
            for name in Store.Notifications.events.map(\.description) {
                let outcome = trial.run("trigger", name, "--json")
                #expect(outcome.status == .success, "\(name): \(outcome.errors)")
            }
        }
        let customers = try trial.store().customers.all().filter { $0.name.hasPrefix("trigger-") }
        // A test concerns no customer. A customer without earlier purchases serves the next event,
        // too.
        let free: Set<NotificationPayload.NotificationType> = [
            .test, .externalPurchaseToken, .rescindConsent,
        ]
        let count = Store.Notifications.events.count { !free.contains($0.type) }
        #expect(customers.count == 2 * count)
    }

    @Test("The claims of UNCLAIM_SEATS are given, and other notifications have none")
    func seatClaims() throws {
        let claim = "0a000000-0000-4000-8000-00000000000b"
        let outcome = trial.run("trigger", "UNCLAIM_SEATS", "--seat-claim", claim, "--json")
        #expect(outcome.value("notifications", "1", "type") == .string("UNCLAIM_SEATS"))
        let record = try #require(try trial.store().notifications.history().last)
        let claims = record.notification.payload.unclaimInfo?.seatClaimIdentifiers
        #expect(claims?.map { $0.uuidString.lowercased() } == [claim])
        let refused = trial.run("trigger", "REFUND", "--seat-claim", claim)
        #expect(refused.status == .refused)
        #expect(trial.run("trigger", "UNCLAIM_SEATS", "--seat-claim", "x").status == .usage)
    }

    @Test("A named customer continues from where they are, and an unused new one is used")
    func namedCustomer() throws {
        trial.run("customers", "--add", "ben")
        trial.run("trigger", "DID_FAIL_TO_RENEW", "--customer", "ben")
        let outcome = trial.run("trigger", "DID_RENEW.BILLING_RECOVERY", "--customer", "ben")
        #expect(outcome.output.contains("DID_RENEW.BILLING_RECOVERY"))
        #expect(!outcome.output.contains("SUBSCRIBED"))
        for _ in 1...2 {
            #expect(trial.run("trigger", "DID_CHANGE_RENEWAL_PREF").status == .refused)
        }
        trial.run("trigger", "REFUND")
        let names = try trial.store().customers.all().dropFirst().map(\.name)
        #expect(names == ["ben", "trigger-1"])
    }

    /// A shop in which every notification can happen.
    private static let shop = """
        {
          "products": [
            {"productID": "coins", "type": "Consumable", "displayPrice": "0.99"},
            {"productID": "level", "type": "NonConsumable", "displayPrice": "2.99",
             "familyShareable": true}
          ],
          "subscriptionGroups": [{"id": "club", "name": "Club", "subscriptions": [
            {"productID": "monthly", "type": "RecurringSubscription", "displayPrice": "4.99",
             "groupNumber": 2, "recurringSubscriptionPeriod": "P1M",
             "codeOffers": [{"referenceName": "Friends", "paymentMode": "free",
               "subscriptionPeriod": "P1W", "eligibility": ["existing"]}]},
            {"productID": "best", "type": "RecurringSubscription", "displayPrice": "9.99",
             "groupNumber": 1, "recurringSubscriptionPeriod": "P1M",
             "codeOffers": [{"referenceName": "Friends", "paymentMode": "free",
               "subscriptionPeriod": "P1W", "eligibility": ["existing"]}]}
          ]}],
          "version": {"major": 4, "minor": 0}
        }
        """

    @Test("Notifications are listed, by type and by failure")
    func list() throws {
        #expect(trial.run("notify", "list").output == "There are no notifications.\n")
        trial.run("trigger", "REFUND")
        let refunds = trial.run("notify", "list", "--type", "REFUND", "--json")
        #expect(refunds.value("notifications", "0", "type") == .string("REFUND"))
        let all = trial.run("notify", "list")
        #expect(all.output.hasPrefix("NOTIFICATION "))
        #expect(all.output.contains("ONE_TIME_CHARGE"))
        let failed = trial.run("notify", "list", "--failed", "--json")
        #expect(failed.value("notifications") == .array([]))
    }

    @Test("A delivery is under way, failed until the next attempt, or received")
    func deliveries() throws {
        trial.run("notify", "to", "http://127.0.0.1:1/")
        trial.run("buy", "coins")
        let store = try trial.store()
        let first = try #require(try store.notifications.beginAttempt())
        let next = "due 2026-01-01T01:00:00Z"
        #expect(trial.run("notify", "list").output.contains("  under way, \(next)  "))
        try store.notifications.end(first, with: .unsuccessfulStatus, status: 500, response: "no")
        let result = "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
        #expect(trial.run("notify", "list").output.contains("  \(result), \(next)  "))
        let failed = trial.run("notify", "list", "--failed", "--json")
        #expect(
            failed.value("notifications", "0", "attempts")
                == .array([
                    .object([
                        "date": .string("2026-01-01T00:00:00.000Z"), "response": .string("no"),
                        "result": .string(result), "status": .number("500"),
                    ])
                ])
        )
        trial.run("advance", "1h")
        let second = try #require(try store.notifications.beginAttempt())
        try store.notifications.end(second, with: .success, status: 200)
        #expect(trial.run("notify", "list").output.contains("  received  "))
        let none = trial.run("notify", "list", "--failed")
        #expect(none.output == "There are no notifications.\n")
    }

    @Test("The type of a list may have a subtype")
    func subtypes() {
        trial.run("trigger", "EXPIRED.VOLUNTARY")
        let initial = trial.run("notify", "list", "--type", "SUBSCRIBED.INITIAL_BUY", "--json")
        #expect(initial.value("notifications", "0", "type") == .string("SUBSCRIBED"))
        let again = trial.run("notify", "list", "--type", "SUBSCRIBED.RESUBSCRIBE")
        #expect(again.output == "There are no notifications.\n")
    }

    @Test("A trigger buys the product that is named", arguments: ["coins", "level", "monthly"])
    func product(name: String) {
        let outcome = trial.run("trigger", "REFUND", "--product", name)
        #expect(outcome.status == .success, "\(outcome.errors)")
        let bought = trial.run("transactions", "--all-customers", "--last", "1", "--json")
        #expect(bought.value("transactions", "0", "productID") == .string(name))
        let unknown = trial.run("trigger", "REFUND", "--product", "lvel")
        #expect(unknown.status == .refused)
        #expect(unknown.errors.contains("Did you mean level?"))
    }

    @Test("Several notifications are sent again at once, in the order in which they are named")
    func replays() throws {
        trial.run("notify", "to")
        for _ in 1...2 { trial.run("buy", "coins") }
        let records = try trial.store().notifications.history()
        let names = records.map { $0.notification.identifier.uuidString.lowercased() }
        try #require(names.count == 2)
        let outcome = trial.run("notify", "replay", names[1], names[0], "--json")
        #expect(outcome.value("notifications", "0", "identifier") == .string(names[1]))
        #expect(outcome.value("notifications", "1", "identifier") == .string(names[0]))
        #expect(outcome.value("notifications", "2") == nil)
    }

    @Test("An unknown notification among several keeps all from being sent again")
    func unknownReplay() throws {
        trial.run("notify", "to", "http://127.0.0.1:1/")
        trial.run("buy", "coins")
        let store = try trial.store()
        let attempt = try #require(try store.notifications.beginAttempt())
        try store.notifications.end(attempt, with: .success, status: 200)
        let known = attempt.notification.identifier.uuidString
        let unknown = "00000000-0000-0000-0000-000000000000"
        #expect(trial.run("notify", "replay", known, unknown).status == .refused)
        #expect(try store.notifications.nextDate() == nil)
    }

    @Test("A test needs an address, to which it is due then")
    func test() {
        #expect(trial.run("notify", "test").status == .refused)
        let address = "http://127.0.0.1:1/notifications"
        #expect(
            trial.run("notify", "to", address).output == "Notifications are sent to \(address).\n"
        )
        let outcome = trial.run("notify", "test")
        #expect(outcome.output.contains("TEST"))
        #expect(outcome.output.contains("due 2026-01-01T00:00:00Z"))
        #expect(trial.run("notify", "to", "nowhere").status == .usage)
        #expect(trial.run("notify", "to").output == "Notifications are recorded.\n")
    }

    @Test("A notification is sent again, and an unknown one is refused")
    func replay() throws {
        trial.run("trigger", "ONE_TIME_CHARGE")
        let store = try trial.store()
        let identifier = try #require(try store.notifications.history().first).notification
            .identifier
        let outcome = trial.run("notify", "replay", identifier.uuidString, "--json")
        #expect(
            outcome.value("notifications", "0", "nextAttemptDate")
                == .string("2026-01-01T00:00:00.000Z")
        )
        let unknown = "00000000-0000-0000-0000-000000000000"
        let refused = trial.run("notify", "replay", identifier.uuidString, unknown)
        #expect(refused.status == .refused)
        #expect(refused.errors.contains("no notification \(unknown)"))
    }
}
