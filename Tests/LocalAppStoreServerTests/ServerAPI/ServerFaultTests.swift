import Foundation
import Testing

@testable import LocalAppStore
@testable import LocalAppStoreServer

@Suite("What a back end sees of each fault", .timeLimit(.minutes(10)))
struct ServerFaultTests {
    /// The rows of the article, in its order.
    private static let rows: [(FaultPlan.Failure, String)] = [
        (.networkDown, "the connection ends without a response"),
        (.slow(seconds: 0.01), "the response is late"),
        (.timeout(seconds: 0.01), "the connection ends without a response"),
        (.httpStatus(429), "429 with the code 4290000"),
        (.httpStatus(500), "500 with the code 5000000"),
        (.httpStatus(503), "503 with a body that is not JSON"),
        (.malformedAnswer, "200 with a body that is not JSON"),
        (.noAnswer, "200 without a body"),
    ]

    @Test("It is what the article says", arguments: rows)
    func outcome(failure: FaultPlan.Failure, words: String) async throws {
        let store = try Store.make(clock: .system())
        try store.pay("coins")
        store.faults.plan = try FaultPlan(
            seed: 1,
            rules: [.at(.serverRequest, failure, .first(1))]
        )
        try await APIServer.run(store) { server in
            let first = try await Self.outcome(server)
            #expect(first == words)
            let second = try await Self.outcome(server)
            #expect(second == "the response is late")
        }
        #expect(store.faults.log.events.map(\.subject).first == "inApps/v1/transactions/1")
        #expect(try Self.article().contains("| `\(Self.name(of: failure))` | \(words) |"))
    }

    @Test("The article has every failure")
    func completeness() {
        let names = Set(FaultPlan.Point.serverRequest.failures.map(\.rawValue))
        #expect(Set(Self.rows.map { $0.0.kind.rawValue }) == names)
    }

    @Test("A client that asked too often is told when to ask again")
    func retryAfter() async throws {
        let store = try Store.make()
        store.faults.plan = try FaultPlan(
            seed: 1,
            rules: [.at(.serverRequest, .httpStatus(429))]
        )
        try await APIServer.run(store) { server in
            let response = try await server.get("/v1/transactions/1")
            #expect(response.fields["retry-after"] == "1800000001000")
        }
    }

    @Test("An error that may pass has Apple's code for another attempt")
    func retry() {
        #expect(RequestRefusal(StoreError.busy(path: "ledger")).code == 5_000_001)
        #expect(RequestRefusal(StoreError.diskFull(path: "ledger")).code == 5_000_001)
        let damaged = StoreError.damagedFile(path: "ledger", detail: "header")
        #expect(RequestRefusal(damaged).code == 5_000_000)
    }

    private static func outcome(_ server: APIServer) async throws -> String {
        let response: RawResponse
        do {
            response = try await server.get("/v1/transactions/1")
        } catch {
            return "the connection ends without a response"
        }
        if response["signedTransactionInfo"] is String { return "the response is late" }
        if let code = response["errorCode"] as? Int {
            return "\(response.status) with the code \(code)"
        }
        let body = response.body.isEmpty ? "without a body" : "with a body that is not JSON"
        return "\(response.status) \(body)"
    }

    private static func name(of failure: FaultPlan.Failure) -> String {
        if case .httpStatus(let status) = failure { return "httpStatus \(status)" }
        return failure.kind.rawValue
    }

    private static func article() throws -> String {
        let file = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appendingPathComponent("Sources/LocalAppStoreServer/Documentation.docc/Answers.md")
        return try String(contentsOf: file, encoding: .utf8)
    }
}
