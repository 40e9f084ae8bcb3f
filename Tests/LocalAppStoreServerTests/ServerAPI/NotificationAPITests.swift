import AppReceipt
import Foundation
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

@Suite("Notifications over the server API", .timeLimit(.minutes(10)))
struct NotificationAPITests {
    /// A store that records notifications, and has an address to send them to or none.
    private static func store(sends: Bool = false) throws -> Store {
        let store = try Store.make()
        try store.notifications.updateSettings {
            $0.isRecording = true
            $0.url = sends ? URL(string: "http://127.0.0.1:1/") : nil
        }
        return store
    }

    /// The body of a request for the history of the day on which the store's time begins.
    private static func day(_ more: String = "") -> String {
        #"{"startDate":1709251200000,"endDate":1709337600000\#(more)}"#
    }

    private static func payloads(
        _ response: RawResponse,
        _ server: APIServer
    ) throws -> [NotificationPayload] {
        let history = response["notificationHistory"] as? [[String: Any]] ?? []
        return try history.map {
            let document = JWS<NotificationPayload>($0["signedPayload"] as? String ?? "")
            return try server.verifier().verify(document).notification.payload
        }
    }

    @Test("A test notification is requested, and told by its token")
    func test() async throws {
        try await APIServer.run(Self.store(sends: true)) { server in
            let request = try await server.ask("POST", "/v1/notifications/test")
            #expect(request.status == 200)
            let token = try #require(request["testNotificationToken"] as? String)
            let found = try await server.get("/v1/notifications/test/\(token)")
            let document = JWS<NotificationPayload>(found["signedPayload"] as? String ?? "")
            let payload = try server.verifier().verify(document).notification.payload
            #expect(payload.type == .test)
            // The store's time stands still, as the other dates here show.
            let identifier = try #require(payload.identifier).uuidString.lowercased()
            #expect(token == "\(identifier)_1709294400000")
            let other = try await server.errorCode("GET", "/v1/notifications/test/\(identifier)_1")
            #expect(other == 4_040_008)
        }
    }

    @Test("The attempts to deliver a notification are told")
    func attempts() async throws {
        let store = try Self.store(sends: true)
        let identifier = try #require(try store.notifications.requestTest())
        let attempt = try #require(try store.notifications.beginAttempt())
        try store.notifications.end(attempt, with: .success)
        try await APIServer.run(store) { server in
            let token = "\(identifier.uuidString.lowercased())_1709294400000"
            let response = try await server.get("/v1/notifications/test/\(token)")
            let attempts = try #require(response["sendAttempts"] as? [[String: Any]])
            #expect(attempts.map { $0["sendAttemptResult"] as? String } == ["SUCCESS"])
            #expect(attempts.map { $0["attemptDate"] as? Int } == [1_709_294_400_000])
        }
    }

    @Test("A test needs an address, and a token of one")
    func testRefusals() async throws {
        try await APIServer.run { server in
            let path = "/v1/notifications/test"
            let withoutAddress = try await server.errorCode("POST", path)
            #expect(withoutAddress == 4_040_007)
            let token = UUID().uuidString.lowercased()
            for text in ["x", token, "\(token)_", "\(token)_x", "\(token)_1%00"] {
                let malformed = try await server.errorCode("GET", "\(path)/\(text)")
                #expect(malformed == 4_000_020)
            }
            let unknown = try await server.errorCode("GET", "\(path)/\(token)_1709294400000")
            #expect(unknown == 4_040_008)
        }
    }

    @Test("The history has pages, whose tokens lead to the next")
    func pages() async throws {
        try await APIServer.run(Self.store()) { server in
            for _ in 0..<25 { try server.store.pay("coins") }
            let path = "/v1/notifications/history"
            let first = try await server.ask("POST", path, body: Self.day())
            #expect(first["hasMore"] as? Bool == true)
            let token = try #require(first["paginationToken"] as? String)
            let next = "\(path)?paginationToken=\(token)"
            let second = try await server.ask("POST", next, body: Self.day())
            #expect(second["hasMore"] as? Bool == false)
            #expect(second["paginationToken"] == nil)
            let payloads = try Self.payloads(first, server) + Self.payloads(second, server)
            #expect(payloads.count == 25)
            #expect(Set(payloads.compactMap(\.identifier)).count == 25)
        }
    }

    @Test("The filters of the history")
    func filters() async throws {
        let store = try Self.store(sends: true)
        try store.pay("monthly")
        // The next attempt is an hour later, and the store's time stands still.
        let attempt = try #require(try store.notifications.beginAttempt())
        try store.notifications.end(attempt, with: .noResponse)
        try store.notifications.updateSettings { $0.url = nil }
        try await APIServer.run(store) { server in
            try server.store.pay("coins")
            try server.store.subscriptions.setAutoRenew(false, of: 1)
            func types(_ more: String) async throws -> [String?] {
                let path = "/v1/notifications/history"
                let response = try await server.ask("POST", path, body: Self.day(more))
                return try Self.payloads(response, server).map(\.type?.rawValue)
            }
            let all = ["SUBSCRIBED", "ONE_TIME_CHARGE", "DID_CHANGE_RENEWAL_STATUS"]
            #expect(try await types("") == all)
            #expect(try await types(#","notificationType":"SUBSCRIBED""#) == ["SUBSCRIBED"])
            let subtype = #","notificationType":"SUBSCRIBED","notificationSubtype":"RESUBSCRIBE""#
            #expect(try await types(subtype).isEmpty)
            #expect(try await types(#","transactionId":"2""#) == ["ONE_TIME_CHARGE"])
            #expect(try await types(#","transactionId":"9""#).isEmpty)
            #expect(try await types(#","onlyFailures":true"#) == ["SUBSCRIBED"])
        }
    }

    @Test(
        "A request that makes no sense is refused",
        arguments: [
            ("{", 4_000_000), ("[]", 4_000_000), ("{}", 4_000_015),
            (#"{"startDate":"1","endDate":2}"#, 4_000_015), (#"{"startDate":1}"#, 4_000_016),
            (#"{"startDate":2,"endDate":2}"#, 4_000_013),
            (#"{"startDate":1,"endDate":1709337600000}"#, 4_000_012),
            (day(#","onlyFailures":1"#), 4_000_000), (day(#","notificationType":1"#), 4_000_018),
            (day(#","notificationSubtype":"INITIAL_BUY""#), 4_000_018),
            (day(#","notificationType":"RENEWED""#), 4_000_018),
            (day(#","notificationType":"DID_RENEW","notificationSubtype":"X""#), 4_000_018),
            (day(#","transactionId":"x""#), 4_000_006),
            (day(#","transactionId":"1","notificationType":"TEST""#), 4_000_019),
        ]
    )
    func refused(body: String, code: Int) async throws {
        try await APIServer.run(Self.store()) { server in
            let path = "/v1/notifications/history"
            let found = try await server.errorCode("POST", path, body: body)
            #expect(found == code)
            let token = path + "?paginationToken=x"
            let malformed = try await server.errorCode("POST", token, body: Self.day())
            #expect(malformed == 4_000_014)
        }
    }
}
