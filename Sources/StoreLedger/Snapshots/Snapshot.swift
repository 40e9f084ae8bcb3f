package import Foundation
import GRDB
package import StoreModel

/// A copy of a ledger in a file.
package struct Snapshot {
    package let file: URL

    package init(file: URL) {
        self.file = file
    }

    /// Copies the snapshot and its keys to a ledger that is not open.
    package func restore(toLedgerAt ledger: URL) throws(StoreError) {
        try requireLedger()
        let keys = LedgerKeys(ofLedgerAt: file)
        try LedgerDraft.replace(ledger, keys: keys) { (draft) throws(StoreError) in
            try reporting(file) {
                try copy(to: draft)
                guard try DatabaseHeader(contentsOf: draft)?.isMarked == true else {
                    throw StoreError.foreignFile(path: file.path, detail: "it is empty")
                }
            }
            return try validated(draft)
        }
    }

    /// Copies the snapshot to a ledger in memory; it is checked as every ledger.
    package func ledgerInMemory() throws(StoreError) -> Ledger {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(TemporaryFileName.make("snapshot"))
        defer { try? FileManager.default.removeItem(at: folder) }
        let ledger = folder.appendingPathComponent("ledger.sqlite")
        try restore(toLedgerAt: ledger)
        return try reporting(file) {
            let source = try DatabaseQueue(path: ledger.path)
            let copy = try Ledger(copying: source)
            try source.close()
            return copy
        }
    }

    private func requireLedger() throws(StoreError) {
        try reporting(file) {
            guard let header = try LedgerFile.refuseForeignFile(file) else {
                let detail = "there is no such file, or it is empty"
                throw StoreError.unusableFile(path: file.path, detail: detail)
            }
            if header.isMarked { try header.validateVersion(file) }
        }
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
    private func validated(_ draft: URL) throws(StoreError) -> Ledger {
        do throws(StoreError) {
            return try Ledger(at: .file(draft))
        } catch .damagedFile(_, let detail) {
            throw .damagedFile(path: file.path, detail: detail)
        } catch .foreignFile(_, let detail) {
            throw .foreignFile(path: file.path, detail: detail)
        } catch .newerFile(_, let version, let supported) {
            throw .newerFile(path: file.path, version: version, supported: supported)
        }
    }
}

extension Ledger {
    /// Writes a copy to a file, with the keys beside it; a ledger there is replaced.
    package func writeCopy(to file: URL) throws(StoreError) {
        let keys: LedgerKeys? =
            switch location {
            case .memory: nil
            case .file(let ledger): LedgerKeys(ofLedgerAt: ledger)
            }
        try LedgerDraft.replace(file, keys: keys) { (draft) throws(StoreError) in
            try reporting(file) { try queue.writeCopy(to: draft) }
            return try Ledger(at: .file(draft))
        }
    }
}

/// A new state of a ledger; its file adopts it in one transaction.
///
/// It is made in the private folder beside the ledger, from which a later opening removes the
/// leftovers of a killed process.
private enum LedgerDraft {
    /// Replaces a ledger that is not open, or makes a new one, and its keys.
    ///
    /// `make` makes the draft in a file and opens it.
    static func replace(
        _ ledger: URL,
        keys: LedgerKeys?,
        _ make: (URL) throws(StoreError) -> Ledger
    ) throws(StoreError) {
        try reporting(ledger) { try LedgerFile.refuseForeignFile(ledger) }
        let target = LedgerKeys(ofLedgerAt: ledger)
        try reporting(ledger) { try target.folder.make() }
        let draft = target.folder.draft()
        defer {
            LedgerFile.remove(draft)
            target.folder.removeIfEmpty()
        }
        let new = try make(draft)
        let name = try target.layDown(keys, of: new)
        do throws(StoreError) {
            try new.write { try $0.save(ReplacementKeys(folder: name)) }
            try reporting(ledger) {
                try new.queue.inDatabase(leaveLog)
                try new.queue.close()
                try replace(ledger, with: draft)
            }
        } catch {
            if let name { target.remove(name) }
            throw error
        }
        // If this fails now, the next opening does it.
        if name == nil || (try? takeKeys(of: ledger)) != nil { target.folder.removeLeftovers() }
        // Earlier versions made the draft beside the ledger.
        TemporaryFileName.removeLeftovers("snapshot", in: ledger.deletingLastPathComponent())
    }

    private static func takeKeys(of ledger: URL) throws {
        let opened = try Ledger(at: .file(ledger))
        try opened.takeKeys()
        try? opened.queue.inDatabase(leaveLog)
    }

    private static func replace(_ ledger: URL, with draft: URL) throws {
        let target = try DatabaseQueue(path: ledger.path)
        try target.inDatabase { database in
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            try leaveLog(database)
        }
        let source = try DatabaseQueue(path: draft.path)
        try source.backup(to: target)
        try source.close()
        try target.close()
    }

    /// Takes a ledger out of the mode with a write-ahead log, so that it is one file.
    ///
    /// SQLite refuses while another connection has it open.
    private static func leaveLog(_ database: Database) throws {
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
        guard mode == "delete" else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
    }
}

extension LedgerKeys {
    /// Lays down the keys of a ledger that was copied; returns the name of their folder.
    fileprivate func layDown(_ keys: LedgerKeys?, of copy: Ledger) throws(StoreError) -> String? {
        guard let keys else { return nil }
        let name = try copy.read { try $0.replacementKeys() }.folder
        do {
            return try layDown(try keys.contents(replacedBy: name))
        } catch {
            throw StoreError(error, withReceiptsIn: folder.url.path)
        }
    }
}

@discardableResult
private func reporting<Result>(
    _ url: URL,
    _ body: () throws -> Result
) throws(StoreError) -> Result {
    do {
        return try body()
    } catch {
        throw StoreError(error, at: .file(url))
    }
}

extension DatabaseQueue {
    /// Writes a copy of one moment to a new file; other connections may write meanwhile.
    fileprivate func writeCopy(to file: URL) throws {
        try inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [file.path]) }
    }
}

extension PrivateFolder {
    func removeIfEmpty() {
        rmdir(url.path)
    }
}

extension LedgerFile {
    /// Removes a ledger that is not open, with its journals.
    package static func remove(_ file: URL) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(atPath: file.path + suffix)
        }
    }
}
