import Dispatch
import Foundation
import GRDB
import StoreModel

/// Opens the file of a ledger.
///
/// A damaged file, or one of another application, is refused before anything is written to it.
enum LedgerFile {
    /// A file up to this size, in bytes, is checked as a whole when it is opened; of a larger one,
    /// only the parts that are read are checked.
    ///
    /// The check of a megabyte, some 2,000 transactions, takes about 2 ms. With a limit, the time
    /// to open a ledger does not grow with the purchases of the past.
    private static let fullCheckLimit = 1 << 20

    /// Opens a ledger.
    ///
    /// Every access waits up to `lockTimeout` seconds for a lock of another process.
    static func open(
        _ location: StoreLocation,
        lockTimeout: Int
    ) throws(StoreError) -> DatabaseQueue {
        do {
            switch location {
            case .memory: return try openMemory()
            case .file(let url): return try openFile(url, lockTimeout: lockTimeout)
            }
        } catch {
            throw StoreError(error, at: location)
        }
    }

    /// Copies an empty ledger: migrating takes ten times as long and leaves four times as much
    /// memory in use, and a test may have a thousand stores.
    private static func openMemory() throws -> DatabaseQueue {
        try memoryQueue(copying: try emptyLedger.get())
    }

    /// Makes a database in memory with the contents of another one.
    static func memoryQueue(copying other: DatabaseQueue) throws -> DatabaseQueue {
        let queue = try memoryQueue()
        try other.backup(to: queue)
        return queue
    }

    private static let emptyLedger = Result {
        let queue = try memoryQueue()
        try queue.inDatabase(LedgerSchema.migrate)
        try queue.vacuum()
        return queue
    }

    private static func memoryQueue() throws -> DatabaseQueue {
        var configuration = configuration(.immediateError)
        // Each table and each index has a page of its own.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA page_size = 1024") }
        return try DatabaseQueue(configuration: configuration)
    }

    private static func openFile(_ url: URL, lockTimeout: Int) throws -> DatabaseQueue {
        if let header = try refuseForeignFile(url), header.isMarked {
            try header.validateVersion(url)
        }
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        let queue = try DatabaseQueue(
            path: url.path,
            configuration: configuration(.timeout(TimeInterval(lockTimeout)))
        )
        try queue.inDatabase { database in
            let size = try size(of: database)
            let isChecked = size <= fullCheckLimit
            if isChecked, size > 0 { try checkPages(of: database, at: url) }
            try refuseForeignTables(database, at: url)
            // The header is older than the log.
            try LedgerSchema.validate(
                version: try LedgerSchema.currentVersion(of: database),
                of: url
            )
            try makeDurable(database, lockTimeout: lockTimeout)
            try LedgerSchema.migrate(database)
            if isChecked { try LedgerCheck.run(database) }
        }
        return queue
    }

    private static func configuration(_ busyMode: Database.BusyMode) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = busyMode
        configuration.label = "LocalAppStore.ledger"
        return configuration
    }

    /// Throws unless the file is a ledger or an unused database; changes nothing.
    ///
    /// If a process is killed early, its ledger's first page is still an unused database's; the
    /// rest is in the log.
    ///
    /// - Returns: The header; `nil` if the file is missing or empty.
    @discardableResult
    static func refuseForeignFile(_ url: URL) throws -> DatabaseHeader? {
        guard let header = try DatabaseHeader(contentsOf: url) else { return nil }
        if header.isMarked { return header }
        let path = url.resolvingSymlinksInPath().path
        let journal = JournalHeader(contentsOfFile: path + "-journal")
        // A power failure while a ledger is created can leave a blank page, which SQLite rolls
        // back.
        let isUnused = header.isUnused || header.isBlank && journal != nil
        guard isUnused, journal?.restoresTables != true else {
            throw StoreError.foreignFile(path: url.path, detail: header.foreignDetail)
        }
        try refuseForeignLog(path + "-wal", of: url)
        return header
    }

    /// Throws if the write-ahead log contains another application's tables.
    ///
    /// A connection that can write would move the log's contents into the file when it is closed.
    private static func refuseForeignLog(_ log: String, of url: URL) throws {
        let size = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
        guard let size, size > 0 else { return }
        var configuration = configuration(.immediateError)
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: url.path, configuration: configuration)
            try queue.inDatabase { try refuseForeignTables($0, at: url) }
        } catch is DatabaseError {
            // If it is locked or cannot be read without writing, it is checked again after opening.
        }
    }

    private static func size(of database: Database) throws -> Int {
        let sql = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        return try Int.fetchOne(database, sql: sql) ?? 0
    }

    private static func checkPages(of database: Database, at url: URL) throws {
        let result = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
        guard result == "ok" else {
            throw StoreError.damagedFile(path: url.path, detail: result ?? "no result")
        }
    }

    /// Throws if the database with its log is another application's.
    private static func refuseForeignTables(_ database: Database, at url: URL) throws {
        let foreign = """
            SELECT application_id <> \(LedgerSchema.applicationID) AND (
                application_id <> 0 OR user_version <> 0
                OR EXISTS (SELECT 1 FROM sqlite_master)
            )
            FROM pragma_application_id, pragma_user_version
            """
        if try Bool.fetchOne(database, sql: foreign) == true {
            throw StoreError.foreignFile(path: url.path, detail: DatabaseHeader.otherApplication)
        }
    }

    /// With a write-ahead log, several processes can read while one writes; with a full sync, every
    /// commit survives a power failure.
    private static func makeDurable(_ database: Database, lockTimeout: Int) throws {
        try database.execute(sql: "PRAGMA synchronous = FULL")
        try switchToLog(database, lockTimeout: lockTimeout)
    }

    /// Switches to the write-ahead log.
    ///
    /// SQLite does not apply its busy timeout to this, so the wait for a lock is done here.
    private static func switchToLog(_ database: Database, lockTimeout: Int) throws {
        let deadline = DispatchTime.now() + .seconds(lockTimeout)
        while true {
            do {
                return try database.execute(sql: "PRAGMA journal_mode = WAL")
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY && DispatchTime.now() < deadline
            {
                Thread.sleep(forTimeInterval: 0.005)
            }
        }
    }
}
