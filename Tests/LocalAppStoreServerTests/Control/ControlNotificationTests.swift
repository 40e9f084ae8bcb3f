import Foundation
import LocalAppStore
import StoreTestSupport
import StrictJSON
import Testing

@testable import LocalAppStoreServer

@Suite("Control: notifications", .timeLimit(.minutes(10)))
struct ControlNotificationTests {
    private let store: Store

    init() throws {
        store = try .make()
        try store.notifications.updateSettings { $0.isRecording = true }
    }

    @Test("The settings are changed, and the address removed")
    func settings() async throws {
        let path = "/notification-settings"
        try await ControlClient.run(store) { client in
            let url = "http://127.0.0.1:9/hook"
            let set = try await client.ask("PATCH", path, #"{"url":"\#(url)"}"#)
            #expect(set.body["url"] == .string(url))
            #expect(set.body["isRecording"] == .bool(true))
            let removed = try await client.ask("PATCH", path, #"{"url":null,"isRecording":false}"#)
            #expect(removed.body["url"] == nil)
            #expect(try await client.get(path)["isRecording"] == .bool(false))
            for value in [#""ftp://a""#, #""http:""#, #""""#, "1", #""http://a\u0000b""#] {
                let body = #"{"url":\#(value)}"#
                #expect(try await client.refusal("PATCH", path, body) == "400 invalidMember")
            }
        }
    }

    @Test("The newest is first, with what it says, page by page")
    func list() async throws {
        try store.pay(PaymentRequest(productID: "monthly"))
        try store.subscriptions.forceRenewal(ofProduct: "monthly")
        try await ControlClient.run(store) { client in
            let first = try await client.get("/notifications?limit=1")
            #expect(first.all("notifications", "type") == [.string("DID_RENEW")])
            let next = try #require(first["next"]?.number)
            let second = try await client.get("/notifications?before=\(next)")
            #expect(second.all("notifications", "type") == [.string("SUBSCRIBED")])
            #expect(second.all("notifications", "customer") == [.string("customer")])
            #expect(second["hasMore"] == .bool(false))
            let typed = try await client.get("/notifications?type=SUBSCRIBED")
            #expect(typed.all("notifications", "transactionID") == [.number("1")])
            let failed = try await client.get("/notifications?failed=true")
            #expect(failed["notifications"] == .array([]))
        }
    }

    @Test("One notification has its signed payload too, a list has none")
    func details() async throws {
        try store.pay(PaymentRequest(productID: "monthly"))
        try await ControlClient.run(store) { client in
            let list = try await client.get("/notifications")["notifications"]?.elements
            let listed = try #require(list?.first?.members)
            #expect(listed["signedPayload"] == nil)
            let identifier = try #require(listed["identifier"]?.text)
            let found = try await client.get("/notifications/\(identifier)")
            let payload = found["signedPayload"]?["payload"]
            #expect(payload?["notificationType"] == .string("SUBSCRIBED"))
            #expect(payload?["notificationUUID"] == .string(identifier))
            var members = try #require(found.members)
            members["signedPayload"] = nil
            #expect(members == listed)
        }
    }

    @Test("A test notification needs an address, and can be sent again")
    func testing() async throws {
        try await ControlClient.run(store) { client in
            let path = "/notifications/test"
            #expect(try await client.refusal("POST", path) == "409 noNotificationURL")
            try store.notifications.updateSettings { $0.url = URL(string: "http://127.0.0.1:9") }
            let requested = try await client.ask("POST", path)
            #expect(requested.status == 201)
            let identifier = try #require(requested.body["identifier"]?.text)
            let replayed = try await client.ask("POST", "/notifications/\(identifier)/replay")
            #expect(replayed.body["type"] == .string("TEST"))
        }
    }

    @Test("A notification is triggered, for a customer and a product, and the way there is told")
    func trigger() async throws {
        let bea = try store.customers.acting(addingIfNeeded: "Bea")
        try await ControlClient.run(store) { client in
            let path = "/notifications/trigger"
            let triggers = try await client.get("/notifications/triggers")["triggers"]?.elements
            #expect(triggers?.contains(.string("EXPIRED.VOLUNTARY")) == true)
            let body = """
                {"notification":"EXPIRED.VOLUNTARY","customerID":\(bea.customerID),\
                "productID":"monthly"}
                """
            let response = try await client.ask("POST", path, body)
            #expect(response.status == 201)
            #expect(response.body.all("notifications", "type").last == .string("EXPIRED"))
            #expect(response.body.all("notifications", "type").first == .string("SUBSCRIBED"))
            #expect(try bea.subscriptions.all().map(\.status) == [.expired])
            for (body, code) in [
                (#"{"notification":"EXPIRED.LATER"}"#, "409 unreachableNotification"),
                (#"{"notification":"NONE"}"#, "409 unreachableNotification"),
                (#"{"notification":"TEST","productID":"gems"}"#, "404 unknownProduct"),
                (#"{"notification":"TEST","customerID":9}"#, "404 unknownCustomer"),
                (#"{"notification":"."}"#, "400 invalidMember"),
                (#"{"notification":"TEST.A.B"}"#, "400 invalidMember"),
                (#"{"notification":"UNCLAIM_SEATS","seatClaimIDs":["x"]}"#, "400 invalidMember"),
                (#"{"notification":"UNCLAIM_SEATS","seatClaimIDs":1}"#, "400 invalidMember"),
                (
                    #"{"notification":"TEST","seatClaimIDs":["\#(UUID().uuidString)"]}"#,
                    "409 unreachableNotification"
                ),
                ("{}", "400 invalidMember"), ("", "400 malformedJSON"),
            ] {
                #expect(try await client.refusal("POST", path, body) == code)
            }
        }
    }

    @Test("The claims of UNCLAIM_SEATS are given")
    func seatClaims() async throws {
        try await ControlClient.run(store) { client in
            let claim = "0a000000-0000-4000-8000-00000000000b"
            let body = #"{"notification":"UNCLAIM_SEATS","seatClaimIDs":["\#(claim)"]}"#
            let response = try await client.ask("POST", "/notifications/trigger", body)
            let row = try #require(response.body["notifications"]?.elements?.last)
            #expect(row["transactionID"] == .number("1"))
            let identifier = try #require(row["identifier"]?.text)
            let found = try await client.get("/notifications/\(identifier)")
            let info = found["signedPayload"]?["payload"]?["unclaimInfo"]
            #expect(info?["unclaimSeatIds"] == .array([.string(claim)]))
        }
    }

    @Test("Notifications are found by text, and those that failed are all sent again")
    func failed() async throws {
        let url = URL(string: "http://127.0.0.1:9/hook")
        try store.pay(PaymentRequest(productID: "coins"))
        try store.notifications.updateSettings { $0.url = url }
        try store.pay(PaymentRequest(productID: "monthly"))
        let attempt = try #require(try store.notifications.beginAttempt())
        try store.notifications.end(attempt, with: .timedOut)
        try store.notifications.updateSettings { $0.url = nil }
        try await ControlClient.run(store) { client in
            let found = try await client.get("/notifications?search=charge")
            #expect(found.all("notifications", "type") == [.string("ONE_TIME_CHARGE")])
            let replayed = try await client.ask("POST", "/notifications/replay")
            #expect(replayed.body["count"] == .number("1"))
        }
    }

    @Test("A notification that is none is not found")
    func unknown() async throws {
        try await ControlClient.run(store) { client in
            for identifier in ["x", UUID().uuidString] {
                let path = "/notifications/\(identifier)"
                #expect(try await client.refusal("GET", path) == "404 unknownNotification")
                let code = try await client.refusal("POST", "\(path)/replay")
                #expect(code == "404 unknownNotification")
            }
        }
    }
}
