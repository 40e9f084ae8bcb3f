import Foundation
import LocalAppStore
import StoreCommands
import StoreTestSupport
import StrictJSON
import Testing

@Suite("Rows of transactions and subscriptions", .timeLimit(.minutes(10)))
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
                  "id": 1, "isFinished": false,
                  "isRefundRequested": false, "isRenewal": false, "isUpgraded": false,
                  "kind": "consumable", "orderID": "LAS0000000001", "originalID": 1,
                  "originalPurchaseDate": "2026-01-01T00:00:00.000Z", "ownership": "purchased",
                  "price": "0.99",
                  "productID": "coins", "purchaseDate": "2026-01-01T00:00:00.000Z", "quantity": 2,
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
        let ben = try store.customers.acting(addingIfNeeded: "ben")
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
                  "accessEndDate": "2026-02-17T00:00:00.000Z", "billingPlan": "upFront",
                  "currency": "USD", "renewalBillingPlan": "upFront",
                  "customer": "customer", "customerID": 1,
                  "expirationDate": "2026-02-01T00:00:00.000Z", "group": "Club", "groupID": "club",
                  "id": 1, "price": "9.99", "renewalPrice": "9.99",
                  "isAutoRenewEnabled": true,
                  "ownership": "purchased",
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

    @Test("A subscription has the price of its next renewal, and of what it is")
    func renewalPrice() throws {
        let monthly = try store.buy(PaymentRequest(productID: "monthly"))
        let trial = try subscription(of: monthly.id)
        #expect(trial["price"] == .string("0"))
        #expect(trial["renewalPrice"] == .string("4.99"))
        var code = CustomerPurchase(productID: "monthly")
        code.offer = .promotional(id: "loyal")
        try store.buy(code)
        #expect(try subscription(of: monthly.id)["renewalPrice"] == .string("0.49"))
        try store.subscriptions.setAutoRenew(false, of: monthly.id)
        let cancelled = try subscription(of: monthly.id)
        #expect(cancelled["renewalPrice"] == nil)
        #expect(cancelled["accessEndDate"] == .string("2026-01-08T00:00:00.000Z"))
    }

    @Test("A payment of a commitment has its number, and what follows the last one")
    func commitment() throws {
        try store.updateSettings { $0.storefront = "DEU" }
        var purchase = CustomerPurchase(productID: "year")
        purchase.billingPlan = .monthly
        let first = try store.buy(purchase)
        try store.subscriptions.setAutoRenew(false, of: first.id)
        store.clock.advance(by: 32 * 86_400)
        let commitment = """
            "periodNumber": 2, "periodCount": 12, "price": "59.88",
            "expirationDate": "2027-01-01T00:00:00.000Z"
            """
        let row = try subscription(of: first.id)
        #expect(row["billingPlan"] == .string("monthly"))
        #expect(row["isAutoRenewEnabled"] == .bool(true))
        #expect(row["renewalPrice"] == .string("4.99"))
        let renewal = try JSONValue(
            text: """
                {\(commitment), "renewalProductID": "year", "renewalBillingPlan": "monthly",
                 "isAutoRenewEnabled": false}
                """
        )
        #expect(row["commitment"]?.written == renewal.written)
        let last = try #require(try store.entries().last)
        let transaction = try TransactionRow(last, in: store).json
        #expect(transaction["billingPlan"] == .string("monthly"))
        let payment = try JSONValue(text: "{\(commitment)}")
        #expect(transaction["commitment"]?.written == payment.written)
    }

    @Test("The member of a family pays for no renewal")
    func sharedSubscription() throws {
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: store.customer.id)
        try store.buy(PaymentRequest(productID: "gold"))
        let status = try #require(try ben.subscriptions.statuses().first)
        let row = try SubscriptionRow(status, in: store).json
        #expect(row["customer"] == .string("ben"))
        #expect(row["isAutoRenewEnabled"] == .bool(true))
        #expect(row["renewalPrice"] == nil)
    }

    @Test("A request for a refund is told until it is decided")
    func refundRequest() throws {
        let coins = try store.buy(PaymentRequest(productID: "coins"))
        let others = try store.buy(PaymentRequest(productID: "coins"))
        try store.refunds.request(coins.id, reason: .legal)
        func requested() throws -> [Bool] {
            let entries = try store.entries()
            return try TransactionRow.rows(of: entries, in: store).map(\.isRefundRequested)
        }
        #expect(try requested() == [true, false])
        #expect(try TransactionRow(coins, in: store).isRefundRequested)
        #expect(try !TransactionRow(others, in: store).isRefundRequested)
        try store.refunds.decide(of: coins.id, .declined)
        #expect(try requested() == [false, false])
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
        #expect(revoked["accessEndDate"] == revoked["revocationDate"])
        #expect(revoked["renewalPrice"] == nil)
    }

    private func subscription(of id: Int64) throws -> JSONValue {
        let status = try #require(try store.subscriptions.status(of: id))
        return try SubscriptionRow(status, in: store).json
    }
}
