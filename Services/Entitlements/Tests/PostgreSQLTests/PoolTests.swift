import Foundation
import Logging
import PostgreSQL
import ServiceLifecycle
import TestCluster
import Testing

/// A service that signals when its group has started.
private struct Beginning: Service {
    let event: Event

    func run() async throws {
        await event.signal()
        try await gracefulShutdown()
    }
}

@Suite struct PoolTests {
    @Test func `64 callers get what is theirs`() async throws {
        let pool = try await makePool("CREATE TABLE t (x int8)", connections: 4)
        try await withThrowingTaskGroup { group in
            for caller in 0..<64 {
                group.addTask {
                    for turn in 0..<30 {
                        let number = Int64(caller * 1_000 + turn)
                        let value = SQLValue.integer(number)
                        let answer: Int64 = try await pool.value("SELECT $1::int8", [value])
                        guard answer == number else { throw SQLError.decoding("\(answer)") }
                        guard turn.isMultiple(of: 10) else { continue }
                        let insert = Statement("INSERT INTO t VALUES ($1)", [value])
                        try await pool.transaction { session in
                            _ = try await session.run(insert)
                            return Commit(())
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await pool.value("SELECT count(DISTINCT x) FROM t") == Int64(64 * 3))
    }

    @Test func `what is under way when the pool is closed is done`() async throws {
        let pool = try await makePool("CREATE TABLE t (x int8)", connections: 2)
        let begun = Event(), release = Event()
        let insert = Statement("INSERT INTO t VALUES (1)")
        let transaction = Task {
            try await pool.transaction { session in
                _ = try await session.run(insert)
                await begun.signal()
                await release.wait()
                _ = try await session.run(insert)
                return Commit((), after: [insert])
            }
        }
        await begun.wait()
        pool.close()
        await #expect(throws: SQLError.closed) { try await pool.query(insert) }
        await #expect(throws: SQLError.closed) {
            try await pool.transaction { _ in Commit((), after: [insert]) }
        }
        await release.signal()
        try await transaction.value
        await pool.finish()
    }

    @Test func `a cancelled call ends while its query goes on, or before it begins`() async throws {
        let pool = try await makePool(connections: 2)
        let running = (0..<2).map { _ in
            Task { try await pool.query(Statement("SELECT pg_sleep(601)")) }
        }
        let busy =
            "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query ~ 'sleep.601'"
            + " AND pid <> pg_backend_pid()"
        while try await TestCluster.shared().execute(busy).count < 2 {}
        let waiting = Task { try await pool.query(Statement("SELECT 1")) }
        for task in running + [waiting] {
            task.cancel()
            await #expect(throws: SQLError.cancelled) { try await task.value }
        }
        #expect(try await TestCluster.shared().execute(busy).count == 2)
    }

    @Test func `a service that is shut down ends its connections`() async throws {
        let pool = try await makePool()
        _ = try await pool.query(Statement("SELECT 1"))
        let begun = Event()
        let group = ServiceGroup(
            services: [pool, Beginning(event: begun)],
            logger: Logger(label: "test")
        )
        let running = Task { try await group.run() }
        await begun.wait()
        await group.triggerGracefulShutdown()
        try await running.value
        await #expect(throws: SQLError.closed) { try await pool.query(Statement("SELECT 1")) }
    }

    @Test func `every call ends when the pool is closed under load`() async throws {
        let pool = try await makePool(connections: 2)
        await withTaskGroup { group in
            for number in 0..<300 {
                group.addTask {
                    if number == 100 { pool.close() }
                    if number.isMultiple(of: 3) {
                        _ = try? await pool.transaction { session in
                            _ = try await session.run(Statement("SELECT 1"))
                            return Commit(())
                        }
                    } else {
                        _ = try? await pool.query(Statement("SELECT 1"))
                    }
                }
            }
        }
        await pool.finish()
        await pool.finish()
    }

    @Test func `a pool that nobody has any more ends its connections`() async throws {
        let cluster = try await TestCluster()
        do {
            let pool = try PostgresDatabase(cluster.connectionString(), connections: 3)
            _ = try await pool.query(Statement("SELECT 1"))
        }
        let connections = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'entitlements'"
        while try await !cluster.execute(connections).isEmpty {}
    }

    @Test func `senseless numbers do no harm`() async throws {
        var configuration = PostgresDatabase.Configuration(
            address: try DatabaseAddress(try await TestCluster.shared().connectionString())
        )
        configuration.connectionCount = -1
        configuration.timeout = .seconds(Int64.max)
        let pool = PostgresDatabase(configuration)
        #expect(try await pool.value("SHOW statement_timeout") == "1d")
        configuration.timeout = .seconds(-1)
        let hasty = PostgresDatabase(configuration)
        await #expect(throws: SQLError.self) {
            try await hasty.query(Statement("SELECT pg_sleep(9)"))
        }
    }
}
