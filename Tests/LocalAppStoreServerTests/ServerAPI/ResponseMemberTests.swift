import AppReceipt
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

/// Compares the members of responses with those that Apple documents, in both directions.
@Suite("Members of responses of the server API", .timeLimit(.minutes(10)))
struct ResponseMemberTests {
    /// Documented requests that the store does not answer so far.
    private static let pending: Set = [
        "POST /groups/v1/transactions/{originalTransactionId}/seats",
        "DELETE /groups/v1/transactions/{originalTransactionId}/seats/{seatClaimId}",
        "POST /groups/v1/transactions/{originalTransactionId}/seats/{seatClaimId}/associate",
        "GET /groups/v1/transactions/{originalTransactionId}/seats",
        "GET /groups/v1/currentGroups/{appTransactionId}",
        "GET /groups/v1/group/{groupId}",
    ]

    /// Requests that the store answers, and that Apple no longer documents.
    private static let additional: Set = [
        // The first version, which older clients send.
        "GET /inApps/v1/refund/lookup/{transactionId}"
    ]

    @Test("The store answers the documented requests, and no others")
    func requests() throws {
        let api = ServerAPI(
            store: try .make(),
            keys: APIKeySource(for: .memory, given: ServerAPIKey()),
            queue: BlockingQueue(),
            now: { APIServer.date }
        )
        let answered = Set(api.routes.compactMap(\.name))
        let documented = Set(try AppleMembers.all().keys.filter { $0.contains(" /") })
        #expect(answered.subtracting(documented) == Self.additional)
        #expect(documented.subtracting(answered) == Self.pending)
    }

    @Test("A response has the members that Apple documents, and no others")
    func members() async throws {
        let store = try Self.store()
        try await APIServer.run(store) { server in
            let documented = try AppleMembers.all()
            let values = try await Self.parameters(server)
            let requests = documented.keys.filter { $0.contains(" /inApps") }.sorted()
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
