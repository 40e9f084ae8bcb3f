import FlyingSocks
import Foundation
import LocalAppStore
import StoreTestSupport
import StrictJSON
import Testing

@testable import LocalAppStoreServer

@Suite("Control: the entitlement service", .timeLimit(.minutes(10)))
struct ControlEntitlementTests {
    private static let path = "/transactions/1/entitlements"
    /// The end of the first period.
    private static let end = "2024-04-01T12:00:00Z"

    private let store: Store

    init() throws {
        store = try .make()
        try store.pay("monthly")
    }

    @Test("It is asked by the first transaction, the app and the environment, with the key")
    func request() async throws {
        let service = try EntitlementServer.listing()
        store.clock.advance(by: 32 * 86_400)
        try await service.asked(about: store) { client in
            _ = try await client.get("/transactions/2/entitlements")
        }
        var requests = service.server.requests.makeAsyncIterator()
        let lines = try #require(await requests.next()).components(separatedBy: "\r\n")
        let query = "app=com.example.shop&environment=Sandbox"
        #expect(lines.first == "GET /base/v1/customers/1/entitlements?\(query) HTTP/1.1")
        #expect(lines.contains("Authorization: Bearer \(EntitlementServer.key)"))
    }

    @Test("Its answer stands beside what the store has")
    func agreement() async throws {
        let seats = #""seats":12,"role":"purchaser","#
        let other = EntitlementServer.element(of: 7, product: "level", seats: seats)
        let service = try EntitlementServer.listing(
            EntitlementServer.element(until: Self.end),
            other,
            #"{"name":"beta","state":"active","granted":true,"until":null,"source":"grant"}"#
        )
        try await service.asked(about: store) { client in
            let body = try await client.get(Self.path)
            let expected = try JSONValue(
                text: """
                    {"originalID": 1, "agreement": "agrees",
                     "entitlements": [
                       {"name": "premium", "productID": "monthly", "originalTransactionID": "1",
                        "state": "active", "isGranted": true, "until": "2024-04-01T12:00:00.000Z"},
                       {"name": "premium", "productID": "level", "originalTransactionID": "7",
                        "state": "active", "isGranted": true, "seats": 12,
                        "role": "purchaser"},
                       {"name": "beta", "state": "active", "isGranted": true,
                        "source": "grant"}],
                     "expected": {"isGranted": true, "state": "active",
                                  "until": "2024-04-01T12:00:00.000Z"}}
                    """
            )
            #expect(body == expected)
        }
    }

    @Test(
        "Another list, state or end than the store's is a difference",
        arguments: [
            ([], "differs"), ([EntitlementServer.element(of: 7)], "differs"),
            ([EntitlementServer.element()], "agrees"),
            ([EntitlementServer.element(granted: false)], "differs"),
            ([EntitlementServer.element(state: "gracePeriod")], "differs"),
            ([EntitlementServer.element(state: "billingRetry", granted: false)], "differs"),
            ([EntitlementServer.element(until: "2024-03-01T12:00:00Z")], "differs"),
            ([EntitlementServer.element(until: "2024-04-01T12:00:00.5Z")], "agrees"),
        ]
    )
    func difference(elements: [String], agreement: String) async throws {
        let list = elements.joined(separator: ",")
        let service = try EntitlementServer(#"{"entitlements":[\#(list)]}"#)
        try await service.asked(about: store) { client in
            let body = try await client.get(Self.path)
            #expect(body["agreement"]?.text == agreement)
        }
    }

    @Test("What ended is not listed")
    func ended() async throws {
        try store.subscriptions.forceExpiry(ofProduct: "monthly")
        for (elements, agreement) in [([], "agrees"), ([EntitlementServer.element()], "differs")] {
            let list = elements.joined(separator: ",")
            let service = try EntitlementServer(#"{"entitlements":[\#(list)]}"#)
            try await service.asked(about: store) { client in
                let body = try await client.get(Self.path)
                #expect(body["agreement"]?.text == agreement)
                #expect(body["expected"] == .object(["isGranted": .bool(false)]))
            }
        }
    }

    @Test("A failed renewal is expected in its grace period, and then in its retries")
    func billing() async throws {
        try store.updateSettings {
            $0.failsRenewals = true
            $0.allowsGracePeriod = true
        }
        for (days, state, isGranted) in [(32, "gracePeriod", true), (20, "billingRetry", false)] {
            store.clock.advance(by: TimeInterval(days) * 86_400)
            let element = EntitlementServer.element(state: state, granted: isGranted)
            try await EntitlementServer.listing(element).asked(about: store) { client in
                let body = try await client.get(Self.path)
                #expect(body["agreement"]?.text == "agrees", "\(state)")
                #expect(body["expected"]?["isGranted"] == .bool(isGranted))
            }
        }
    }

    @Test("Of a consumable the store expects nothing")
    func consumable() async throws {
        try store.pay("coins")
        try await EntitlementServer.listing().asked(about: store) { client in
            let body = try await client.get("/transactions/2/entitlements")
            #expect(body["expected"] == nil)
            #expect(body["agreement"] == nil)
        }
    }

    @Test("A service is waited for while a notification is under way, and not after it failed")
    func notification() async throws {
        let webhook = try WebhookServer.start(answers: false)
        try store.record(to: webhook.url)
        let service = try EntitlementServer.listing()
        try await service.asked(about: store) { client in
            try store.subscriptions.setAutoRenew(false, of: 1)
            _ = try await webhook.next()
            #expect(try await client.get(Self.path)["agreement"]?.text == "waiting")
        }
        webhook.stop()
        store.faults.plan = try FaultPlan(seed: 1, rules: [.at(.notification, .networkDown)])
        let other = try EntitlementServer.listing()
        try await other.asked(about: store) { client in
            try await store.waitForAttempts { $0.last?.result == .socketIssue }
            let body = try await client.get(Self.path)
            #expect(body["agreement"]?.text == "differs")
            let record = try #require(try store.notifications.latest().first)
            let identifier = record.notification.identifier.uuidString.lowercased()
            #expect(body["undeliveredNotification"]?.text == identifier)
        }
    }
}
