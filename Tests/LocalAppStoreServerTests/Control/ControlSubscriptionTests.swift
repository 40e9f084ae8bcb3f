import Foundation
import LocalAppStore
import StoreTestSupport
import StrictJSON
import Testing

@testable import LocalAppStoreServer

@Suite("Control: subscriptions", .timeLimit(.minutes(10)))
struct ControlSubscriptionTests {
    private let store: Store
    private let id: LedgerEntry.ID

    init() throws {
        store = try .make()
        id = try store.pay(PaymentRequest(productID: "monthly")).id
    }

    @Test("A list has the timelines, and one subscription its renewal info too")
    func list() async throws {
        let other = try store.customers.acting(addingIfNeeded: "Bea")
        try other.pay(PaymentRequest(productID: "monthly"))
        try await ControlClient.run(store) { client in
            let body = try await client.get("/subscriptions")
            #expect(body.all("subscriptions", "customer").map { $0?.text } == ["Bea", "customer"])
            #expect(body.all("subscriptions", "signedRenewalInfo") == [nil, nil])
            let first = try await client.get("/subscriptions/\(id)")
            #expect(first["status"] == .string("subscribed"))
            let payload = first["signedRenewalInfo"]?["payload"]
            #expect(payload?["originalTransactionId"] == .string("\(id)"))
            let segment = try #require(first["timeline"]?.elements?.first)
            #expect(segment["kind"] == .string("period"))
            #expect(segment["end"] == .string("2024-04-01T12:00:00.000Z"))
            let one = try await client.get("/subscriptions?customerID=\(other.customerID)")
            #expect(one.all("subscriptions", "customer").map { $0?.text } == ["Bea"])
            let code = try await client.refusal("GET", "/subscriptions?customerID=7")
            #expect(code == "404 unknownCustomer")
        }
    }

    @Test("Subscriptions come page by page, without those that ended if those are not wanted")
    func pages() async throws {
        let other = try store.customers.acting(addingIfNeeded: "Bea")
        let latest = try other.pay(PaymentRequest(productID: "monthly")).id
        try store.subscriptions.forceExpiry(ofProduct: "monthly")
        try await ControlClient.run(store) { client in
            let first = try await client.get("/subscriptions?limit=1&periods=0")
            #expect(first.all("subscriptions", "id").map { $0?.number } == [latest])
            #expect(first.all("subscriptions", "timeline") == [.array([])])
            let second = try await client.get("/subscriptions?before=\(latest)")
            #expect(second.all("subscriptions", "id").map { $0?.number } == [id])
            #expect(second["next"] == nil)
            let active = try await client.get("/subscriptions?active=true")
            #expect(active.all("subscriptions", "id").map { $0?.number } == [latest])
        }
    }

    @Test("Subscriptions are found by product, status and text")
    func filters() async throws {
        let other = try store.customers.acting(addingIfNeeded: "Bea")
        let latest = try other.pay(PaymentRequest(productID: "monthly")).id
        try store.subscriptions.forceExpiry(ofProduct: "monthly")
        try await ControlClient.run(store) { client in
            for (query, expected) in [
                ("productID=monthly", [latest, id]), ("productID=gems", []),
                ("status=expired", [id]), ("status=subscribed", [latest]), ("search=bea", [latest]),
                ("search=\(id)", [id]),
            ] {
                let found = try await client.get("/subscriptions?\(query)")
                #expect(found.all("subscriptions", "id").map { $0?.number } == expected)
            }
            let code = try await client.refusal("GET", "/subscriptions?status=ended")
            #expect(code == "400 invalidMember")
        }
    }

    @Test("A subscription is renewed and ends")
    func renewing() async throws {
        store.clock.advance(by: 86_400)
        try await ControlClient.run(store) { client in
            let renewed = try await client.ask("POST", "/subscriptions/\(id)/renew")
            #expect(renewed.body["transactionID"] == .number("\(id + 1)"))
            store.clock.advance(by: 86_400)
            let ended = try await client.ask("POST", "/subscriptions/\(id)/expire")
            #expect(ended.body["status"] == .string("expired"))
            #expect(ended.body["expirationReason"] == .string("customerCancelled"))
            let code = try await client.refusal("POST", "/subscriptions/\(id)/renew")
            #expect(code == "409 unsuitableTransaction")
        }
    }

    @Test("Auto-renew is turned off, and consent asked for and given")
    func switches() async throws {
        try await ControlClient.run(store) { client in
            let path = "/subscriptions/\(id)"
            let off = try await client.ask("PUT", "\(path)/auto-renew", #"{"isEnabled":false}"#)
            #expect(off.body["isAutoRenewEnabled"] == .bool(false))
            for (answer, consent) in [
                ("ask", "pending"), ("agree", "agreed"), ("ask", "pending"),
                ("decline", "declined"),
            ] {
                let body = #"{"answer":"\#(answer)"}"#
                let response = try await client.ask("POST", "\(path)/consent", body)
                #expect(response.body["priceConsent"] == .string(consent))
            }
        }
    }

    @Test("A failed renewal is told with the end of its grace period")
    func billingIssue() async throws {
        try store.updateSettings {
            $0.failsRenewals = true
            $0.allowsGracePeriod = true
        }
        store.clock.advance(by: 32 * 86_400)
        try await ControlClient.run(store) { client in
            let body = try await client.get("/subscriptions")
            let subscription = try #require(body["subscriptions"]?.elements?.first)
            #expect(subscription["status"] == .string("inGracePeriod"))
            #expect(subscription["billingIssue"]?["gracePeriodEnd"] != nil)
            #expect(subscription.all("timeline", "kind") == [.string("period"), .string("grace")])
        }
    }

    @Test(
        "A subscription that is none is not found, and a body that is none is refused",
        arguments: [
            ("GET", "9", "", "404 unknownSubscription"),
            ("GET", "2", "", "404 unknownSubscription"),
            ("POST", "9/renew", "", "404 unknownSubscription"),
            ("POST", "2/expire", "", "404 unknownSubscription"),
            ("POST", "x/consent", #"{"answer":"ask"}"#, "404 unknownSubscription"),
            ("PUT", "9/auto-renew", #"{"isEnabled":true}"#, "404 unknownSubscription"),
            ("POST", "1/consent", "{}", "400 invalidMember"),
            ("POST", "1/consent", #"{"answer":"later"}"#, "400 invalidMember"),
            ("PUT", "1/auto-renew", "", "400 invalidMember"),
            ("PUT", "1/auto-renew", #"{"isEnabled":1}"#, "400 invalidMember"),
            ("POST", "1/renew", #"{"now":true}"#, "400 unknownMember"),
            ("POST", "1/expire", #"{"now":true}"#, "400 unknownMember"),
        ]
    )
    func refused(method: String, path: String, body: String, code: String) async throws {
        try store.pay(PaymentRequest(productID: "coins"))
        try await ControlClient.run(store) { client in
            let refusal = try await client.refusal(method, "/subscriptions/\(path)", body)
            #expect(refusal == code)
        }
    }
}
