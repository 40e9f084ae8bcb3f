import PostgreSQL
import Synchronization

/// A database that becomes unavailable after a number of statements and transactions, as if the
/// process had been killed there.
final class FailingDatabase: SQLDatabase {
    struct Killed: Error {}

    private let database: any SQLDatabase
    private let left: Mutex<Int>

    init(_ database: any SQLDatabase, after count: Int) {
        self.database = database
        left = Mutex(count)
    }

    var isSharded: Bool { database.isSharded }

    func query(_ statement: Statement) async throws(SQLError) -> SQLResult {
        guard takesStep() else { throw .decoding("killed") }
        return try await database.query(statement)
    }

    func transaction<Value: Sendable>(
        _ isolation: IsolationLevel,
        _ body: @Sendable (any SQLSession) async throws -> Commit<Value>
    ) async throws -> Value {
        guard takesStep() else { throw Killed() }
        return try await database.transaction(isolation, body)
    }

    /// Makes the database available from now on.
    func recover() { left.withLock { $0 = .max } }

    private func takesStep() -> Bool {
        left.withLock { left in
            left -= 1
            return left >= 0
        }
    }
}
