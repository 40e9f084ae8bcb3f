import Foundation
import GRDB

/// A ledger's database: every change is one transaction that is durable before the change is heard
/// of.
final class Ledger: Sendable {
    let location: Store.Location
    private let queue: DatabaseQueue

    /// Opens the ledger, or starts one where none is.
    ///
    /// It waits `lockTimeout` seconds for a lock of another process, now and later.
    init(at location: Store.Location, lockTimeout: Int = 10) throws(Store.Error) {
        self.location = location
        queue = try LedgerFile.open(location, lockTimeout: lockTimeout)
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
    ///
    /// Where the disk does not let that be decided, the error is `uncertainChange`.
    func write<Result>(
        _ body: (LedgerWriter) throws -> Result
    ) throws(Store.Error) -> Result {
        try translatingErrors {
            try queue.inDatabase { try change($0, body) }
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
    /// GRDB's `read` would guard it with `PRAGMA query_only`, which makes SQLite compile every
    /// statement of the connection anew, twice for each question.
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

    private func change<Result>(
        _ database: Database,
        _ body: (LedgerWriter) throws -> Result
    ) throws -> Result {
        try database.beginTransaction(.immediate)
        let result: Result
        do {
            let revision = try Self.advance(database)
            result = try body(LedgerWriter(database: database, revision: revision))
        } catch {
            try? database.rollback()
            throw error
        }
        do {
            try database.commit()
        } catch {
            try? database.rollback()
            guard overwriteFailedCommit(in: database) || Self.isIncomplete(error) else {
                throw Store.Error.uncertainChange(path: location.path)
            }
            throw error
        }
        return result
    }

    /// Makes sure that a transaction whose commit failed never happened; `false` when that is not
    /// possible.
    ///
    /// If the log could not be synced, all of the transaction may lie in it, and who opens the
    /// ledger after this process has ended would take it for committed. The next commit overwrites
    /// it, so an empty one decides.
    private func overwriteFailedCommit(in database: Database) -> Bool {
        do {
            try database.inTransaction(.immediate) {
                _ = try Self.advance(database)
                return .commit
            }
            return true
        } catch {
            return false
        }
    }

    /// Whether a commit failed before all of its transaction was written to the log.
    private static func isIncomplete(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return error.resultCode == .SQLITE_FULL || error.resultCode == .SQLITE_BUSY
            || error.extendedResultCode == .SQLITE_IOERR_WRITE
    }

    /// Counts a change; returns its revision.
    private static func advance(_ database: Database) throws -> Int64 {
        // Two statements, because RETURNING builds a table for its one row, which takes longer than
        // asking for it.
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
