import Foundation
import GRDB

/// Opens the file of a ledger, after making sure that it is one.
///
/// A file that is damaged, or somebody else's, is refused before anything is written to it.
enum LedgerFile {
    /// A file up to this size, in bytes, is checked page by page when it is opened; of a larger one each page is
    /// checked when it is read.
    static let fullCheckLimit = 8 << 20

    static func open(_ location: Store.Location) throws(Store.Error) -> DatabaseQueue {
        do {
            switch location {
            case .memory: return try openMemory()
            case .file(let url): return try openFile(url)
            }
        } catch {
            throw Store.Error(error, at: location)
        }
    }

    private static func openMemory() throws -> DatabaseQueue {
        let queue = try DatabaseQueue(configuration: configuration)
        try queue.inDatabase(LedgerSchema.migrate)
        return queue
    }

    private static func openFile(_ url: URL) throws -> DatabaseQueue {
        try LedgerHeader(contentsOf: url)?.validate(url)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        let queue = try DatabaseQueue(path: url.path, configuration: configuration)
        try queue.inDatabase { database in
            try check(database, at: url)
            try refuseForeignTables(database, at: url)
            try makeDurable(database)
            try LedgerSchema.migrate(database)
        }
        return queue
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.label = "LocalAppStore.ledger"
        return configuration
    }

    private static func check(_ database: Database, at url: URL) throws {
        let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
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

    /// A write-ahead log lets several processes read while one writes; a full sync makes every commit outlive a
    /// power cut.
    private static func makeDurable(_ database: Database) throws {
        try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    }
}
