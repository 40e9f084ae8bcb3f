import Foundation

/// A database in PostgreSQL 15 or later, by libpq.
///
/// Each connection has a thread of its own, on which libpq does not block longer than the timeout.
/// While all connections are busy, queries gather, and share a round trip. A connection is made
/// when it is first needed, and made again when it was lost, with growing pauses while that fails.
///
/// What was sent over a connection that is then lost is not sent again, unless it is certain that
/// nothing was done. A call ends by its result or its deadline; cancelling its task does not end
/// it.
package final class PostgresDatabase: SQLDatabase {
    /// How a database is used.
    package struct Configuration: Sendable {
        /// Where the database is.
        package var address: DatabaseAddress
        /// The number of connections, and of threads.
        ///
        /// Of several, one is kept for queries, so that a query does not wait for transactions.
        /// With a single one, a query in the body of a transaction waits for its own deadline.
        package var connectionCount = 4
        /// The longest time from a call to its result, waiting for a connection included.
        ///
        /// The server, too, gives up a statement after this time (`statement_timeout`).
        package var timeout: Duration = .seconds(10)
        /// The number of queries that share a round trip at most.
        package var pipelineLength = 64

        /// Makes a configuration with defaults.
        package init(address: DatabaseAddress) {
            self.address = address
        }
    }

    private let timeout: Duration
    private let queue: WorkQueue

    /// Starts the threads; nothing connects yet.
    package init(_ configuration: Configuration) {
        timeout = min(max(configuration.timeout, .milliseconds(1)), .seconds(86_400))
        let connectionCount = max(configuration.connectionCount, 1)
        let queue = WorkQueue(
            pipelineLength: max(configuration.pipelineLength, 1),
            workerCount: connectionCount,
            timeout: timeout
        )
        self.queue = queue
        for number in 1...connectionCount {
            let worker = Worker(configuration.address, timeout: timeout, queue)
            Self.start("postgresql-\(number)") { worker.work() }
        }
        Self.start("postgresql-time") { queue.watchDeadlines() }
    }

    private static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = name
        thread.start()
    }

    deinit { queue.close() }

    /// Ends the connections when what is under way is done; later calls fail.
    ///
    /// A transaction is under way from its first statement.
    package func close() { queue.close() }

    /// Closes, and waits until the connections have ended.
    package func finish() async {
        queue.close()
        await withCheckedContinuation { continuation in
            queue.whenEnded { continuation.resume() }
        }
    }

    /// Runs one statement on any connection.
    ///
    /// - Throws: An error by the deadline at the latest; ``SQLError/unrepresentable(_:)`` before
    ///   anything is sent.
    package func query(_ statement: Statement) async throws(SQLError) -> SQLResult {
        let deadline = ContinuousClock.now + timeout
        let encoded = try EncodedStatement(statement)
        return try await withCheckedContinuation { continuation in
            queue.add(
                PendingQuery(statement: encoded, deadline: deadline) {
                    continuation.resume(returning: $0)
                }
            )
        }.get()
    }

    /// Runs a transaction on a connection of its own.
    ///
    /// The time is that of all of it. When it is over, the connection is taken away and what the
    /// body runs fails, but the body is not cancelled.
    package func transaction<Value: Sendable>(
        _ isolation: IsolationLevel,
        _ body: @Sendable (any SQLSession) async throws -> Commit<Value>
    ) async throws -> Value {
        let session = LeasedSession(isolation, until: .now + timeout, queue)
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
