import AppReceipt
import FlyingSocks
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

/// Compares the members of responses with those that Apple documents, in both directions.
@Suite("Members of responses of the server API", .timeLimit(.minutes(10)))
struct ResponseMemberTests {
    /// Requests that the store answers, and that Apple no longer documents.
    private static let additional: Set = [
        // The first version, which older clients send.
        "GET /inApps/v1/refund/lookup/{transactionId}"
    ]

    /// The requests about retention messages, whose suites read the members of responses.
    private static let messaging = " /inApps/v1/messaging/"

    @Test("The store answers the documented requests, and no others")
    func requests() throws {
        let queue = BlockingQueue()
        let api = ServerAPI(
            store: try .make(),
            keys: APIKeySource(for: .memory, given: ServerAPIKey()),
            queue: queue,
            tester: PerformanceTester(.init(), queue: queue, pool: SocketPool<Poll>.make()),
            now: { APIServer.date }
        )
        let answered = Set(api.routes.compactMap(\.name))
        let documented = Set(try AppleMembers.all().keys.filter { $0.contains(" /") })
        #expect(answered.subtracting(documented) == Self.additional)
        #expect(documented.subtracting(answered).isEmpty)
    }

    @Test("A response has the members that Apple documents, and no others")
    func members() async throws {
        let store = try Self.store()
        try await APIServer.run(store) { server in
            let documented = try AppleMembers.all()
            let values = try await Self.parameters(server)
            let requests = documented.keys.sorted().filter { name in
                name.contains(" /inApps") && !name.contains(Self.messaging)
            }
            for name in requests {
                let parts = name.split(separator: " ").map(String.init)
                let path = values.reduce(parts[1]) { path, value in
                    path.replacingOccurrences(of: "{\(value.key)}", with: value.value)
                }
                let response = try await server.ask(
                    parts[0],
                    String(path.dropFirst("/inApps".count)),
                    body: Self.bodies[name] ?? ""
                )
                #expect(response.status < 300, "\(name): \(response.text)")
                let found =
                    response.body.isEmpty ? [] : try AppleMembers.paths(in: response.body)
                #expect(found == documented[name], "\(name)")
            }
            let refused = try await server.get("/v1/transactions/x")
            #expect(try AppleMembers.paths(in: refused.body) == documented["error"])
        }
    }

    @Test("Claims of seats have the members that Apple documents")
    func claims() async throws {
        let store = try Store.makeWithSeats(invitations: .developer)
        try store.buySeats(3)
        try await APIServer.run(store) { server in
            let request = #"{"requestIdentifier":"\#(UUID().uuidString)"}"#
            let app = #"{"appTransactionId":"\#(try store.appTransactionID)"}"#
            let seats = "/groups/v1/transactions/{originalTransactionId}/seats"
            let claim = "\(seats)/{seatClaimId}"
            for (name, body) in [
                ("POST \(seats)", request), ("GET \(seats)", ""),
                ("POST \(claim)/associate", app), ("DELETE \(claim)", ""),
            ] {
                let claims = try store.seatGroups.group(of: 1).claims
                let values = [
                    "originalTransactionId": "1", "seatClaimId": claims.first?.id.uuidString ?? "",
                ]
                try await Self.expectMembers(of: name, values, body, server)
            }
        }
    }

    @Test("Groups have the members that Apple documents; the list of a group's members is ours")
    func groups() async throws {
        let store = try Store.makeWithSeats()
        try store.buySeats(3)
        for name in ["Ann", "Ben"] {
            let member = try store.customers.acting(addingIfNeeded: name)
            try store.seatGroups.assign(to: member.customerID, of: 1)
        }
        try await APIServer.run(store) { server in
            let groups = "GET /groups/v1/currentGroups/{appTransactionId}"
            let values = ["appTransactionId": try store.appTransactionID]
            try await Self.expectMembers(of: groups, values, "", server)
            let members = "GET /groups/v1/group/{groupId}"
            let ours: Set = ["members", "members.appTransactionId"]
            try await Self.expectMembers(
                of: members,
                ["groupId": "1"],
                "",
                server,
                query: "?limit=1",
                beside: ours
            )
        }
    }

