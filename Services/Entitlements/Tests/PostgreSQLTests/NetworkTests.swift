import Foundation
import PostgreSQL
import TestCluster
import Testing

@Suite struct NetworkTests {
    private let insert = Statement("INSERT INTO t VALUES (1)")
    private let count = "SELECT count(*) FROM t"

    /// A database with a table, behind a proxy.
    private func makeProxy() async throws -> (proxy: TestProxy, address: String, direct: String) {
        let cluster = try await TestCluster.shared()
        let name = "n_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        let direct = try await cluster.makeDatabase(name)
        try await cluster.execute("CREATE TABLE t (x int8)", in: name)
        let proxy = try TestProxy(to: cluster.port)
        return (proxy, proxy.connectionString(name), direct)
    }

    @Test func `a network that loses everything ends by the deadline`() async throws {
        let (proxy, address, _) = try await makeProxy()
        let pool = try PostgresDatabase(address, connections: 1, timeout: .milliseconds(400))
        _ = try await pool.queryInsisting(count)
        proxy.blackHole()
        let start = ContinuousClock.now
        await #expect(throws: SQLError.deadline) { try await pool.query(insert) }
        let waited = ContinuousClock.now - start
        #expect(waited >= .milliseconds(400))
        #expect(waited < .seconds(5))
        proxy.heal()
        _ = try await pool.queryInsisting(count)
    }

    @Test func `a host that does not answer ends by the deadline`() async throws {
        let (proxy, address, _) = try await makeProxy()
        proxy.blackHole()
        let pool = try PostgresDatabase(address, timeout: .milliseconds(200))
        let error = await #expect(throws: SQLError.self) { try await pool.query(insert) }
        #expect(error == .deadline || error?.isConnectionLoss == true)
        await #expect(throws: SQLError.self) {
            try await pool.transaction { _ in Commit((), after: [insert]) }
        }
    }

    @Test(arguments: [TestProxy.Moment.before, .after])
    func `a query that is cut is not sent again`(moment: TestProxy.Moment) async throws {
        let (proxy, address, direct) = try await makeProxy()
        let pool = try PostgresDatabase(address, connections: 1)
        _ = try await pool.query(Statement(count))
        proxy.cut(moment, "INSERT")
        let error = await #expect(throws: SQLError.self) { try await pool.query(insert) }
        #expect(error?.isConnectionLoss == true)
        let witness = try PostgresDatabase(direct)
        // The database finishes what it got before it notices.
        let busy = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query ~ '^INS'"
        while try await witness.value(busy) > Int64(0) {}
        #expect(try await witness.value(count) <= Int64(moment == .before ? 0 : 1))
        _ = try await pool.query(Statement(count))
        #expect(proxy.connectionCount == 2)
    }

    @Test(arguments: [TestProxy.Moment.before, .after])
    func `a commit that is cut is not sent again`(moment: TestProxy.Moment) async throws {
        let (proxy, address, _) = try await makeProxy()
        let pool = try PostgresDatabase(address, connections: 1)
        proxy.cut(moment, "COMMIT\0")
        let error = await #expect(throws: SQLError.self) {
            try await pool.transaction { session in
                _ = try await session.run(insert)
                return Commit(())
            }
        }
        #expect(error?.isConnectionLoss == true)
        #expect(try await pool.value(count) <= Int64(moment == .before ? 0 : 1))
    }

    @Test func `a transaction that is cut at its beginning is run once more`() async throws {
        let (proxy, address, _) = try await makeProxy()
        let pool = try PostgresDatabase(address, connections: 1)
        proxy.cut(.before, "INSERT")
        try await pool.transaction { session in
            _ = try await session.run(insert)
            return Commit(())
        }
        #expect(try await pool.value(count) == Int64(1))
        #expect(proxy.connectionCount == 2)
    }

    @Test func `a connection that was cut while idle is made again unnoticed`() async throws {
        let (proxy, address, _) = try await makeProxy()
        let pool = try PostgresDatabase(address, connections: 1)
        for _ in 0..<5 {
            _ = try await pool.query(insert)
            let process: Int64 = try await pool.value("SELECT pg_backend_pid()::int8")
            _ = try await pool.query(Statement("SELECT 1"))
            // The server ends it, which the client has heard when another query would be sent.
            let name = try #require(address.split(separator: "=").last)
            let ended = "SELECT pg_terminate_backend(\(process), 10000)"
            try await TestCluster.shared().execute(ended, in: String(name))
        }
        #expect(try await pool.value(count) == Int64(5))
        #expect(proxy.connectionCount == 6)
    }

    @Test func `a half-closed connection fails at once`() async throws {
        let (proxy, address, _) = try await makeProxy()
        let pool = try PostgresDatabase(address, connections: 1)
        let sleep = Task { try await pool.query(Statement("SELECT pg_sleep(600)")) }
        await proxy.sent("pg_sleep")
        proxy.halfClose()
        let error = await #expect(throws: SQLError.self) { try await sleep.value }
        #expect(error?.isConnectionLoss == true)
        _ = try await pool.query(insert)
    }

    @Test func `a slow network is no error`() async throws {
        let (proxy, address, _) = try await makeProxy()
        proxy.delay(by: .milliseconds(20))
        let pool = try PostgresDatabase(address, connections: 2)
        await withTaskGroup { group in
            for _ in 0..<100 {
                group.addTask { await #expect(throws: Never.self) { try await pool.query(insert) } }
            }
        }
        #expect(try await pool.value(count) == Int64(100))
    }

    @Test func `a slow query does not take the time of others`() async throws {
        let (_, _, direct) = try await makeProxy()
        let pool = try PostgresDatabase(direct, connections: 1, timeout: .milliseconds(800))
        _ = try await pool.queryInsisting(count)
        await withTaskGroup { group in
            group.addTask {
                let error = await #expect(throws: SQLError.self) {
                    try await pool.query(Statement("SELECT pg_sleep(600)"))
                }
                #expect(error.map { $0 == .deadline || "\($0)".contains("57014") } == true)
            }
        }
        // The server has given it up, or a new connection is made.
        _ = try await pool.queryInsisting(count)
    }
}
