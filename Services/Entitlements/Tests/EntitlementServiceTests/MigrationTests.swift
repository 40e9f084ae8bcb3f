import AppReceipt
import EntitlementModel
import Foundation
import PostgreSQL
import TestCluster
import Testing

@testable import EntitlementService

@Suite struct MigrationTests {
    private func emptyDatabase() async throws -> PostgresDatabase {
        try .make(try await TestCluster.shared().makeDatabase())
    }

    @Test func `two processes may migrate at once`() async throws {
        let first = try await emptyDatabase()
        defer { first.close() }
        let newest = Migrations.all.count
        let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<6 { group.addTask { try await Migrator(first).migrate() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(numbers == Array(repeating: newest, count: 6))
    }

    @Test(arguments: Migrations.all.map(\.number))
    func `each step is applied to the schema before it`(number: Int) async throws {
        let database = try await emptyDatabase()
        defer { database.close() }
        #expect(try await Migrator(database).migrate(upTo: number - 1) == number - 1)
        #expect(try await Migrator(database).migrate(upTo: number) == number)
        #expect(try await Migrator(database).migrate() == Migrations.all.count)
    }

    @Test func `an owner whom an older version recorded keeps the purchase`() async throws {
        let service = try await TestService(at: .start + 31 * .day)
        let database = try await emptyDatabase()
        defer { database.close() }
        try await Migrator(database).migrate(upTo: 3)
        _ = try await database.query(
            Statement(
                """
                INSERT INTO entitlements_state.transaction (app, environment, original_id,
                    transaction_id, signed_at, is_revoked, digest, product_id, purchased_at,
                    account_signed_at, account_is_revoked, account_digest, account_token)
                VALUES ('com.example.shop', 'Sandbox', '100', '100', 1, false, '', 'monthly', 1,
                    1, false, '', $1::uuid)
                """,
                [.uuid(.account)]
            )
        )
        try await Migrator(database).migrate()
        let signed = try service.appStore.sign(TransactionPayload.renewal(token: nil))
        let now = Milliseconds(.start + 31 * .day)
        let submission = try service.verifier.verify(transaction: signed, at: now)
        _ = try await service.ledger.record([submission], in: database)
        let owners: [String] = try await database.query(
            Statement("SELECT owners FROM entitlements_state.purchase")
        ).column()
        #expect(owners == [UUID.account.uuidString.lowercased()])
    }

    @Test func `only tables whose rows are updated leave space for that`() async throws {
        let database = try await emptyDatabase()
        defer { database.close() }
        try await Migrator(database).migrate()
        let names: [String] = try await database.query(
            Statement(
                """
                SELECT relname FROM pg_class WHERE array_to_string(reloptions, '') ~ 'fillfactor'
                ORDER BY relname
                """
            )
        ).column()
        let updated = ["consumption_request", "customer", "delivery", "owned_purchase", "purchase"]
        #expect(names == updated)
    }

    @Test func `steps are numbered from 1 on`() {
        #expect(Migrations.all.map(\.number) == Array(1...Migrations.all.count))
    }

    @Test func `the schema of a later version is left alone`() async throws {
        let database = try await emptyDatabase()
        defer { database.close() }
        try await Migrator(database).migrate()
        _ = try await database.query(Statement("INSERT INTO entitlements.migration VALUES (99)"))
        await #expect(throws: Migrator.UnknownSchema(number: 99, newest: Migrations.all.count)) {
            try await Migrator(database).migrate()
        }
    }

    @Test func `a step that fails leaves nothing behind`() async throws {
        let database = try await emptyDatabase()
        defer { database.close() }
        try await Migrator(database).migrate(upTo: 0)
        // A schema from the middle of the first step already exists.
        _ = try await database.query(Statement("CREATE SCHEMA entitlements_state"))
        await #expect(throws: SQLError.self) { try await Migrator(database).migrate() }
        let tables = try await database.query(
            Statement("SELECT 1 FROM pg_tables WHERE tablename = 'inbox'")
        )
        #expect(tables.rowCount == 0)
    }

    @Test func `partitions are made for this month and the next three`() async throws {
        let service = try await TestService()
        try await Migrator(service.database).makePartitions()
        try await Migrator(service.database).makePartitions()
        let partitions = try await service.rows(
            """
            SELECT 1 FROM pg_inherits
            WHERE inhparent = 'entitlements.document'::regclass
            """
        )
        #expect(partitions.count == 5)
    }
}
