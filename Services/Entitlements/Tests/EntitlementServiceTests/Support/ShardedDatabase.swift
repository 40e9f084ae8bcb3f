import Foundation
import PostgreSQL
import Synchronization
import Testing

@testable import EntitlementService

/// A database whose tables are spread over hash partitions by the key of their shard, as Citus
/// spreads them over machines; it records an issue for each statement that needs several.
///
/// Partitions by hash have the constraints of shards: the key is in every unique index, and a plan
/// shows which of them a statement touches. What Citus refuses or plans apart in a statement that
/// writes, and partitions allow, is looked for in the text.
final class ShardedDatabase: SQLDatabase {
    /// Whether tests run on partitions.
    static let isRequested = ProcessInfo.processInfo.environment["ENTITLEMENTS_SHARDS"] == "1"
    private static let partitionCount = 8

    /// The key of each table's shard.
    private static let keys = [
        "entitlements.inbox": "shard_key", "entitlements.document_default": "shard_key",
        "entitlements.outbox": "shard_key", "entitlements_state.transaction": "original_id",
        "entitlements_state.renewal": "original_id", "entitlements_state.purchase": "original_id",
        "entitlements.consumption_request": "original_id",
        "entitlements_state.owned_purchase": "customer", "entitlements_state.credit": "customer",
        "entitlements.customer": "customer", "entitlements.member": "customer",
        "entitlements.statement": "customer", "entitlements.event": "customer",
        "entitlements.delivery": "customer", "entitlements.dead_letter": "customer",
    ]

    /// The statements that read all shards, by how they begin, each with its reason.
    private static let exceptions = [
        "SELECT app, environment, customer FROM entitlements.customer\nWHERE next_change":
            "looks for what time has changed, and locks nothing",
        "(SELECT app, environment, customer, next_sequence, attempts::bigint":
            "looks for deliveries that are due, and locks nothing",
        "SELECT app, environment, kind, shard_key FROM entitlements.outbox\nWHERE created_at":
            "looks for what a killed process left",
        "SELECT count(*) FROM entitlements.delivery": "measures",
        "SELECT count(*) FILTER (WHERE state = 'open')": "measures",
        "SELECT app, environment, original_id, transaction_id, id, product_id, reason,":
            "lists consumption requests, and looks for those that are due; it locks nothing",
        "SELECT app, environment, customer, min(sequence) FROM entitlements.dead_letter":
            "a command: replay",
        "SELECT original_id FROM entitlements_state.purchase\nWHERE app = $1::text AND environment":
            "a command: backfill, in pages",
        "SELECT app, environment, shard_key, id, kind, type, subtype, signed_at, content,\n    rec":
            "a command: export and rebuild, in pages",
        "SELECT app, environment, original_id FROM entitlements_state.purchase WHERE is_erased":
            "a rebuild",
        "SELECT app, environment, original_id FROM entitlements_state.purchase\nWHERE (app":
            "a command: rebuild, in pages",
        "SELECT app, environment, customer, original_id, name\nFROM entitlements_state.":
            "a command: rebuild, in pages",
        "SELECT app, environment, original_id, owners FROM entitlements_state.purchase":
            "one query for all listeners that begin to wait",
        "SELECT app, environment, customer, root, sequence, next_change\nFROM entitlements.":
            "one query for all listeners that begin to wait",
        "SELECT (extract(epoch FROM statement_timestamp()) * 1000)::bigint, app, environment":
            "one query for all listeners of a process",
        "SELECT original_id FROM entitlements_state.transaction\nWHERE app = $1::text AND environ":
            "a search by a person, for a transaction by an index",
        "SELECT customer FROM entitlements.customer\nWHERE app = $1::text AND environment":
            "a search by a person, for the beginning of a name",
        "SELECT to_char(month, 'YYYY-MM')": "counts all purchases",
        "SELECT count(*), min(": "measures, for a person",
        "SELECT coalesce(sum(count), 0)": "measures, for a person",
        "SELECT customer, sequence, error, time, id, type, cause":
            "a list of dead letters, in pages",
    ]

    let isSharded = true
    private let database: PostgresDatabase
    private let explained = Mutex<[String: Int]>([:])

    init(_ database: PostgresDatabase) {
        self.database = database
    }

    func query(_ statement: Statement) async throws(SQLError) -> SQLResult {
        await check(statement)
        return try await database.query(statement)
    }

    func transaction<Value: Sendable>(
        _ isolation: IsolationLevel,
        _ body: @Sendable (any SQLSession) async throws -> Commit<Value>
    ) async throws -> Value {
        try await database.transaction(isolation) { session in
            let session = Session(session: session, database: self)
            let end = try await body(session)
            await session.check(end.statements)
            return end
        }
    }

    // MARK: Checking

    private final class Session: SQLSession {
        private let session: any SQLSession
        private let database: ShardedDatabase
        private let keys = Mutex<Set<String>>([])

