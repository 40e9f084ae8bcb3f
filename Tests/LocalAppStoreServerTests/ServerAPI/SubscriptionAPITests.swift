import AppReceipt
import Foundation
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

@Suite("Subscriptions over the server API", .timeLimit(.minutes(10)))
struct SubscriptionAPITests {
    private static func statuses(_ response: RawResponse) -> [[String: Any]] {
        let groups = response["data"] as? [[String: Any]] ?? []
        return groups.flatMap { $0["lastTransactions"] as? [[String: Any]] ?? [] }
    }

    @Test("A subscription has its status and two signed documents")
    func active() async throws {
        try await APIServer.run { server in
            try server.store.pay("coins")
            try server.store.pay("monthly")
            let response = try await server.get("/v1/subscriptions/1")
            #expect(response["bundleId"] as? String == "com.example.shop")
            let groups = try #require(response["data"] as? [[String: Any]])
            #expect(groups.map { $0["subscriptionGroupIdentifier"] as? String } == ["magazine"])
            let status = try #require(Self.statuses(response).first)
            #expect(status["status"] as? Int == 1)
            #expect(status["originalTransactionId"] as? String == "2")
            let transaction = try server.transaction(status["signedTransactionInfo"])
            #expect(transaction.productIdentifier == "monthly")
            let renewal = try server.verifier().verify(
                JWS<RenewalInfoPayload>(status["signedRenewalInfo"] as? String ?? ""),
                originalTransactionIdentifier: .equals("2"),
                productIdentifier: .equals("monthly"),
                appAccountToken: .unchecked
            )
            #expect(renewal.payload.willAutoRenew == true)
        }
    }

    @Test("The status follows the store's time, and filters choose", arguments: [1, 2, 3, 4, 5])
    func filter(status: Int) async throws {
        let store = try Store.make()
        let entry = try store.pay("monthly")
        try store.subscriptions.setAutoRenew(false, of: entry.id)
        store.clock.advance(by: 40 * 86_400)
        try await APIServer.run(store) { server in
            let all = try await server.get("/v1/subscriptions/1")
            #expect(Self.statuses(all).map { $0["status"] as? Int } == [2])
            let some = try await server.get("/v1/subscriptions/1?status=\(status)")
            #expect(Self.statuses(some).count == (status == 2 ? 1 : 0))
            let both = try await server.get("/v1/subscriptions/1?status=\(status)&status=2")
            #expect(Self.statuses(both).count == 1)
        }
    }

    @Test("A status that there is not is refused", arguments: ["0", "6", "x", ""])
    func badFilter(status: String) async throws {
        try await APIServer.run { server in
            try server.store.pay("monthly")
            let code = try await server.errorCode("GET", "/v1/subscriptions/1?status=\(status)")
            #expect(code == 4_000_031)
        }
    }

    @Test("A customer without subscriptions has none")
    func none() async throws {
        try await APIServer.run { server in
            try server.store.pay("coins")
            let response = try await server.get("/v1/subscriptions/1")
            #expect((response["data"] as? [Any])?.isEmpty == true)
        }
    }
}
