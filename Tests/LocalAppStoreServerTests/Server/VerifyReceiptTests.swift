import Foundation
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("verifyReceipt over HTTP", .timeLimit(.minutes(10)))
struct VerifyReceiptTests {
    private static let places = [
        "/verifyReceipt", "/production/verifyReceipt", "/sandbox/verifyReceipt",
    ]

    private static func statuses(of store: Store) async throws -> [Int?] {
        try store.pay("coins")
        let body = String(decoding: try store.verifyReceiptRequest(), as: UTF8.self)
        var statuses: [Int?] = []
        try await RunningServer.run(store) { server in
            for place in places {
                statuses.append(try await server.ask("POST", place, body: body)["status"] as? Int)
            }
        }
        return statuses
    }

    @Test("Production sends clients with a sandbox receipt on to the sandbox")
    func sandbox() async throws {
        let store = try Store.make()
        #expect(try await Self.statuses(of: store) == [21007, 21007, 0])
    }

    @Test("The sandbox sends clients with a receipt of production back")
    func production() async throws {
        let store = try Store.make()
        try store.updateReceiptSettings { $0.environment = .production }
        #expect(try await Self.statuses(of: store) == [0, 0, 21008])
    }

    @Test("URLSession gets the response that the store makes in the process")
    func session() async throws {
        let store = try Store.make()
        try store.pay("monthly")
        let body = try store.verifyReceiptRequest()
        try await RunningServer.run(store) { server in
            let url = try #require(server.address.url).appendingPathComponent(
                "sandbox/verifyReceipt"
            )
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            request.httpBody = body
            request.timeoutInterval = 1200
            let session = URLSession(configuration: .ephemeral)
            defer { session.invalidateAndCancel() }
            let (data, response) = try await session.data(for: request)
            #expect((response as? HTTPURLResponse)?.statusCode == 200)
            #expect(data == store.verifyReceipt(body, at: .sandbox))
        }
    }

    @Test("Another method than POST has Apple's status in the body", arguments: ["GET", "PUT"])
    func otherMethod(method: String) async throws {
        try await RunningServer.run { server in
            let response = try await server.ask(method, "/verifyReceipt")
            #expect(response.status == 200)
            #expect(response["status"] as? Int == 21000)
        }
    }

    @Test(
        "A planned failure changes the response",
        arguments: [
            (FaultPlan.Failure.httpStatus(503), 503, "<html>"), (.malformedAnswer, 200, "<html>"),
            (.noAnswer, 200, ""), (.emptyAnswer, 200, "{"),
        ]
    )
    func spoiltResponse(failure: FaultPlan.Failure, status: Int, start: String) async throws {
        let store = try Store.make()
        store.faults.plan = try FaultPlan(
            seed: 1,
            rules: [.at(.verifyReceipt, failure, .first(1))]
        )
        try await RunningServer.run(store) { server in
            let response = try await server.ask("POST", "/verifyReceipt", body: "{}")
            #expect(response.status == status)
            #expect(response.text.hasPrefix(start))
            #expect(response.text.isEmpty == start.isEmpty)
            #expect(try await server.ask("POST", "/verifyReceipt")["status"] as? Int == 21000)
        }
        #expect(store.faults.log.events.map(\.subject) == ["verifyReceipt", "verifyReceipt"])
    }

    @Test(
        "Without an answer the connection ends",
        arguments: [.networkDown, .crash, .timeout(seconds: 3)] as [FaultPlan.Failure]
    )
    func noResponse(failure: FaultPlan.Failure) async throws {
        let store = try Store.make()
        store.faults.plan = try FaultPlan(seed: 1, rules: [.at(.verifyReceipt, failure)])
        try await RunningServer.run(store) { server in
            let client = try await server.connect()
            try await client.send(server.request("POST", "/verifyReceipt", body: "{}"))
            if case .timeout = failure {
                await withCheckedContinuation { store.faults.whenWaiting(1, $0.resume) }
                store.clock.advance(by: 3)
            }
            #expect(try await client.rest().isEmpty)
        }
    }
}