        init(session: any SQLSession, database: ShardedDatabase) {
            self.session = session
            self.database = database
        }

        func run(_ statements: [Statement]) async throws(SQLError) -> [SQLResult] {
            await check(statements)
            return try await session.run(statements)
        }

        func check(_ statements: [Statement]) async {
            for statement in statements {
                await database.check(statement)
                guard statement.isWriting, let key = statement.key else { continue }
                let keys = keys.withLock { keys in
                    keys.insert(key)
                    return keys
                }
                if keys.count > 1 {
                    Issue.record("A transaction writes \(keys.sorted()): \(statement.text)")
                }
            }
        }
    }

    private func check(_ statement: Statement) async {
        let text = statement.text
        let count = explained.withLock { explained in
            explained[text, default: 0] += 1
            return explained[text] ?? 0
        }
        guard count <= 2, statement.canBeExplained,
            !Self.exceptions.keys.contains(where: { text.hasPrefix($0) })
        else { return }
        let explanation = Statement("EXPLAIN \(text)", statement.values)
        let plan: [String]
        do throws(SQLError) {
            plan = try await database.query(explanation).column()
        } catch {
            if !error.isExpected { Issue.record("There is no plan of \(text): \(error)") }
            return
        }
        let shards = Set(plan.joined().matches(of: /_shard(\d+)/).map { String($0.output.1) })
        if shards.count > 1 { Issue.record("\(shards.count) shards are read by \(text)") }
        if statement.isWriting { await checkWriting(text) }
    }

    /// Looks for a `WITH` that writes, and for functions that are not immutable, unless they have
    /// no arguments and stand outside of `DO UPDATE`.
    private func checkWriting(_ text: String) async {
        if text.hasPrefix("WITH") { Issue.record("Citus plans the parts apart of \(text)") }
        let calls = text.matches(of: /([a-z_0-9]+)\((\))?/)
        let update = text.range(of: "DO UPDATE")?.lowerBound ?? text.endIndex
        let names = calls.filter { $0.output.2 == nil || $0.range.lowerBound > update }
            .map { SQLValue.text(String($0.output.1)) }
        let volatile = Statement(
            """
            SELECT DISTINCT proname FROM pg_proc
            WHERE provolatile <> 'i' AND proname = ANY($1::text[])
            """,
            [.array(names)]
        )
        let found: [String]? = try? await database.query(volatile).column()
        if found != [] { Issue.record("Citus refuses \(found ?? []) in \(text)") }
    }

    // MARK: Partitions

    /// Spreads the tables of a database in the present schema.
    static func spread(_ database: PostgresDatabase) async throws {
        // Views remain with the tables that they were made for.
        _ = try await database.query(
            Statement(
                """
                DROP VIEW entitlements.counted_period, entitlements.monthly_count,
                    entitlements.monthly_revenue
                """
            )
        )
        for (table, key) in keys.sorted(by: { $0.key < $1.key }) {
            let isKnown: [Bool] = try await database.query(
                Statement("SELECT to_regclass($1::text) IS NOT NULL", [.text(table)])
            ).column()
            guard isKnown == [true] else { continue }
            for text in statements(table, key) { _ = try await database.query(Statement(text)) }
        }
        for text in Migrations.views { _ = try await database.query(Statement(text)) }
    }

    private static func statements(_ table: String, _ key: String) -> [String] {
        let name = table.split(separator: ".").last ?? ""
        var statements = [
            "ALTER TABLE \(table) RENAME TO \(name)_whole",
            "CREATE TABLE \(table) (LIKE \(table)_whole INCLUDING ALL) PARTITION BY HASH (\(key))",
        ]
        for number in 0..<partitionCount {
            statements.append(
                """
                CREATE TABLE \(table)_shard\(number) PARTITION OF \(table)
                FOR VALUES WITH (MODULUS \(partitionCount), REMAINDER \(number))
                """
            )
        }
        statements.append("DROP TABLE \(table)_whole")
        if table == "entitlements.document_default" {
            statements.append("ALTER TABLE entitlements.document ATTACH PARTITION \(table) DEFAULT")
        }
        return statements
    }
}

extension Statement {
    /// The key of the shard, the third value of a statement about one key.
    fileprivate var key: String? {
        guard values.count > 2, case .text(let key) = values[2] else { return nil }
        return key
    }

    fileprivate var isWriting: Bool {
        ["INSERT", "UPDATE", "DELETE", "WITH"].contains { text.hasPrefix($0) }
            && (text.contains("entitlements.") || text.contains("entitlements_state."))
    }

    fileprivate var canBeExplained: Bool {
        text.hasPrefix("SELECT") && text.contains("FROM") || isWriting || text.hasPrefix("(SELECT")
    }
}

extension SQLError {
    /// Whether a test dropped the table, stopped the server, or cancelled the task.
    fileprivate var isExpected: Bool {
        if case .server(let state, _) = self { state == "42P01" } else { true }
    }
}
