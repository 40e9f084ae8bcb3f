import Foundation
import GRDB

/// A ledger's database: every change is one transaction that is durable before the change is heard of.
final class Ledger: Sendable {
    let location: Store.Location
    private let queue: DatabaseQueue

    /// Opens the ledger, or starts one where none is.
    init(at location: Store.Location) throws(Store.Error) {
        self.location = location
        queue = try LedgerFile.open(location)
    }

    /// Asks inside one transaction, so that all answers belong together.
    func read<Result>(
        _ body: (LedgerReader) throws -> Result
    ) throws(Store.Error) -> Result {
        try translatingErrors {
            try queue.inDatabase { try Self.ask($0, body) }
        }
    }

    /// Changes inside one transaction: all of it is durable on return, or none of it happened.
    func write<Result>(
        _ body: (LedgerWriter) throws -> Result
    ) throws(Store.Error) -> Result {
        try translatingErrors {
            try queue.write { database in
                try body(LedgerWriter(database: database, revision: try Self.advance(database)))
            }
        }
    }

    /// A number that changes when another connection has changed the file.
    func dataVersion() throws(Store.Error) -> Int {
        try translatingErrors {
            try queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
        }
    }

    /// Writes a copy of the whole ledger to a new file.
    func copy(to path: String) throws(Store.Error) {
        try translatingErrors {
            try queue.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
        }
    }

    /// Waits for the access that runs, and closes the file.
    func close() throws(Store.Error) {
        try translatingErrors { try queue.close() }
    }

    /// Asks in a transaction of its own.
    ///
    /// GRDB's `read` would guard it with `PRAGMA query_only`, which makes SQLite compile every statement of the
    /// connection anew, twice for each question.
    private static func ask<Result>(
        _ database: Database,
        _ body: (LedgerReader) throws -> Result
    ) throws -> Result {
        try database.beginTransaction(.deferred)
        do {
            let answer = try body(LedgerReader(database: database))
            try database.commit()
            return answer
        } catch {
            try? database.rollback()
            throw error
        }
    }

    /// Counts a change; returns its revision.
    private static func advance(_ database: Database) throws -> Int64 {
        // Two statements, because RETURNING builds a table for its one row, which takes longer than asking for it.
        try database.cachedStatement(sql: "UPDATE counter SET revision = revision + 1").execute()
        return try LedgerReader(database: database).revision()
    }

    private func translatingErrors<Result>(
        _ body: () throws -> Result
    ) throws(Store.Error) -> Result {
        do {
            return try body()
        } catch {
            throw Store.Error(error, at: location)
        }
    }
}
