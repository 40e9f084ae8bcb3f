import Foundation
import ServiceLifecycle

/// A database in PostgreSQL 15 or later, by libpq.
///
/// Each connection is an actor with a thread of its own, on which libpq does not block longer than
/// the timeout. It is made when it is first needed, and made again when it was lost, with growing
/// pauses while that fails. Queries that wait share a round trip. Behind a pooler, such as
/// PgBouncer, statements are not prepared, and the server sets no time limits of its own.
///
/// What was sent over a connection that is then lost is not sent again, unless it is certain that
/// nothing was done. A call ends by its result, by its deadline or when its task is cancelled.
package final class PostgresDatabase: SQLDatabase, Service {
    /// The settings of a database.
    package struct Configuration: Sendable {
        /// The address of the database.
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

        /// Whether the database spreads rows over others, as Citus does.
        package var isSharded = false

        /// Creates a configuration with defaults.
        package init(address: DatabaseAddress) {
            self.address = address
        }
    }

    package let isSharded: Bool
    private let timeout: Duration
    private let pool: ConnectionPool
    private let connections: [Task<Void, Never>]

    /// Starts the threads; nothing connects yet.
    package init(_ configuration: Configuration) {
        let timeout = min(max(configuration.timeout, .milliseconds(1)), .seconds(86_400))
        let connectionCount = max(configuration.connectionCount, 1)
        let pool = ConnectionPool(connectionCount: connectionCount)
        connections = (1...connectionCount).map { number in
            let connection = PostgresConnection(
                configuration.address,
                timeout: timeout,
                pool,
                number: number
            )
            return Task { await connection.work() }
        }
        isSharded = configuration.isSharded
        self.timeout = timeout
        self.pool = pool
    }

    deinit { pool.close() }

    /// Ends the connections when the work under way is done; later calls fail.
    ///
    /// A transaction is under way from its first statement.
    package func close() { pool.close() }

    /// Closes, and waits until the connections have ended.
    package func finish() async {
        pool.close()
        for connection in connections { await connection.value }
    }

    /// Waits for a graceful shutdown or cancellation, and then finishes.
    package func run() async throws {
        try? await gracefulShutdown()
        await finish()
    }

    /// Runs one statement on any connection.
    ///
    /// - Throws: An error by the deadline at the latest; ``SQLError/unrepresentable(_:)`` before
    ///   anything is sent.
    package func query(_ statement: Statement) async throws(SQLError) -> SQLResult {
        let deadline = ContinuousClock.now + timeout
        let encoded = try EncodedStatement(statement)
        return try await Reply.wait { reply in
            pool.add(.query(encoded, until: deadline, reply))
        }
    }

    /// Runs a transaction on a connection of its own.
    ///
    /// The timeout covers all of it. When it is over, the connection is taken away and the
    /// statements of the body fail, but the body is not cancelled.
    package func transaction<Value: Sendable>(
        _ isolation: IsolationLevel,
        _ body: @Sendable (any SQLSession) async throws -> Commit<Value>
    ) async throws -> Value {
        let session = PostgresSession(isolation, until: .now + timeout, pool)
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
