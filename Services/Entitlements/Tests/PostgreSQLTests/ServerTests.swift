import Foundation
import PostgreSQL
import TestCluster
import Testing

@Suite struct ServerTests {
    @Test func `a server that is killed and started again is found again`() async throws {
        let cluster = try await TestCluster()
        let pool = try PostgresDatabase(cluster.connectionString(), connections: 3)
        _ = try await pool.query(Statement("CREATE TABLE t (x int8)"))
        try await cluster.kill9()
        for _ in 0..<20 {
            let error = await #expect(throws: SQLError.self) {
                try await pool.query(Statement("INSERT INTO t VALUES (1)"))
            }
            #expect(error?.isConnectionLoss == true)
        }
        try await cluster.start()
        #expect(try await pool.queryInsisting("SELECT * FROM t").rowCount == 0)
    }

    @Test func `a restart of the server is not noticed when nothing is under way`() async throws {
        let cluster = try await TestCluster()
        let pool = try PostgresDatabase(cluster.connectionString(), connections: 3)
        await withTaskGroup { group in
            for _ in 0..<30 {
                group.addTask { _ = try? await pool.query(Statement("SELECT pg_sleep(0.01)")) }
            }
        }
        try await cluster.restart()
        #expect(try await pool.value("SELECT 1::int8") == Int64(1))
        try await cluster.restart()
        try await pool.transaction { session in
            _ = try await session.run(Statement("SELECT 1"))
            return Commit(())
        }
    }

    @Test func `attempts to connect have pauses`() async throws {
        let proxy = try TestProxy(to: 1)
        proxy.refuse()
        let pool = try PostgresDatabase(proxy.connectionString(), connections: 4)
        for _ in 0..<2_000 {
            await #expect(throws: SQLError.self) { try await pool.query(Statement("SELECT 1")) }
        }
        // Two thousand without pauses; each attempt of libpq may be two.
        #expect(proxy.connectionCount < 500)
    }

    @Test func `after a fail-over the new primary is found among the hosts`() async throws {
        let primary = try await TestCluster()
        try await primary.execute("CREATE TABLE t (x int8)")
        let replica = try await primary.makeReplica()
        let first = try TestProxy(to: primary.port), second = try TestProxy(to: replica.port)
        let address =
            "postgresql://postgres@127.0.0.1:\(second.port),127.0.0.1:\(first.port)/postgres"
            + "?target_session_attrs=read-write"
        let pool = try PostgresDatabase(address)
        let insert = "INSERT INTO t VALUES (1)"
        _ = try await pool.query(Statement(insert))
        #expect(first.connectionCount > 0)
        try await primary.kill9()
        try await replica.promote()
        _ = try await pool.queryInsisting(insert)
    }

    @Test func `a dead host does not take the time of the next one`() async throws {
        let cluster = try await TestCluster.shared()
        let dead = try TestProxy(to: cluster.port)
        dead.blackHole()
        let address =
            "host=127.0.0.1,127.0.0.1 port=\(dead.port),\(cluster.port) user=postgres "
            + "dbname=postgres"
        let pool = try PostgresDatabase(address, connections: 1, timeout: .seconds(4))
        #expect(try await pool.value("SELECT 1::int8") == Int64(1))
    }

    @Test func `a server that became read-only is left`() async throws {
        let cluster = try await TestCluster()
        let other = try await TestCluster()
        for each in [cluster, other] { try await each.execute("CREATE TABLE t (x int8)") }
        let address =
            "host=127.0.0.1,127.0.0.1 port=\(cluster.port),\(other.port) user=postgres "
            + "dbname=postgres target_session_attrs=read-write"
        let pool = try PostgresDatabase(address, connections: 2)
        let insert = Statement("INSERT INTO t VALUES (1)")
        _ = try await pool.query(insert)
        try await cluster.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        try await cluster.execute("SELECT pg_reload_conf()")
        // The session eventually notices.
        while try await pool.value("SHOW port") == "\(cluster.port)" {
            _ = try await pool.query(insert)
            try await pool.transaction { session in
                _ = try await session.run(insert)
                return Commit(())
            }
        }
        _ = try await pool.query(insert)
        #expect(try await other.execute("SELECT * FROM t").count >= 1)
    }

    @Test func `a pool that gets fewer connections than it wants works with these`() async throws {
        let cluster = try await TestCluster(settings: [
            "max_connections=4", "superuser_reserved_connections=0", "max_wal_senders=0",
        ])
        let pool = try PostgresDatabase(cluster.connectionString(), connections: 8)
        _ = try await pool.query(Statement("SELECT 1"))
        await withTaskGroup { group in
            for _ in 0..<200 {
                group.addTask {
                    await #expect(throws: Never.self) {
                        try await pool.query(Statement("SELECT pg_sleep(0.002)"))
                    }
                }
            }
        }
    }
}
