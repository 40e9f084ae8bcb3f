import Foundation
import GRDB

/// A copy of a ledger in a file.
struct Snapshot {
    let file: URL

    /// Copies the snapshot to a ledger that nobody has open, and its keys.
    func restore(toLedgerAt ledger: URL) throws(Store.Error) {
        try requireLedger()
        try DatabaseHeader(contentsOf: ledger)?.requireMark(ledger)
        let folder = ledger.deletingLastPathComponent()
        let draft = folder.appendingPathComponent(TemporaryFileName.make("snapshot"))
        defer { LedgerFile.remove(draft) }
        try reporting(file) {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try copy(to: draft)
        }
        try validate(draft)
        try reporting(ledger) { try replace(ledger, with: draft) }
        try LedgerKeys(ofLedgerAt: file).copy(to: LedgerKeys(ofLedgerAt: ledger))
    }

    private func requireLedger() throws(Store.Error) {
        guard let header = try DatabaseHeader(contentsOf: file) else {
            throw .unusableFile(path: file.path, detail: "there is no such file, or it is empty")
        }
        try header.requireMark(file)
        try header.validateVersion(file)
    }

    private func copy(to draft: URL) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        let queue = try DatabaseQueue(path: file.path, configuration: configuration)
        try queue.writeCopy(to: draft)
        try queue.close()
    }

    /// Opens the copy, which checks and migrates it as every ledger; an error names the snapshot.
    private func validate(_ draft: URL) throws(Store.Error) {
        do throws(Store.Error) {
            try Ledger(at: .file(draft)).close()
        } catch .damagedFile(_, let detail) {
            throw .damagedFile(path: file.path, detail: detail)
        } catch .foreignFile(_, let detail) {
            throw .foreignFile(path: file.path, detail: detail)
        }
    }

    private func replace(_ ledger: URL, with draft: URL) throws {
        let target = try DatabaseQueue(path: ledger.path)
        try target.inDatabase(Self.leaveLog)
        let source = try DatabaseQueue(path: draft.path)
        try source.backup(to: target)
        try source.close()
        try target.close()
    }

    /// Takes a ledger out of the mode with a write-ahead log, which SQLite refuses while another
    /// connection has it open, and keeps it locked.
    private static func leaveLog(_ database: Database) throws {
        try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
        guard mode == "delete" else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
    }

    private func reporting(_ url: URL, _ body: () throws -> Void) throws(Store.Error) {
        do {
            try body()
        } catch {
            throw Store.Error(error, at: .file(url))
        }
    }
}

extension Ledger {
    /// Writes a copy to a new file and gives it its name when it is complete.
    func writeCopy(to file: URL) throws(Store.Error) {
        let draft = file.deletingLastPathComponent()
            .appendingPathComponent(TemporaryFileName.make("snapshot"))
        defer { LedgerFile.remove(draft) }
        do {
            try queue.writeCopy(to: draft)
            try FileManager.default.rename(draft, to: file)
        } catch {
            throw Store.Error(error, at: .file(file))
        }
    }
}

extension DatabaseQueue {
    /// Writes a copy of one moment to a file that does not exist; other connections may write
    /// meanwhile.
    fileprivate func writeCopy(to file: URL) throws {
        try inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [file.path]) }
    }
}

extension LedgerFile {
    /// Removes a ledger that nobody has open, with its journals.
    static func remove(_ file: URL) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(atPath: file.path + suffix)
        }
    }
}