    /// Sends a request about seats, and compares the members of the response.
    private static func expectMembers(
        of name: String,
        _ values: [String: String],
        _ body: String,
        _ server: APIServer,
        query: String = "",
        beside ours: Set<String> = []
    ) async throws {
        let parts = name.split(separator: " ").map(String.init)
        let path = values.reduce(parts[1] + query) { path, value in
            path.replacingOccurrences(of: "{\(value.key)}", with: value.value)
        }
        let response = try await server.ask(parts[0], path, body: body, below: "")
        #expect(response.status == 200, "\(name): \(response.text)")
        let found = response.body.isEmpty ? [] : try AppleMembers.paths(in: response.body)
        #expect(found.subtracting(ours) == (try AppleMembers.all()[name]), "\(name)")
    }

    /// A store in production with more than a page of notifications, one of them delivered.
    private static func store() throws -> Store {
        let store = try Store.make()
        try store.updateReceiptSettings {
            $0.environment = .production
            $0.appleIdentifier = 41_234
        }
        try store.notifications.updateSettings {
            $0.isRecording = true
            $0.url = URL(string: "http://127.0.0.1:1/")
        }
        try store.pay("monthly")
        let attempt = try #require(try store.notifications.beginAttempt())
        try store.notifications.end(attempt, with: .success)
        for _ in 0..<21 { try store.pay("coins") }
        try store.refunds.request(2, reason: .other)
        return store
    }

    /// The values of the parameters in paths; the extension and the test are requested before.
    private static func parameters(_ server: APIServer) async throws -> [String: String] {
        let path = "/v1/subscriptions/extend/mass"
        _ = try await server.ask("POST", path, body: massExtension("outage", in: "USA"))
        try server.store.subscriptions.performMassExtensions()
        let test = try await server.ask("POST", "/v1/notifications/test")
        let token = try #require(test["testNotificationToken"] as? String)
        // The attempts to send the others come first.
        while let attempt = try server.store.notifications.beginAttempt() {
            try server.store.notifications.end(attempt, with: .success)
        }
        return [
            "transactionId": "2", "originalTransactionId": "1", "productId": "monthly",
            "orderId": try #require(try server.store.entry(2)?.orderID),
            "requestIdentifier": "outage", "token": token,
        ]
    }

    private static func massExtension(_ identifier: String, in storefront: String) -> String {
        """
        {"extendByDays":1,"extendReasonCode":1,"requestIdentifier":"\(identifier)",\
        "productId":"monthly","storefrontCountryCodes":["\(storefront)"]}
        """
    }

    private static let bodies = [
        "PUT /inApps/v1/subscriptions/extend/{originalTransactionId}":
            #"{"extendByDays":1,"extendReasonCode":1,"requestIdentifier":"one"}"#,
        "POST /inApps/v1/subscriptions/extend/mass": massExtension("flood", in: "DEU"),
        "PUT /inApps/v1/transactions/consumption/{transactionId}": """
        {"customerConsented":true,"consumptionStatus":1,"platform":1,\
        "sampleContentProvided":false,"deliveryStatus":0,"appAccountToken":"",\
        "accountTenure":0,"playTime":0,"lifetimeDollarsRefunded":0,\
        "lifetimeDollarsPurchased":0,"userStatus":1}
        """,
        "PUT /inApps/v2/transactions/consumption/{transactionId}": """
        {"customerConsented":true,"sampleContentProvided":false,\
        "deliveryStatus":"DELIVERED"}
        """,
        "PUT /inApps/v1/transactions/{originalTransactionId}/appAccountToken":
            #"{"appAccountToken":"f0000000-0000-4000-8000-000000000000"}"#,
        "POST /inApps/v1/notifications/history":
            #"{"startDate":1709251200000,"endDate":1709337600000}"#,
    ]
}

extension Route {
    /// The method and the path of a request of the server API; `nil` for verifyReceipt.
    fileprivate var name: String? {
        guard let method else { return nil }
        let segments = pattern.map { segment in
            switch segment {
            case .literal(let text): text
            case .parameter(let name): "{\(name)}"
            }
        }
        return "\(method) /" + segments.joined(separator: "/")
    }
}
