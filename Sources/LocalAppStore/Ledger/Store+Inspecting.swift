import GRDB

// What tests of durability have to see and to bring about.
extension Store {
    /// SQLite's `synchronous` level of the ledger's connection: 2 is full.
    package var synchronousLevel: Int? {
        get throws(Store.Error) {
            try ledger.read { try Int.fetchOne($0.database, sql: "PRAGMA synchronous") }
        }
    }

    /// How SQLite finds the entries of each question that must not walk through all of them, by the
    /// question.
    package var queryPlans: [String: [String]] {
        get throws(Store.Error) {
            let queries = LedgerQuery.allCases.filter { $0 != .all }
            return try ledger.read { reader in
                Dictionary(
                    uniqueKeysWithValues: try queries.map { ("\($0)", try reader.plan(of: $0)) }
                )
            }
        }
    }

    /// Lets the ledger grow to a number of pages and no further, as a full disk does; never below
    /// its present size.
    package func limitPages(to count: Int) throws(Store.Error) {
        try ledger.read { try $0.database.execute(sql: "PRAGMA max_page_count = \(count)") }
    }

    /// Gives `body` SQLite's own connection, so that a test can let calls of the file fail as a
    /// broken disk does.
    package func withConnection(_ body: (OpaquePointer?) throws -> Void) throws(Store.Error) {
        try ledger.read { try body($0.database.sqliteConnection) }
    }

    /// Closes the ledger, as the end of the last reference to the store does; every later call
    /// fails.
    package func close() throws(Store.Error) {
        try ledger.close()
    }

    /// Writes a copy of the ledger, of one moment, to a file that is not there yet.
    package func copyLedger(to path: String) throws(Store.Error) {
        try ledger.copy(to: path)
    }
}

extension LedgerReader {
    fileprivate func plan(of query: LedgerQuery) throws -> [String] {
        let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN " + query.sql)
        // A plan does not depend on the values.
        statement.setUncheckedArguments([])
        return try Row.fetchAll(statement).map { $0["detail"] }
    }
}
