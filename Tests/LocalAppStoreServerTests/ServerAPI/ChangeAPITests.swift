import AppReceipt
import Foundation
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

@Suite("Changes over the server API", .timeLimit(.minutes(10)))
struct ChangeAPITests {
    private static let consumption = """
        {"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED"}
        """

    @Test("What the developer reports is stored for whoever decides about the refund")
    func consumption() async throws {
        try await APIServer.run { server in
            let bob = try server.store.customers.acting(addingIfNeeded: "Bob")
            let entry = try bob.pay("coins")
            try bob.refunds.request(entry.id, reason: .other)
            let path = "/v2/transactions/consumption/\(entry.id)"
            let response = try await server.ask("PUT", path, body: Self.consumption)
            #expect(response.status == 202)
            #expect(response.body.isEmpty)
            let request = try #require(try bob.refunds.requests().first)
            #expect(request.consumption?.json.contains("DELIVERED") == true)
        }
    }

    @Test("A report that nobody asked for is refused, and so is one after the decision")
    func unrequestedConsumption() async throws {
        try await APIServer.run { server in
            try server.store.pay("coins")
            let path = "/v2/transactions/consumption/1"
            #expect(try await server.errorCode("PUT", path, body: Self.consumption) == 4_000_000)
            try server.store.refunds.request(1, reason: .other)
            #expect(try await server.ask("PUT", path, body: Self.consumption).status == 202)
            try server.store.refunds.decide(of: 1, .declined)
            #expect(try await server.errorCode("PUT", path, body: Self.consumption) == 4_000_000)
        }
    }

    @Test("A percentage has thousandths from 0 to 100000", arguments: [0, 100_000, 100_001, -1])
    func percentage(number: Int) async throws {
        try await APIServer.run { server in
            try server.store.pay("coins")
            try server.store.refunds.request(1, reason: .other)
            let path = "/v2/transactions/consumption/1"
            let body = Self.consumption.dropLast() + #","consumptionPercentage":\#(number)}"#
            let isRefused = !(0...100_000).contains(number)
            let code = try await server.errorCode("PUT", path, body: String(body))
            #expect(code == (isRefused ? 4_000_000 : nil))
        }
    }

    @Test("A malformed report is refused")
    func malformedConsumption() async throws {
        try await APIServer.run { server in
            try server.store.pay("coins")
            let path = "/v2/transactions/consumption/1"
            let malformed = try await server.errorCode("PUT", path, body: "{")
            #expect(malformed == 4_000_000)
            let without = try await server.errorCode("PUT", path, body: "{}")
            #expect(without == 4_000_035)
            let first = "/v1/transactions/consumption/1"
            let other = try await server.errorCode("PUT", first, body: Self.consumption)
            #expect(other == 4_000_034)
            let unknown = "/v2/transactions/consumption/9"
            let missing = try await server.errorCode("PUT", unknown, body: Self.consumption)
            #expect(missing == 4_040_010)
            let none = try await server.errorCode("PUT", "/v1/transactions/consumption/x")
            #expect(none == 4_000_006)
        }
    }

    @Test("The account token is in the transactions from then on")
    func accountToken() async throws {
        try await APIServer.run { server in
            try server.store.pay("monthly")
            let path = "/v1/transactions/1/appAccountToken"
            let token = UUID()
            let body = #"{"appAccountToken":"\#(token.uuidString.lowercased())"}"#
            let response = try await server.ask("PUT", path, body: body)
            #expect(response.status == 200)
            #expect(response.body.isEmpty)
            let info = try await server.get("/v1/transactions/1")
            let payload = try server.transaction(info["signedTransactionInfo"])
            #expect(payload.appAccountToken == token)
        }
    }

    @Test(
        "A token that is none is refused",
        arguments: [
            ("1", #"{"appAccountToken":"x"}"#, 4_000_183), ("1", "{}", 4_000_183),
            ("1", #"{"appAccountToken":1}"#, 4_000_183), ("1", "", 4_000_000),
            ("x", "", 4_000_008), ("01", "{}", 4_000_008), ("1%00", "{}", 4_000_008),
            ("%FF", "{}", 4_000_008),
            ("x", #"{"appAccountToken":"F0000000-0000-4000-8000-000000000000"}"#, 4_000_008),
            ("2", #"{"appAccountToken":"F0000000-0000-4000-8000-000000000000"}"#, 4_000_187),
            ("9", #"{"appAccountToken":"F0000000-0000-4000-8000-000000000000"}"#, 4_040_010),
        ]
    )
    func badAccountToken(id: String, body: String, code: Int) async throws {
        let store = try Store.make()
        try store.pay("monthly")
        store.clock.advance(by: 32 * 86_400)
        try await APIServer.run(store) { server in
            let path = "/v1/transactions/\(id)/appAccountToken"
            let found = try await server.errorCode("PUT", path, body: body)
            #expect(found == code)
        }
    }
}
