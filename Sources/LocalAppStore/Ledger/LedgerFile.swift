import Dispatch
import Foundation
import GRDB

/// Opens the file of a ledger, after making sure that it is one.
///
/// A file that is damaged, or somebody else's, is refused before anything is written to it.
enum LedgerFile {
    /// A file up to this size, in bytes, is checked page by page when it is opened; of a larger one
    /// each page is checked when it is read.
    static let fullCheckLimit = 8 << 20

    /// Opens a ledger that waits `lockTimeout` seconds for a lock of another process, now and
    /// later.
    static func open(
        _ location: Store.Location,
        lockTimeout: Int
    ) throws(Store.Error) -> DatabaseQueue {
        do {
            switch location {
            case .memory: return try openMemory()
            case .file(let url): return try openFile(url, lockTimeout: lockTimeout)
            }
        } catch {
            throw Store.Error(error, at: location)
        }
    }

    private static func openMemory() throws -> DatabaseQueue {
        let queue = try DatabaseQueue(configuration: configuration(.immediateError))
        try queue.inDatabase(LedgerSchema.migrate)
        return queue
    }

    private static func openFile(_ url: URL, lockTimeout: Int) throws -> DatabaseQueue {
        try examine(url)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        let queue = try DatabaseQueue(
            path: url.path,
            configuration: configuration(.timeout(TimeInterval(lockTimeout)))
        )
        try queue.inDatabase { database in
            try check(database, at: url)
            try refuseForeignTables(database, at: url)
            try makeDurable(database, lockTimeout: lockTimeout)
            try LedgerSchema.migrate(database)
            try LedgerCheck.run(database)
        }
        return queue
    }

    private static func configuration(_ busyMode: Database.BusyMode) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = busyMode
        configuration.label = "LocalAppStore.ledger"
        return configuration
    }

    /// Fails unless the file is a ledger, or nobody's; leaves it and its journals as they are.
    private static func examine(_ url: URL) throws {
        guard let header = try LedgerHeader(contentsOf: url) else { return }
        if header.isMarked { return try header.validateVersion(url) }
        let path = url.resolvingSymlinksInPath().path
        let journal = RollbackJournal(contentsOfFile: path + "-journal")
        // A power cut while a ledger is created can leave a blank page, which SQLite undoes by the
        // journal.
        let isNobodys = header.isUnused || header.isBlank && journal != nil
        guard isNobodys, journal?.restoresTables != true else {
            throw Store.Error.foreignFile(path: url.path, detail: header.foreignDetail)
        }
        try examineLog(path + "-wal", of: url)
    }

    /// Fails if a log that is not yet part of its file holds another application's tables.
    ///
    /// A connection that may write would move the log into the file when it is closed.
    private static func examineLog(_ log: String, of url: URL) throws {
        let size = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
        guard let size, size > 0 else { return }
        var configuration = configuration(.immediateError)
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: url.path, configuration: configuration)
            try queue.inDatabase { try refuseForeignTables($0, at: url) }
        } catch is DatabaseError {
            // What is locked, or cannot be read without writing, is examined again once it is open.
        }
    }

    private static func check(_ database: Database, at url: URL) throws {
        let sql = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        let size = try Int.fetchOne(database, sql: sql) ?? 0
        guard (1...fullCheckLimit).contains(size) else { return }
        let answer = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
        guard answer == "ok" else {
            throw Store.Error.damagedFile(path: url.path, detail: answer ?? "no answer")
        }
    }

    private static func refuseForeignTables(_ database: Database, at url: URL) throws {
        let foreign = """
            SELECT (SELECT application_id FROM pragma_application_id) = 0
                AND EXISTS (SELECT 1 FROM sqlite_master)
            """
        if try Bool.fetchOne(database, sql: foreign) == true {
            throw Store.Error.foreignFile(path: url.path, detail: LedgerHeader.otherApplication)
        }
    }

    /// A write-ahead log lets several processes read while one writes; a full sync makes every
    /// commit outlive a power cut.
    private static func makeDurable(_ database: Database, lockTimeout: Int) throws {
        try database.execute(sql: "PRAGMA synchronous = FULL")
        try switchToLog(database, lockTimeout: lockTimeout)
    }

    /// SQLite fails at once when it finds a lock while it switches to the log, so the waiting is
    /// done here.
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
