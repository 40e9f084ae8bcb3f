import Foundation
import GRDB
import GRDBSQLite

@testable import LocalAppStore
@testable import StoreLedger

/// Fails syncs of a store's write-ahead log, as a defective disk does.
enum FailingLog {
    typealias Sync = @convention(c) (UnsafeMutablePointer<sqlite3_file>?, Int32) -> Int32

    private struct File {
        let sync: Sync
        let table: UnsafePointer<sqlite3_io_methods>
        var failuresLeft = 0

        /// SQLite's own sync; `nil` if the next one has to fail.
        mutating func nextSync() -> Sync? {
            if failuresLeft == 0 { return sync }
            failuresLeft -= 1
            return nil
        }
    }

    struct NoLog: Error {}

    /// The logs with a replaced sync, by the address of SQLite's object.
    private static let files: Locked<[UInt: File]> = Locked([:])

    /// Fails the next syncs, after their data was written.
    static func failSyncs(_ count: Int, of store: Store) throws {
        try store.core.ledger.queue.inDatabase { database in
            let connection = database.sqliteConnection
            var pointer: UnsafeMutablePointer<sqlite3_file>?
            sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &pointer)
            guard let file = pointer, let methods = file.pointee.pMethods?.pointee,
                let sync = methods.xSync
            else { throw NoLog() }
            let key = UInt(bitPattern: file)
            // The log of another store, now closed, may have had the same address.
            if files.withLock({ $0[key]?.table }) != file.pointee.pMethods {
                let table = replaceSync(of: file, methods)
                files.withLock { $0[key] = File(sync: sync, table: table) }
            }
            files.withLock { $0[key]?.failuresLeft = count }
        }
    }

    /// Gives a file its own table of functions for SQLite.
    ///
    /// The table is never freed, because SQLite uses it until it has closed the file.
    private static func replaceSync(
        of file: UnsafeMutablePointer<sqlite3_file>,
        _ methods: sqlite3_io_methods
    ) -> UnsafePointer<sqlite3_io_methods> {
        let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        table.initialize(to: methods)
        table.pointee.xSync = { FailingLog.sync($0, $1) }
        file.pointee.pMethods = UnsafePointer(table)
        return UnsafePointer(table)
    }

    private static func sync(_ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32) -> Int32 {
        let key = UInt(bitPattern: file)
        let sync: Sync? = files.withLock { $0[key]?.nextSync() }
        // SQLITE_IOERR_FSYNC, a macro that Swift does not import.
        return sync?(file, flags) ?? SQLITE_IOERR | 4 << 8
    }
}

extension TemporaryFolder {
    /// Opens the files that would remain of `store.ledger` if the process were killed now.
    func nextLaunch(
        of catalog: Catalog = .shop(),
        clock: StoreClock = .manual(startingAt: .start)
    ) throws -> Store {
        let name = UUID().uuidString
        for part in ["", "-wal"] {
            try Data(contentsOf: file("store.ledger\(part)")).write(to: file("\(name)\(part)"))
        }
        return try .make(catalog, at: .file(file(name)), clock: clock)
    }
}
