import Foundation
import PostgreSQL
import Testing

@Suite struct TransactionTests {
    private struct Reason: Error {}
    private let insert = Statement("INSERT INTO t VALUES (1)")
    private let count = "SELECT count(*) FROM t"

    @Test func `a transaction is committed with its last statements`() async throws {
        let pool = try await makePool("CREATE TABLE t (x int8)")
        let value = try await pool.transaction { session in
            _ = try await session.run(insert)
            return Commit("done", after: [insert, insert])
        }
        #expect(value == "done")
        try await pool.transaction { _ in Commit((), after: [insert]) }
        try await pool.transaction { _ in Commit(()) }
        #expect(try await pool.value(count) == Int64(4))
    }

    @Test func `a body that throws leaves nothing`() async throws {
        let pool = try await makePool("CREATE TABLE t (x int8)", connections: 1)
        await #expect(throws: Reason.self) {
            try await pool.transaction { session -> Commit<Void> in
                _ = try await session.run(insert)
                throw Reason()
            }
        }
        await #expect(throws: Reason.self) {
            try await pool.transaction { _ -> Commit<Void> in throw Reason() }
        }
        #expect(try await pool.value(count) == Int64(0))
    }

    @Test func `a task that is cancelled leaves nothing`() async throws {
        let pool = try await makePool("CREATE TABLE t (x int8)", connections: 1)
        let begun = Event()
        let task = Task {
            try await pool.transaction { session in
                _ = try await session.run(insert)
                await begun.signal()
                while !Task.isCancelled { await Task.yield() }
                try Task.checkCancellation()
                return Commit(())
            }
        }
        await begun.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await pool.value(count) == Int64(0))
    }

    @Test func `a cancelled statement ends the transaction, also if the body catches it`()
        async throws
    {
        let pool = try await makePool("CREATE TABLE t (x int8)")
        let begun = Event()
        let task = Task {
            try await pool.transaction { session in
                _ = try await session.run(insert)
                await begun.signal()
                _ = try? await session.run(Statement("SELECT pg_sleep(600)"))
                #expect(Task.isCancelled)
                return Commit((), after: [insert])
            }
        }
        await begun.wait()
        task.cancel()
        await #expect(throws: SQLError.cancelled) { try await task.value }
        #expect(try await pool.value(count) == Int64(0))
    }

    @Test func `an error ends the transaction, also if the body catches it`() async throws {
        let pool = try await makePool("CREATE TABLE t (x int8)", connections: 1)
        let process: Int64 = try await pool.value("SELECT pg_backend_pid()::int8")
        for after in [[], [insert]] {
            let error = await #expect(throws: SQLError.self) {
                try await pool.transaction { session in
                    _ = try await session.run(insert)
                    _ = try? await session.run(Statement("SELECT 1 / 0"))
                    return Commit((), after: after)
                }
            }
            #expect(error.map { "\($0)".contains("25P02") } == true)
        }
        let error = await #expect(throws: SQLError.self) {
            try await pool.transaction { _ in
                Commit((), after: [insert, Statement("SELECT 1 / 0"), insert])
            }
        }
        #expect(error.map { "\($0)".contains("22012") } == true)
        #expect(try await pool.value(count) == Int64(0))
        // The connection has remained.
        #expect(try await pool.value("SELECT pg_backend_pid()::int8") == process)
    }

    @Test func `tasks of a body may ask at the same time`() async throws {
        let pool = try await makePool("CREATE TABLE t (x int8)", connections: 1)
        try await pool.transaction { session in
            try await withThrowingTaskGroup { group in
                for _ in 0..<50 { group.addTask { _ = try await session.run(insert) } }
                try await group.waitForAll()
            }
            return Commit(())
        }
        #expect(try await pool.value(count) == Int64(50))
    }

    @Test func `a session is of no use after its transaction`() async throws {
        let pool = try await makePool("CREATE TABLE t (x int8)", connections: 1)
        let kept = try await pool.transaction { session in
            _ = try await session.run(insert)
            return Commit(session)
        }
        await #expect(throws: SQLError.connection("the transaction has ended")) {
            try await kept.run(insert)
        }
        let unused = try await pool.transaction { Commit($0) }
        await #expect(throws: SQLError.self) { try await unused.run(insert) }
        #expect(try await pool.value(count) == Int64(1))
    }

    @Test func `a repeatable read sees one moment`() async throws {
        let pool = try await makePool("CREATE TABLE t (x int8)")
        for (isolation, seen) in [(IsolationLevel.repeatableRead, 0), (.readCommitted, 2)] {
            let last: Int64 = try await pool.transaction(isolation) { session in
                _ = try await session.run(Statement(count))
                _ = try await pool.query(insert)
                return Commit(try await session.run(Statement(count)).value())
            }
            #expect(last == seen)
        }
    }

    @Test func `queries do not wait for transactions`() async throws {
        let pool = try await makePool("CREATE TABLE t (x int8)", connections: 3)
        let release = Event()
        try await withThrowingTaskGroup { group in
            for _ in 0..<10 {
                group.addTask {
                    try await pool.transaction { session in
                        _ = try await session.run(insert)
                        await release.wait()
                        return Commit(())
                    }
                }
            }
            for _ in 0..<20 { #expect(try await pool.value(count) == Int64(0)) }
            await release.signal()
            try await group.waitForAll()
        }
        #expect(try await pool.value(count) == Int64(10))
    }

    @Test func `a body that never ends loses its connection by the deadline`() async throws {
        let pool = try await makePool(
            "CREATE TABLE t (x int8)",
            connections: 1,
            timeout: .milliseconds(500)
        )
        let begun = Event(), release = Event()
        let task = Task {
            try await pool.transaction { session in
                // Also on a machine that does not get that far in time.
                let outcome = try? await session.run(insert)
                await begun.signal()
                await release.wait()
                guard outcome != nil else { throw SQLError.deadline }
                return Commit(())
            }
        }
        await begun.wait()
        // It waits for the one connection, and gets it or fails in time.
        #expect(try await pool.queryInsisting(count).value() == Int64(0))
        await release.signal()
        await #expect(throws: SQLError.deadline) { try await task.value }
    }

    @Test func `what waits for a leased connection fails by its deadline`() async throws {
        let pool = try await makePool(connections: 1, timeout: .milliseconds(400))
        let begun = Event(), release = Event()
        let start = ContinuousClock.now
        let holder = Task {
            try await pool.transaction { session in
                // A statement that the server gives up, too.
                async let outcome = session.run(Statement("SELECT pg_sleep(60)"))
                await begun.signal()
                await release.wait()
                _ = try await outcome
                return Commit(())
            }
        }
        await begun.wait()
        await withTaskGroup { group in
            for _ in 0..<20 {
                group.addTask { _ = try? await pool.query(Statement("SELECT 1")) }
                group.addTask {
                    _ = try? await pool.transaction { session in
                        _ = try await session.run(Statement("SELECT 1"))
                        return Commit(())
                    }
                }
            }
        }
        #expect(ContinuousClock.now - start < .seconds(10))
        await release.signal()
        await #expect(throws: SQLError.self) { try await holder.value }
    }
}
