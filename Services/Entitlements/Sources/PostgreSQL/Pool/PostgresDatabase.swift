import Foundation

/// A database in PostgreSQL 15 or later, by libpq.
///
/// Each connection has a thread of its own, on which libpq does not block longer than the timeout.
/// Queries that wait at the same time share a round trip. A connection is made when it is first
/// needed, and made again when it was lost, with growing pauses while that fails.
public final class PostgresDatabase: SQLDatabase {
    /// How a database is used.
    public struct Configuration: Sendable {
        public var address: DatabaseAddress
        /// The number of connections, and of threads.
        public var connectionCount = 4
        /// The longest time from a call to its result, waiting for a connection included.
        public var timeout: Duration = .seconds(10)
        /// The number of queries that share a round trip at most.
        public var pipelineLength = 64

        public init(address: DatabaseAddress) {
            self.address = address
        }
    }

    private let configuration: Configuration
    private let queue: WorkQueue

    /// Starts the threads; nothing connects yet.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
        queue = WorkQueue(pipelineLength: configuration.pipelineLength)
        for number in 1...max(configuration.connectionCount, 1) {
            let worker = Worker(configuration, queue)
            let thread = Thread { worker.work() }
            thread.name = "postgresql-\(number)"
            thread.start()
        }
    }

    deinit { queue.close() }

    /// Ends the connections when what is under way is done; later calls fail.
    public func close() { queue.close() }

    public func query(_ statement: Statement) async throws(SQLError) -> SQLResult {
        let deadline = ContinuousClock.now + configuration.timeout
        return try await withCheckedContinuation { continuation in
            queue.add(PendingQuery(statement, deadline) { continuation.resume(returning: $0) })
        }.get()
    }

    public func transaction<Value: Sendable>(
        _ isolation: IsolationLevel,
        _ body: @Sendable (any SQLSession) async throws -> Commit<Value>
    ) async throws -> Value {
        let session = LeasedSession(isolation, timeout: configuration.timeout)
        queue.add(session)
        defer { session.end() }
        let commit: Commit<Value>
        do {
            commit = try await body(session)
        } catch {
            await session.rollBack()
            throw error
        }
        try await session.commit(after: commit.statements)
        return commit.value
    }
}
