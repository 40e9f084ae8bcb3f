import Foundation
import LocalAppStore
import StoreCommands
import StoreTestSupport
import StrictJSON
import Testing

@Suite("Rows of everything but purchases", .timeLimit(.minutes(10)))
struct StoreRowTests {
    private let store: Store

    init() throws {
        store = try SampleShop.emptyStore()
    }

    @Test("A customer has a family, and a balance unless nobody summed it up")
    func customers() throws {
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: store.customer.id)
        try ben.family.setAsksToBuy(true)
        try store.buy(PaymentRequest(productID: "coins"))
        let expected = try JSONValue(
            text: """
                {"id": 2, "name": "ben", "asksToBuy": true, "sharesPurchases": true,
                 "familyOrganizerID": 1, "familyOrganizer": "customer", "balance": {}}
                """
        )
        let row = try CustomerRow(try ben.customer, in: store)
        #expect(row.json.written == expected.written)
        let all = try store.customers.list(limit: 5, hasBalances: true).customers
        let balances = try CustomerRow.rows(of: all, hasBalances: true, in: store)
            .map { $0.json["balance"] }
        #expect(balances == [.object([:]), .object(["USD": .string("0.99")])])
        let others = try CustomerRow.rows(of: all, hasBalances: false, in: store)
        #expect(others.allSatisfy { $0.json["balance"] == nil })
    }

    @Test("A product has the storefront's price, and a subscription its offers")
    func products() throws {
        let rows = try store.catalog.products.map { ProductRow($0, try store.settings) }
        let monthly = try #require(rows.first { $0.product.id == "monthly" })
        let expected = try JSONValue(
            text: """
                {
                  "id": "monthly", "kind": "autoRenewableSubscription",
                  "displayName": "monthly", "isFamilyShareable": false,
                  "price": "4.99", "currency": "USD",
                  "subscription": {
                    "groupID": "club", "level": 2, "period": "P1M",
                    "introductoryOffer": {
                      "kind": "introductory", "paymentMode": "freeTrial",
                      "period": "P1W", "periods": 1, "price": "0"
                    },
                    "promotionalOffers": [{
                      "kind": "promotional", "id": "loyal", "paymentMode": "payAsYouGo",
                      "period": "P1M", "periods": 2, "price": "0.49"
                    }],
                    "codeOffers": [{
                      "kind": "code", "id": "Friends", "paymentMode": "freeTrial",
                      "period": "P1W", "periods": 1, "price": "0"
                    }],
                    "winBackOffers": [{
                      "kind": "winBack", "id": "back", "paymentMode": "payUpFront",
                      "period": "P1M", "periods": 2, "price": "1.99"
                    }],
                    "seatTiers": []
                  }
                }
                """
        )
        #expect(monthly.json.written == expected.written)
        #expect(
            monthly.offers.map(\.name.text)
                == ["introductory", "promotional:loyal", "code:Friends", "winBack:back"]
        )
        #expect(rows[0].json["displayName"] == .string("Coins"))
        #expect(rows[0].json["subscription"] == nil)
        #expect(rows[0].json["codeOffers"] == .array([]))
        let level = try #require(rows.first { $0.product.id == "level" })
        let offer = try JSONValue(
            text: """
                {"kind": "code", "id": "Friends", "paymentMode": "oneTime", "price": "0.99"}
                """
        )
        #expect(level.json["codeOffers"]?.written == JSONValue.array([offer]).written)
        #expect(level.offers.map(\.name.text) == ["code:Friends"])
    }

    @Test("A monthly plan has its prices and offers, where the storefront sells it")
    func monthlyPlan() throws {
        let year = try #require(store.catalog.product(withIdentifier: "year"))
        func plan(in storefront: String) throws -> JSONValue? {
            try store.updateSettings { $0.storefront = storefront }
            return try ProductRow(year, store.settings).json["subscription"]?["monthlyPlan"]
        }
        #expect(try plan(in: "USA") == nil)
        let expected = try JSONValue(
            text: """
                {
                  "price": "4.99", "commitmentPrice": "59.88", "codeOffers": [],
                  "winBackOffers": [],
                  "promotionalOffers": [{
                    "kind": "promotional", "id": "half", "paymentMode": "payAsYouGo",
                    "period": "P1M", "periods": 2, "price": "2.49"
                  }]
                }
                """
        )
        #expect(try plan(in: "DEU")?.written == expected.written)
    }

    @Test("A notification has the customer it is about, and the attempts to send it")
    func notifications() throws {
        try store.notifications.updateSettings {
            $0.isRecording = true
            $0.url = URL(string: "http://127.0.0.1:9/hook")
        }
        try store.buy(PaymentRequest(productID: "coins"))
        let attempt = try #require(try store.notifications.beginAttempt())
        try store.notifications.end(attempt, with: .unsuccessfulStatus, status: 500, response: "oh")
        let record = try #require(try store.notifications.latest().first)
        let identifier = record.notification.identifier.uuidString.lowercased()
        let expected = try JSONValue(
            text: """
                {
                  "identifier": "\(identifier)", "type": "ONE_TIME_CHARGE",
                  "date": "2026-01-01T00:00:00.000Z", "customerID": 1,
                  "customer": "customer", "transactionID": 1,
                  "nextAttemptDate": "2026-01-01T01:00:00.000Z",
                  "attempts": [{
                    "date": "2026-01-01T00:00:00.000Z",
                    "result": "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "status": 500,
                    "response": "oh"
                  }]
                }
                """
        )
        let row = try NotificationRow(record, in: store)
        #expect(row.json.written == expected.written)
        _ = try store.notifications.requestTest()
        let test = try #require(try store.notifications.latest().first)
        let members = try NotificationRow(test, in: store).json
        #expect(members["type"] == .string("TEST"))
        #expect(members["customer"] == nil && members["customerID"] == nil)
    }

    @Test("A request for a refund, before and after its decision")
    func refundRequests() throws {
        let coins = try store.buy(PaymentRequest(productID: "coins"))
        try store.refunds.request(coins.id, reason: .legal)
        let open = """
            "id": 1, "transactionID": 1, "productID": "coins", "customerID": 1,
            "customer": "customer", "reason": "LEGAL", "requestDate": "2026-01-01T00:00:00.000Z"
            """
        #expect(try request()?.written == JSONValue(text: "{\(open)}").written)
        let report = """
            {"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED"}
            """
        let consumption = try ConsumptionReport(.two, json: Data(report.utf8))
        try store.refunds.recordConsumption(consumption, of: coins.id)
        store.clock.advance(by: 60)
        try store.refunds.decide(of: coins.id, .declined)
        let decided = """
            {\(open), "consumption": \(report), "decision": "declined",
             "decisionDate": "2026-01-01T00:01:00.000Z"}
            """
        #expect(try request()?.written == JSONValue(text: decided).written)
    }

    private func request() throws -> JSONValue? {
        try RefundRequestRow.rows(of: store.refunds.requests(), in: store).last?.json
    }

    @Test("Settings without a value are missing")
    func settings() throws {
        let new = try SettingsRow(of: store).members
        for name in ["appAppleID", "sharedSecret", "plannedResponse"] { #expect(new[name] == nil) }
        #expect(new["timeRate"] == .string("realTime"))
        #expect(try store.notifications.settings.json == .object(["isRecording": .bool(false)]))
        try store.updateReceiptSettings {
            $0.appleIdentifier = 1234
            $0.sharedSecret = "hush"
            $0.plannedResponse = .init(status: 21005)
        }
        let members = try SettingsRow(of: store).members
        #expect(members["appAppleID"] == .number("1234"))
        #expect(members["sharedSecret"] == .string("hush"))
        #expect(members["plannedResponse"] == .object(["status": .number("21005")]))
    }
}
