import AppReceipt
import Foundation
import LocalAppStore
import StoreTestSupport
import StrictJSON
import Testing

@testable import LocalAppStoreServer

@Suite("Control: the store and its time", .timeLimit(.minutes(10)))
struct ControlStoreTests {
    private let store: Store

    init() throws {
        store = try .make()
    }

    @Test("The store tells what it is")
    func description() async throws {
        try store.updateReceiptSettings { $0.environment = .production }
        try await ControlClient.run(store) { client in
            let body = try await client.get("/store")
            #expect(body["bundleIdentifier"] == .string("com.example.shop"))
            #expect(body["environment"] == .string("Production"))
            #expect(body["now"] == .string("2024-03-01T12:00:00.000Z"))
            #expect(body["nextEventDate"] == nil)
            #expect(body["isManualClock"] == .bool(true))
            #expect(body["ledger"] == .string(":memory:"))
            let root = Data(try store.signedTransactionRootCertificate).base64EncodedString()
            #expect(body["rootCertificate"] == .string(root))
            let key = try client.server.server.apiKey
            #expect(body["credentials"]?["keyID"] == .string(key.id))
            #expect(body["credentials"]?["privateKeyPath"] == nil)
        }
    }

    @Test("A ledger that cannot be used is named, with the way out")
    func unusableLedger() async throws {
        try await ControlClient.run(store) { client in
            try store.close()
            #expect(try await client.refusal("GET", "/transactions") == "500 unusableLedger")
            let message = try await client.message("GET", "/transactions")
            #expect(message.hasPrefix("The store's ledger :memory: cannot be used"))
            #expect(message.contains("Make :memory: and its folder readable"))
        }
    }

    @Test("Products have the terms of their subscription")
    func products() async throws {
        try await ControlClient.run(store) { client in
            let body = try await client.get("/products")
            #expect(body.all("products", "id") == [.string("coins"), .string("monthly")])
            #expect(body.all("products", "price") == [.string("0.99"), .string("4.99")])
            let monthly = try #require(body["products"]?.elements?.last)
            #expect(monthly["subscription"]?["period"] == .string("P1M"))
        }
    }

    @Test("Time advances by a length of time or to a date, and renews what is due")
    func time() async throws {
        try store.pay(PaymentRequest(productID: "monthly"))
        try await ControlClient.run(store) { client in
            let first = try await client.ask("POST", "/time", #"{"advance":"90s"}"#)
            #expect(first.body["now"] == .string("2024-03-01T12:01:30.000Z"))
            let date = #"{"advance":"2024-04-02T12:00:00Z"}"#
            let second = try await client.ask("POST", "/time", date)
            #expect(second.body["now"] == .string("2024-04-02T12:00:00.000Z"))
            let next = JSONValue.string("2024-05-01T12:00:00.000Z")
            #expect(second.body["nextEventDate"] == next)
            #expect(try await client.get("/store")["nextEventDate"] == next)
            #expect(try store.entries().map(\.isRenewal) == [false, true])
            let code = try await client.refusal(
                "POST",
                "/time",
                #"{"advance":"2024-03-02T00:00:00Z"}"#
            )
            #expect(code == "409 timeInPast")
        }
    }

    @Test(
        "A time that cannot be reached is refused",
        arguments: [
            "{}", #"{"advance":1}"#, #"{"advance":"-1d"}"#, #"{"advance":"0d"}"#,
            #"{"advance":"1e300s"}"#, #"{"advance":"316224001s"}"#, #"{"advance":"11y"}"#,
            #"{"advance":"1"}"#, #"{"advance":"tomorrow"}"#, #"{"advance":"2024-13-01T00:00:00Z"}"#,
            #"{"advance":"9999-12-31T00:00:00Z"}"#, #"{"advance":null}"#,
        ]
    )
    func unreachable(body: String) async throws {
        try await ControlClient.run(store) { client in
            let code = try await client.refusal("POST", "/time", body)
            #expect(code == "400 invalidMember")
        }
        #expect(store.clock.now == .start)
    }

    @Test("Reset clears the purchases of every customer")
    func reset() async throws {
        let other = try store.customers.acting(addingIfNeeded: "other")
        try store.pay(PaymentRequest(productID: "coins"))
        try other.pay(PaymentRequest(productID: "coins"))
        try await ControlClient.run(store) { client in
            let status = try await client.ask("POST", "/reset").status
            #expect(status == 200)
        }
        #expect(try store.entries().isEmpty)
        #expect(try other.entries().isEmpty)
    }

    @Test("A reset leaves no notification of what is no longer there, and the environment")
    func resetNotifications() async throws {
        try store.updateReceiptSettings { $0.environment = .production }
        try store.record(to: try #require(URL(string: "http://127.0.0.1:1/")))
        try store.pay("coins")
        let attempt = try #require(try store.notifications.beginAttempt())
        try store.notifications.requestTest()
        try store.clearAllCustomers(resettingSettings: false)
        // The pending attempt ends later.
        try store.notifications.end(attempt, with: .noResponse)
        try store.pay("coins")
        #expect(try store.notifications.history().map(\.attempts.count) == [0])
        #expect(try store.receiptSettings.environment == .production)
    }
}
