import Foundation
import GRDB
package import StoreModel

/// The database of a ledger.
///
/// Every change is one transaction, which is durable before observers are notified of it.
package final class Ledger: Sendable {
    package let location: StoreLocation
    let queue: DatabaseQueue

    /// Opens the ledger, or creates it.
    ///
    /// Every access waits up to `lockTimeout` seconds for a lock of another process.
    package init(at location: StoreLocation, lockTimeout: Int = 10) throws(StoreError) {
        self.location = location
        queue = try LedgerFile.open(location, lockTimeout: lockTimeout)
    }

    /// Makes a ledger in memory with the contents of another one.
    package convenience init(copying other: Ledger) throws(StoreError) {
        try self.init(copying: other.queue)
    }

    init(copying database: DatabaseQueue) throws(StoreError) {
        location = .memory
        do {
            queue = try LedgerFile.memoryQueue(copying: database)
        } catch {
            throw StoreError(error, at: .memory)
        }
    }

    /// Reads in one transaction, so that all results are of the same moment.
    ///
    /// Queries of purchases cover one customer; other queries cover the whole ledger.
    package func read<Result>(
        as customerID: Customer.ID = Customer.firstID,
        _ body: (LedgerReader) throws -> Result
    ) throws(StoreError) -> Result {
        try translatingErrors {
            try queue.inDatabase { try Self.read($0, customerID, body) }
        }
    }

    /// Changes the ledger in one transaction: durable on return; if it throws, nothing was changed.
    ///
    /// The error is `uncertainChange` if a disk failure leaves that open.
    package func write<Result>(
        as customerID: Customer.ID = Customer.firstID,
        _ body: (LedgerWriter) throws -> Result
    ) throws(StoreError) -> Result {
        try translatingErrors {
            try queue.inDatabase { try change($0, customerID, body) }
        }
    }

    /// Records dates of signatures, in one transaction with the signed content.
    ///
    /// That isn't a change for observers. A power failure may undo it, as the call doesn't wait for
    /// the disk; the time has passed the recorded dates when the computer is up again.
    package func sign<Result>(
        as customerID: Customer.ID = Customer.firstID,
        _ body: (LedgerWriter) throws -> Result
    ) throws(StoreError) -> Result {
        try translatingErrors {
            try queue.inDatabase { database in
                let durability = try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? 2
                try database.execute(sql: "PRAGMA synchronous = NORMAL")
                defer { try? database.execute(sql: "PRAGMA synchronous = \(durability)") }
                return try change(database, customerID, isNews: false, body)
            }
        }
    }

    /// Returns a number that changes with each change by another connection.
    package func dataVersion() throws(StoreError) -> Int {
        try translatingErrors {
            try queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
        }
    }

    package func close() throws(StoreError) {
        try translatingErrors { try queue.close() }
    }

    /// Reads in a transaction.
    ///
    /// GRDB's `read` sets and resets `PRAGMA query_only`. Each time, SQLite compiles all cached
    /// statements of the connection again.
    private static func read<Result>(
        _ database: Database,
        _ customerID: Customer.ID,
        _ body: (LedgerReader) throws -> Result
    ) throws -> Result {
        try database.beginTransaction(.deferred)
        do {
            let result = try body(LedgerReader(database: database, customerID: customerID))
            try database.commit()
            return result
        } catch {
            try? database.rollback()
            throw error
        }
    }

    private func change<Result>(
        _ database: Database,
        _ customerID: Customer.ID,
        isNews: Bool = true,
        _ body: (LedgerWriter) throws -> Result
    ) throws -> Result {
        try database.beginTransaction(.immediate)
        let result: Result
        do {
            let revision = try isNews ? Self.advance(database) : Self.revision(of: database)
            result = try body(
                LedgerWriter(database: database, revision: revision, customerID: customerID)
            )
        } catch {
            try? database.rollback()
            throw error
        }
        do {
            try database.commit()
        } catch {
            try? database.rollback()
            guard overwriteFailedCommit(in: database) || Self.isIncomplete(error) else {
                throw StoreError.uncertainChange(path: location.path)
            }
            throw error
        }
        return result
    }

    /// Makes sure that a failed commit has no effect; returns `false` if that is not possible.
    ///
    /// If the log could not be synced, it may contain the whole transaction, and the next process
    /// to open the ledger would take it for committed. The next commit overwrites it, so an empty
    /// one is made.
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

    /// Whether a commit failed before the whole transaction was written to the log.
    private static func isIncomplete(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return error.resultCode == .SQLITE_FULL || error.resultCode == .SQLITE_BUSY
            || error.extendedResultCode == .SQLITE_IOERR_WRITE
    }

    private static func advance(_ database: Database) throws -> Int64 {
        // RETURNING would be one statement, and slower: SQLite builds a table for its one row.
        try database.cachedStatement(sql: "UPDATE counter SET revision = revision + 1").execute()
        return try revision(of: database)
    }

    private static func revision(of database: Database) throws -> Int64 {
        try LedgerReader(database: database, customerID: Customer.firstID).revision()
    }

    private func translatingErrors<Result>(
        _ body: () throws -> Result
    ) throws(StoreError) -> Result {
        do {
            return try body()
        } catch {
            throw StoreError(error, at: location)
        }
    }
}
