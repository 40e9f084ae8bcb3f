import ControlDescription
import Foundation
import LocalAppStore
import StoreCommands
import StoreSamples
import StrictJSON
import Testing

@Suite("Rows of transactions and subscriptions", .timeLimit(.minutes(1)))
struct PurchaseRowTests {
    private let store: Store

    init() throws {
        store = try SampleShop.emptyStore()
    }

    @Test("A transaction that was refunded")
    func refunded() throws {
        let entry = try store.buy(
            PaymentRequest(productID: "coins", quantity: 2, applicationUsername: "me")
        )
        store.clock.advance(by: 1)
        let refunded = try store.refunds.refund(entry.id, reason: .developerIssue)
        let expected = try JSONValue(
            text: """
                {
                  "amountCharged": "1.98", "amountRefunded": "1.98", "appAccountToken": "me",
                  "currency": "USD", "customer": "customer", "customerID": 1, "hasIssue": false,
                  "id": 1, "isFamilyShared": false, "isFinished": false, "isRenewal": false,
                  "isUpgraded": false, "kind": "consumable", "orderID": "LAS0000000001",
                  "originalID": 1, "originalPurchaseDate": "2026-01-01T00:00:00.000Z",
                  "price": "0.99", "productID": "coins",
                  "purchaseDate": "2026-01-01T00:00:00.000Z", "quantity": 2,
                  "revocationDate": "2026-01-01T00:00:01.000Z",
                  "revocationReason": "developerIssue", "state": "purchased", "storefront": "USA"
                }
                """
        )
        let row = try TransactionRow(refunded, in: store)
        #expect(row.json.written == expected.written)
    }

    @Test("A date is text in UTC with milliseconds")
    func dates() {
        let date = Date(timeIntervalSince1970: 0.25)
        #expect(JSONValue.date(date) == .string("1970-01-01T00:00:00.250Z"))
    }

    @Test("A payment that failed has no order, and says why")
    func failed() throws {
        try store.buy(PaymentRequest(productID: "monthly"))
        let entry = try store.pay(PaymentRequest(productID: "monthly"))
        let members = try TransactionRow(entry, in: store).json
        #expect(members["state"] == .string("failed"))
        #expect(members["orderID"] == nil)
        let failure = try JSONValue(
            text: """
                {"code": 0, "serverCode": 3532,
                 "reason": "The customer is subscribed to \\"monthly\\" already."}
                """
        )
        #expect(members["failure"] == failure)
    }

    @Test("An offer has its kind and its name", arguments: samples)
    func offers(offer: LedgerEntry.Offer, text: String) throws {
        var entry = try store.buy(PaymentRequest(productID: "coins"))
        entry.offer = offer
        let json = try TransactionRow(entry, in: store).json
        #expect(json["offer"] == (try JSONValue(text: text)))
    }

    private static let samples: [(LedgerEntry.Offer, String)] = [
        (.introductory, #"{"kind": "introductory"}"#),
        (.promotional(id: "loyal"), #"{"kind": "promotional", "id": "loyal"}"#),
        (.code(referenceName: "Friends"), #"{"kind": "code", "id": "Friends"}"#),
        (.winBack(id: "back"), #"{"kind": "winBack", "id": "back"}"#),
    ]

    @Test("What a family shares names the transaction that was paid, and has no order")
    func shared() throws {
        let ben = try store.acting(forCustomerNamed: "ben")
        try ben.family.join(organizedBy: store.customer.id)
        let level = try store.buy(PaymentRequest(productID: "level"))
        let entry = try #require(try ben.entries().first)
        let members = try TransactionRow(entry, in: store).json
        #expect(members["customer"] == .string("ben"))
        #expect(members["sharedTransactionID"] == .number(level.id))
        #expect(members["amountCharged"] == .string("0"))
        #expect(members["orderID"] == nil)
    }

    @Test("A subscription that owes a payment")
    func billingIssue() throws {
        let gold = try store.buy(PaymentRequest(productID: "gold"))
        try store.updateSettings {
            $0.failsRenewals = true
            $0.allowsGracePeriod = true
        }
        store.clock.advance(by: 32 * 86_400)
        let status = try #require(try store.subscriptions.status(of: gold.id))
        let expected = try JSONValue(
            text: """
                {
                  "billingIssue": {
                    "gracePeriodEnd": "2026-02-17T00:00:00.000Z",
                    "retryEnd": "2026-04-02T00:00:00.000Z"
                  },
                  "customer": "customer", "customerID": 1,
                  "expirationDate": "2026-02-01T00:00:00.000Z", "groupID": "club", "id": 1,
                  "isAutoRenewEnabled": true, "isFamilyShared": false,
                  "nextEventDate": "2026-02-17T00:00:00.000Z", "productID": "gold",
                  "renewalProductID": "gold", "startDate": "2026-01-01T00:00:00.000Z",
                  "status": "inGracePeriod", "transactionID": 1,
                  "timeline": [
                    {
                      "start": "2026-01-01T00:00:00.000Z", "end": "2026-02-01T00:00:00.000Z",
                      "kind": "period", "productID": "gold", "transactionID": 1
                    },
                    {
                      "start": "2026-02-01T00:00:00.000Z", "end": "2026-02-17T00:00:00.000Z",
                      "kind": "grace", "productID": "gold"
                    }
                  ]
                }
                """
        )
        let row = try SubscriptionRow(status, in: store)
        #expect(row.json.written == expected.written)
    }

    @Test("A subscription that ended, and one that was refunded")
    func ended() throws {
        let gold = try store.buy(PaymentRequest(productID: "gold"))
        try store.subscriptions.setAutoRenew(false, of: gold.id)
        store.clock.advance(by: 40 * 86_400)
        let ended = try subscription(of: gold.id)
        #expect(ended["status"] == .string("expired"))
        #expect(ended["expirationReason"] == .string("customerCancelled"))
        #expect(ended["nextEventDate"] == nil)
        let again = try store.buy(PaymentRequest(productID: "gold"))
        try store.refunds.refund(again.id)
        let revoked = try subscription(of: again.id)
        #expect(revoked["status"] == .string("revoked"))
        #expect(revoked["revocationDate"] == .string("2026-02-10T00:00:00.000Z"))
    }

    private func subscription(of id: Int64) throws -> JSONValue {
        let status = try #require(try store.subscriptions.status(of: id))
        return try SubscriptionRow(status, in: store).json
    }
}
