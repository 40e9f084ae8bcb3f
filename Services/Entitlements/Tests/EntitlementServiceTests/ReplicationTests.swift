import AppReceipt
import Foundation
import PostgreSQL
import TestCluster
import Testing

@testable import EntitlementService

@Suite struct ReplicationTests {
    @Test func `logical replication follows the table of events`() async throws {
        let cluster = try await TestCluster(settings: ["wal_level=logical"])
        let connectionString = try await cluster.makeDatabase()
        let database = try PostgresDatabase.make(connectionString)
        defer { database.close() }
        try await Migrator(database).migrate()
        func query(_ text: String) async throws -> [String] {
            try await database.query(Statement(text))
                .map { row throws(SQLError) -> String in try row.next() }
        }
        _ = try await query(
            "SELECT slot_name::text FROM pg_create_logical_replication_slot('test', 'test_decoding')"
        )
        let service = try await TestService()
        let submission = try service.verifier.verify(
            notification: try service.appStore.notification(),
            at: service.clock.approximateNow()
        )
        try await Recorder(database, service.ledger).record(submission)
        let changes = try await query(
            "SELECT data FROM pg_logical_slot_get_changes('test', NULL, NULL)"
        )
        let events = changes.filter { $0.hasPrefix("table entitlements.event: INSERT:") }
        #expect(events.count == 1)
        #expect(events.first?.contains("entitlements.granted") == true)
    }
}
