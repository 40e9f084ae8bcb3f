import AppReceipt
import Foundation
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

@Suite("Performance tests over the server API", .timeLimit(.minutes(10)))
struct PerformanceTestAPITests {
    private static let path = "/v1/messaging/performanceTest"
    private static let body = #"{"originalTransactionId":"1"}"#

    private static func begin(_ server: APIServer) async throws -> String {
        let response = try await server.ask("POST", path, body: body)
        #expect(response.status == 200)
        #expect((response["config"] as? [String: Int])?["totalRequests"] == 100)
        return try #require(response["requestId"] as? String)
    }

    /// The result of a test, as soon as it has ended.
    private static func result(of test: String, _ server: APIServer) async throws -> RawResponse {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let observation = server.store.observeLedger { _ in continuation.yield() }
        defer { observation.cancel() }
        continuation.yield()
        for await _ in changes {
            let response = try await server.get("\(path)/result/\(test)")
            if response["result"] as? String != "PENDING" { return response }
        }
        throw CancellationError()
    }

    @Test("A server that responds in time passes, and production takes its URL then")
    func passed() async throws {
        let retention = try RetentionServer.choosing(.chosen)
        defer { retention.server.stop() }
        let store = try Store.make()
        try store.uploadRetention(realtimeURL: try retention.url)
        try store.pay("monthly")
        try await APIServer.run(store) { server in
            let test = try await Self.begin(server)
            let result = try await Self.result(of: test, server)
            #expect(result["result"] as? String == "PASS")
            #expect(result["successRate"] as? Int == 100)
            #expect(result["numPending"] as? Int == 0)
            #expect((result["failures"] as? [String: Int])?.isEmpty == true)
            #expect(result["target"] as? String == (try retention.url))
            #expect((result["config"] as? [String: Int])?["maxConcurrentRequests"] == 10)
            let times = result["responseTimes"] as? [String: Int]
            #expect(Set(times?.keys.map(\.self) ?? []) == ["average", "p50", "p90", "p95", "p99"])
            try store.updateReceiptSettings { $0.environment = .production }
            let body = #"{"realtimeURL":"https://shop.example/"}"#
            let url = try await server.ask("PUT", "/v1/messaging/realtime/url", body: body)
            #expect(url.status == 200)
        }
    }

    @Test("At most ten requests are under way, and each has another identifier")
    func requests() async throws {
        let retention = try RetentionServer(.wait([]))
        let store = try Store.make()
        try store.uploadRetention(realtimeURL: try retention.url)
        try store.pay("monthly")
        try await APIServer.run(store) { server in
            let test = try await Self.begin(server)
            var identifiers: Set<UUID> = []
            for await request in retention.server.requests {
                let body = try #require(request.components(separatedBy: "\r\n\r\n").last)
                let members = try JSONDecoder().decode([String: String].self, from: Data(body.utf8))
                let payload = try server.verifier()
                    .verify(
                        JWS<RealtimeRequestPayload>(members["signedPayload"] ?? ""),
                        appAppleIdentifier: .equals(0)
                    )
                identifiers.insert(try #require(payload.requestIdentifier))
                if identifiers.count == 10 { break }
            }
            let result = try await server.get("\(Self.path)/result/\(test)")
            #expect(result["result"] as? String == "PENDING")
            #expect(result["numPending"] as? Int == 100)
            #expect(result["successRate"] == nil)
            let second = try await server.errorCode("POST", Self.path, body: Self.body)
            #expect(second == 4_000_213)
        }
        // The end of the server is that of the test.
        retention.server.stop()
        #expect(throws: StoreError.refusedRequest(.noPassedPerformanceTest)) {
            try store.updateReceiptSettings { $0.environment = .production }
            try store.retention.setRealtimeURL(URL(string: "https://shop.example/"))
        }
        try store.updateReceiptSettings { $0.environment = .sandbox }
        _ = try store.retention.beginPerformanceTest(of: 1, .init())
    }

