import Foundation
import GRDB
import GRDBSQLite

@testable import LocalAppStore
@testable import StoreLedger

/// Counts the queries of a store's ledger, and fails one of them as a defective disk does.
final class FailingQuery: Sendable {
    private struct State {
        var count = 0
        /// The query that fails, counted from 1.
        var failing: Int?
    }

    private let state = Locked(State())

    /// The text of the error.
    static let error = "interrupted"

    /// Starts to count.
    init(in store: Store) {
        store.core.ledger.queue.inDatabase { database in
            // Retained for good, because SQLite calls it until it has closed the file.
            let context = Unmanaged.passRetained(self).toOpaque()
            sqlite3_trace_v2(
                database.sqliteConnection,
                UInt32(SQLITE_TRACE_STMT),
                { _, context, statement, text in
                    guard let context, let statement, let text else { return 0 }
                    let sql = String(cString: text.assumingMemoryBound(to: CChar.self))
                    let query = Unmanaged<FailingQuery>.fromOpaque(context).takeUnretainedValue()
                    if sql.hasPrefix("SELECT"), query.fails() {
                        sqlite3_interrupt(sqlite3_db_handle(OpaquePointer(statement)))
                    }
                    return 0
                },
                context
            )
        }
    }

    /// The number of queries so far.
    var count: Int { state.withLock { $0.count } }

    /// Restarts counting, and fails one query once.
    func fail(_ number: Int?) {
        state.withLock { $0 = State(failing: number) }
    }

    private func fails() -> Bool {
        state.withLock { state in
            state.count += 1
            return state.count == state.failing
        }
    }
}
