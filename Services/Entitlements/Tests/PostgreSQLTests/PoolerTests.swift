import Foundation
import PostgreSQL
import TestCluster
import Testing

private let obstacle = TestPooler.obstacle

/// Tests with a pooler that has two sessions for four connections.
@Suite(.enabled(if: obstacle == nil, Comment(rawValue: obstacle ?? "")))
struct PoolerTests {
    private func makePooler(_ mode: TestPooler.Mode) async throws -> (TestPooler, String) {
        let cluster = try await TestCluster.shared()
        let name = "pooled_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        try await cluster.makeDatabase(name)
        try await cluster.execute("CREATE TABLE t (x int8, y text)", in: name)
        // A session lasts as long as a connection of ours.
        let pooler = try await TestPooler(to: cluster, mode, sessions: mode == .session ? 4 : 2)
        return (pooler, name)
    }

    @Test(arguments: TestPooler.Mode.allCases)
    func `callers get what is theirs`(_ mode: TestPooler.Mode) async throws {
        let (pooler, name) = try await makePooler(mode)
        let database = try PostgresDatabase(pooler.connectionString(name), connections: 4)
        try await withThrowingTaskGroup { group in
            for caller in 0..<32 {
                group.addTask {
                    for turn in 0..<20 {
                        let number = Int64(caller * 1_000 + turn)
                        // Each connection would prepare other texts by the same names.
                        let text = "SELECT \(turn * 7 + caller % 5) + $1::int8"
                        let sum: Int64 = try await database.value(text, [.integer(number)])
                        #expect(sum == number + Int64(turn * 7 + caller % 5))
                        guard turn.isMultiple(of: 5) else { continue }
                        try await database.transaction { session in
                            let insert = "INSERT INTO t VALUES ($1, $2)"
                            let values = [SQLValue.integer(number), .text("\(caller)")]
                            _ = try await session.run(Statement(insert, values))
                            let select = "SELECT count(*) FROM t WHERE x = $1 AND y = $2"
                            let rows = try await session.run(Statement(select, values))
                            #expect(try rows.value() == Int64(1))
                            return Commit(())
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await database.value("SELECT count(DISTINCT x) FROM t") == Int64(32 * 4))
        await database.finish()
        try await pooler.kill9()
    }

    @Test func `nothing is left in a session that others use`() async throws {
        let (pooler, name) = try await makePooler(.transaction)
        let database = try PostgresDatabase(pooler.connectionString(name), connections: 2)
        for _ in 0..<8 {
            #expect(try await database.value("SHOW statement_timeout") == "0")
            let count: Int64 = try await database.value(
                "SELECT count(*) FROM pg_prepared_statements WHERE name <> ''"
            )
            #expect(count == 0)
        }
        await database.finish()
        try await pooler.kill9()
    }

    @Test func `what failed is rolled back`() async throws {
        let (pooler, name) = try await makePooler(.transaction)
        let database = try PostgresDatabase(pooler.connectionString(name), connections: 2)
        await #expect(throws: SQLError.self) {
            try await database.transaction { session in
                _ = try await session.run([
                    Statement("INSERT INTO t VALUES (1)"), Statement("SELECT 1 / 0"),
                ])
                return Commit(())
            }
        }
        #expect(try await database.value("SELECT count(*) FROM t") == Int64(0))
        await database.finish()
        try await pooler.kill9()
    }
}
