import GRDBSQLite
import LocalAppStore

/// Lets syncs of a store's write-ahead log fail, as a broken disk does.
enum FailingLog {
    typealias Sync = @convention(c) (UnsafeMutablePointer<sqlite3_file>?, Int32) -> Int32

    private struct File {
        let sync: Sync
        let table: UnsafePointer<sqlite3_io_methods>
        var failuresLeft = 0

        /// SQLite's own sync, unless the next one has to fail.
        mutating func nextSync() -> Sync? {
            if failuresLeft == 0 { return sync }
            failuresLeft -= 1
            return nil
        }
    }

    struct NoLog: Error {}

    /// The logs whose syncs fail, by the address of SQLite's object.
    private static let files: Locked<[UInt: File]> = Locked([:])

    /// Lets the next syncs fail, after what they should make durable was written.
    static func failSyncs(_ count: Int, of store: Store) throws {
        try store.withConnection { connection in
            var pointer: UnsafeMutablePointer<sqlite3_file>?
            sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &pointer)
            guard let file = pointer, let methods = file.pointee.pMethods?.pointee,
                let sync = methods.xSync
            else { throw NoLog() }
            let key = UInt(bitPattern: file)
            // Another store's log, closed since, may have been at the same address.
            if files.withLock({ $0[key]?.table }) != file.pointee.pMethods {
                let table = replaceSync(of: file, methods)
                files.withLock { $0[key] = File(sync: sync, table: table) }
            }
            files.withLock { $0[key]?.failuresLeft = count }
        }
    }

    /// Gives a file a table of functions of its own, by which SQLite calls it.
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
        // The code of a failed sync, which the header defines as an expression that Swift does not
        // import.
        return sync?(file, flags) ?? SQLITE_IOERR | 4 << 8
    }
}
