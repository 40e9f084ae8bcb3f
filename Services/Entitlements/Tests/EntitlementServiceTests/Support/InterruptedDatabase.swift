import PostgreSQL
import Synchronization

/// A database that runs an action after a number of statements and transactions.
final class InterruptedDatabase: SQLDatabase {
    private let database: any SQLDatabase
    private let left: Mutex<Int>
    private let interruption: @Sendable () async throws -> Void

    init(
        _ database: any SQLDatabase,
        after count: Int,
        interruption: @escaping @Sendable () async throws -> Void
    ) {
        self.database = database
        left = Mutex(count)
        self.interruption = interruption
    }

    var isSharded: Bool { database.isSharded }

    var wasInterrupted: Bool { left.withLock { $0 < 0 } }

    func query(_ statement: Statement) async throws(SQLError) -> SQLResult {
        if isInterrupted() {
            do { try await interruption() } catch { throw .decoding("\(error)") }
        }
        return try await database.query(statement)
    }

    func transaction<Value: Sendable>(
        _ isolation: IsolationLevel,
        _ body: @Sendable (any SQLSession) async throws -> Commit<Value>
    ) async throws -> Value {
        if isInterrupted() { try await interruption() }
        return try await database.transaction(isolation, body)
    }

    private func isInterrupted() -> Bool {
        left.withLock { left in
            left -= 1
            return left == -1
        }
    }
}