    @Test(
        "A server that fails does not pass, with Apple's results",
        arguments: [
            (.answer(RetentionServer.answer(500, "")), 1200, "UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
            (.answer(RetentionServer.answer(204, "")), 1200, "UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
            (.answer(RetentionServer.answer(200, "{}")), 1200, "INVALID_RESPONSE"),
            (.close, 1200, "NO_RESPONSE"), (.wait([]), 0.05, "TIMED_OUT"),
        ] as [(ScriptedServer.Reply, Double, String)]
    )
    func failed(reply: ScriptedServer.Reply, seconds: Double, name: String) async throws {
        let retention = try RetentionServer(reply)
        defer { retention.server.stop() }
        let store = try Store.make()
        try store.uploadRetention(realtimeURL: try retention.url)
        try store.pay("monthly")
        var configuration = StoreServer.Configuration.patient
        configuration.limits.performanceTest.totalRequests = 20
        configuration.limits.performanceTest.responseTimeThreshold = Int(seconds * 1000)
        try await APIServer.run(store, configuration) { server in
            let response = try await server.ask("POST", Self.path, body: Self.body)
            let test = try #require(response["requestId"] as? String)
            let result = try await Self.result(of: test, server)
            #expect(result["result"] as? String == "FAIL")
            #expect(result["successRate"] as? Int == 0)
            #expect(result["failures"] as? [String: Int] == [name: 20])
            #expect(result["responseTimes"] == nil)
        }
    }

    @Test("Requests that were not sent in time are pending, and none is passed")
    func duration() async throws {
        let retention = try RetentionServer.choosing(.chosen)
        defer { retention.server.stop() }
        let store = try Store.make()
        try store.uploadRetention(realtimeURL: try retention.url)
        try store.pay("monthly")
        var configuration = StoreServer.Configuration.patient
        configuration.limits.performanceTest.totalDuration = 0
        try await APIServer.run(store, configuration) { server in
            let test = try await Self.begin(server)
            let result = try await Self.result(of: test, server)
            #expect(result["result"] as? String == "FAIL")
            #expect(result["numPending"] as? Int == 100)
        }
    }

    @Test(
        "A test that is not possible is refused",
        arguments: [
            ("{", 4_000_000), ("{}", 4_000_211), (#"{"originalTransactionId":1}"#, 4_000_211),
            (#"{"originalTransactionId":"x"}"#, 4_000_006),
            (#"{"originalTransactionId":"9"}"#, 4_040_010),
            (#"{"originalTransactionId":"2"}"#, 4_000_187),
            (#"{"originalTransactionId":"3"}"#, 4_000_211), (body, 4_040_021),
        ]
    )
    func refused(body: String, code: Int) async throws {
        try await APIServer.run { server in
            try server.store.pay("monthly")
            try server.store.subscriptions.forceRenewal(of: 1)
            try server.store.pay("coins")
            #expect(try await server.errorCode("POST", Self.path, body: body) == code)
        }
    }

    @Test("An app transaction is no transaction of a test")
    func appTransaction() async throws {
        try await APIServer.run { server in
            let entry = try server.store.pay("monthly")
            let info = try await server.get("/v1/transactions/\(entry.id)")
            let payload = try server.transaction(info["signedTransactionInfo"])
            let customer = try #require(payload.appTransactionIdentifier)
            let body = #"{"originalTransactionId":"\#(customer)"}"#
            #expect(try await server.errorCode("POST", Self.path, body: body) == 4_000_048)
        }
    }

    @Test("A result has an identifier that was given")
    func unknown() async throws {
        try await APIServer.run { server in
            let path = "\(Self.path)/result"
            for (identifier, code) in [("1", 4_000_212), ("\(UUID())", 4_040_018)] {
                let found = try await server.errorCode("GET", "\(path)/\(identifier)")
                #expect(found == code)
            }
        }
    }

    @Test("A server ends the tests of one that was killed")
    func lost() async throws {
        let store = try Store.make()
        try store.uploadRetention(realtimeURL: "http://127.0.0.1:1/")
        try store.pay("monthly")
        let test = try store.retention.beginPerformanceTest(of: 1, .init()).test
        try await APIServer.run(store) { server in
            let result = try await server.get("\(Self.path)/result/\(test.identifier)")
            #expect(result["result"] as? String == "FAIL")
        }
    }
}
