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
        service.setClock(hours: 1)
        let end = Milliseconds(.start + 30 * .day)
        for (date, count) in [(end - 1, Int64(0)), (end, 1)] {
            let due = OperationTables.dueCustomers(in: .shop, at: date)
            let backlog = try Backlog(try await service.connections.query(due))
            #expect(backlog.count == count)
            #expect(backlog.oldest == (count > 0 ? end : nil))
        }
        try await service.serve { client async throws in
            let lag = try await client.object("lag")
            let counts = lag.mapValues { ($0 as? [String: Any])?["count"] as? Int }
            #expect(counts["purchases"] == 0)
            #expect(counts["customers"] == 0)
            #expect(counts["events"] == 2)
            #expect(counts["deadLetters"] == 0)
            #expect(counts["consumptionRequests"] == 1)
            let request = lag["consumptionRequests"] as? [String: Any]
            #expect(request?["oldestAt"] as? String == "2024-03-01T12:00:00Z")
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
