import Foundation
import PostgreSQL
import TestCluster
import Testing

@Suite struct ErrorTests {
    @Test(arguments: [
        ("SELEC", "42601"), ("SELECT * FROM nowhere", "42P01"), ("SELECT 1 / 0", "22012"),
        ("INSERT INTO t VALUES (1)", "23505"), ("COPY t TO STDOUT", "0A000"),
    ])
    func `an error has its SQLSTATE, and the next one works`(
        text: String,
        state: String
    ) async throws {
        let table = "CREATE TABLE t (x int8 PRIMARY KEY);INSERT INTO t VALUES (1)"
        let pool = try await makePool(table)
        let error = await #expect(throws: SQLError.self) { try await pool.query(Statement(text)) }
        guard case .server(state, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await pool.value("SELECT x FROM t") == Int64(1))
    }

    @Test func `an empty statement has an empty result`() async throws {
        let pool = try await makePool()
        #expect(try await pool.query(Statement("")).rowCount == 0)
    }

    @Test func `a bad statement does not harm those of the same round trip`() async throws {
        let pool = try await makePool("CREATE TABLE t (x int8)", connections: 1)
        let outcomes = await withTaskGroup(of: (Int, Bool).self) { group in
            for number in 0..<200 {
                group.addTask {
                    let divisor = Int64(number % 3)
                    let statement = Statement(
                        "INSERT INTO t VALUES ($1::int8 / $2::int8)",
                        [.integer(Int64(number)), .integer(divisor)]
                    )
                    let isDone = (try? await pool.query(statement)) != nil
                    return (number, isDone)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.allSatisfy { $0.1 == ($0.0 % 3 != 0) })
        #expect(try await pool.value("SELECT count(*) FROM t") == Int64(133))
    }

    @Test func `a relayed end of another server ends no session`() async throws {
        let pool = try await makePool("CREATE TABLE t (x int8)", connections: 1)
        let process: Int64 = try await pool.value("SELECT pg_backend_pid()::int8")
        let relay = "DO $$ BEGIN RAISE 'node is away' USING ERRCODE = '08006'; END $$"
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                let text = number % 2 == 0 ? "INSERT INTO t VALUES (1)" : relay
                group.addTask { (try? await pool.query(Statement(text))) != nil }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 } == 20)
        #expect(try await pool.value("SELECT count(*) FROM t") == Int64(20))
        #expect(try await pool.value("SELECT pg_backend_pid()::int8") == process)
        let error = await #expect(throws: SQLError.self) { try await pool.query(Statement(relay)) }
        #expect(error?.isUnavailability == true && error?.isConnectionLoss == false)
    }

    @Test func `a bad text among the same ones has its own error each time`() async throws {
        let pool = try await makePool(connections: 1)
        await withTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    let error = await #expect(throws: SQLError.self) {
                        try await pool.query(Statement("SELECT * FROM nowhere"))
                    }
                    #expect(error.map { "\($0)".contains("42P01") } == true)
                }
            }
        }
    }

    @Test func `more texts than a session keeps still work`() async throws {
        let pool = try await makePool(connections: 1)
        for number in 0..<600 {
            #expect(try await pool.value("SELECT \(number)::int8") == Int64(number))
        }
        let count = "SELECT count(*) FROM pg_prepared_statements"
        #expect(try await pool.value(count) < Int64(300))
    }

    @Test func `a table may change under a prepared statement`() async throws {
        let pool = try await makePool("CREATE TABLE t (x int8);INSERT INTO t VALUES (1)")
        let all = Statement("SELECT * FROM t")
        #expect(try await pool.query(all).rowCount == 1)
        _ = try await pool.query(Statement("ALTER TABLE t ADD COLUMN y text"))
        for _ in 0..<4 { #expect(try await pool.query(all).rowCount == 1) }
        _ = try await pool.query(Statement("DEALLOCATE ALL"))
        for _ in 0..<4 { #expect(try await pool.query(all).rowCount == 1) }
    }

    @Test func `no error or description has the password`() async throws {
        let cluster = try await TestCluster()
        try await cluster.execute("CREATE ROLE guarded LOGIN PASSWORD 'right'")
        let text = "postgresql://guarded:secret@127.0.0.1:\(cluster.port)/postgres"
        let address = try DatabaseAddress(text)
        let pool = PostgresDatabase(.init(address: address))
        let error = await #expect(throws: SQLError.self) {
            try await pool.query(Statement("SELECT 1"))
        }
        var dumped = ""
        dump(PostgresDatabase.Configuration(address: address), to: &dumped)
        let texts = [
            dumped, "\(address)", String(reflecting: address), "\(String(describing: error))",
            error?.errorDescription ?? "",
        ]
        #expect(texts.allSatisfy { !$0.contains("secret") })
        #expect(texts.last?.contains("password authentication failed") == true)
        let right = try PostgresDatabase(text.replacing("secret", with: "right"))
        #expect(try await right.value("SELECT current_user::text") == "guarded")
        #expect(throws: DatabaseAddress.Malformed.self) { try DatabaseAddress("nonsense") }
        #expect(throws: DatabaseAddress.Malformed.self) { try DatabaseAddress("host=a\0b") }
    }
}
