import AppReceipt
import EntitlementModel
import Foundation
import HummingbirdTesting
import PostgreSQL
import Testing

@testable import EntitlementService

@Suite struct OperationTests {
    @Test func `work that waits is counted, with the date of the oldest`() async throws {
        let service = try await TestService(deliversEvents: true)
        try await service.receive(.make())
        try await service.receiveConsumptionRequest()
        service.clock.set(to: Milliseconds(.start + 31 * .day))
        try await service.serve { client async throws in
            let lag = try await client.object("lag")
            let counts = lag.mapValues { ($0 as? [String: Any])?["count"] as? Int }
            #expect(counts["purchases"] == 0)
            #expect(counts["customers"] == 1)
            #expect(counts["events"] == 2)
            #expect(counts["deadLetters"] == 0)
            #expect(counts["consumptionRequests"] == 1)
            let due = lag["customers"] as? [String: Any]
            #expect(due?["oldestAt"] as? String == "2024-03-31T12:00:00Z")
            #expect(abs(lag["clockSkew"] as? Int ?? .max) < 10_000)
        }
    }

    @Test func `dead letters have pages, with the newest first`() async throws {
        let service = try await TestService()
        for number in 1...7 {
            let id = "\(100 + number % 3)"
            try await service.receive(
                .make(id, token: nil, signed: .start + Double(number))
            )
        }
        _ = try await service.connections.query(
            Statement(
                """
                INSERT INTO entitlements.dead_letter (app, environment, customer, sequence, error)
                SELECT app, environment, customer, sequence, 'status 500' FROM entitlements.event
                """
            )
        )
        try await service.serve { client async throws in
            var found: [String] = []
            var cursor = ""
            repeat {
                let page = try await client.object("dead-letters", "&limit=2\(cursor)")
                let letters = page["deadLetters"] as? [[String: Any]] ?? []
                #expect(letters.count <= 2 && !letters.isEmpty)
                found += letters.compactMap { $0["customer"] as? String }
                cursor = (page["next"] as? String).map { "&cursor=\($0)" } ?? ""
            } while !cursor.isEmpty
            #expect(found == ["100", "101", "102"])
            for query in ["cursor=x", "cursor=1_2_", "limit=0", "limit=1001"] {
                await #expect(throws: UnexpectedStatus.self) {
                    _ = try await client.object("dead-letters", "&\(query)")
                }
            }
        }
    }
}
