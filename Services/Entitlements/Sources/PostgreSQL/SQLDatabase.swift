/// A database that speaks SQL, as the service uses one.
///
/// `PostgresDatabase` is the implementation by libpq. Another driver takes its place by conforming.
package protocol SQLDatabase: Sendable {
    /// Whether rows are spread over several databases by their keys, so that a transaction may be
    /// about one key alone.
    var isSharded: Bool { get }

    /// Runs one statement, outside of a transaction.
    ///
    /// It may have been done although an error is thrown, when the connection is lost or the task
    /// is cancelled.
    func query(_ statement: Statement) async throws(SQLError) -> SQLResult

    /// Runs a transaction, and rolls it back when the body throws.
    ///
    /// It has a connection from the first statement on. The body is not cancelled when the time is
    /// over. It may have been committed although an error is thrown, when the connection is lost or
    /// the task is cancelled during the commit; make it so that it can be run again.
    func transaction<Value: Sendable>(
        _ isolation: IsolationLevel,
        _ body: @Sendable (any SQLSession) async throws -> Commit<Value>
    ) async throws -> Value
}

extension SQLDatabase {
    /// Runs a transaction with the isolation level Read Committed.
    package func transaction<Value: Sendable>(
        _ body: @Sendable (any SQLSession) async throws -> Commit<Value>
    ) async throws -> Value {
        try await transaction(.readCommitted, body)
    }
}

/// The transaction under way, for the body of `SQLDatabase.transaction`.
package protocol SQLSession: Sendable {
    /// Runs statements in their order, in one round trip.
    ///
    /// - Throws: The first error, after which the transaction can only end.
    func run(_ statements: [Statement]) async throws(SQLError) -> [SQLResult]
}

extension SQLSession {
    /// Runs one statement.
    package func run(_ statement: Statement) async throws(SQLError) -> SQLResult {
        try await run([statement])[0]
    }
}

/// The end of a transaction: its value, and the statements to run with the commit, in one round
/// trip.
package struct Commit<Value: Sendable>: Sendable {
    /// The result of `transaction`.
    package let value: Value
    /// The statements that are run before the commit.
    package let statements: [Statement]

    /// Ends with a value, after further statements.
    package init(_ value: Value, after statements: [Statement] = []) {
        self.value = value
        self.statements = statements
    }
}

/// How transactions see each other.
package enum IsolationLevel: String, Sendable {
    case readCommitted = "READ COMMITTED"
    /// Everything is read as of one moment.
    case repeatableRead = "REPEATABLE READ"
}
