import Foundation
import GRDB
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("The ledger's file")
struct LedgerFileTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("What one store commits, the next one reads")
    func outlives() throws {
        let entry = try open().pay(
            PaymentRequest(productID: "coins", quantity: 2, applicationUsername: "ann")
        )
        #expect(try open().unfinishedEntries() == [entry])
    }

    @Test("Opening a ledger again writes nothing")
    func reopening() throws {
        let store = try open()
        try store.pay("coins")
        let log = URL(fileURLWithPath: folder.file().path + "-wal")
        let before = try Data(contentsOf: log)
        _ = try open()
        #expect(try Data(contentsOf: log) == before)
        #expect(try store.unfinishedEntries().count == 1)
    }

    @Test("Missing folders are created")
    func makesFolders() throws {
        let file = folder.url.appendingPathComponent("a/b/store.ledger")
        try Store.make(at: .file(file)).pay("coins")
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test("The file has a write-ahead log and full sync")
    func durability() throws {
        let store = try open()
        try store.pay("coins")
        let database = try DatabaseQueue(path: folder.file().path)
        #expect(try database.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
        let level = try store.core.ledger.queue.inDatabase {
            try Int.fetchOne($0, sql: "PRAGMA synchronous")
        }
        #expect(level == 2)
    }

    @Test(
        "A file that is not a ledger is refused and not changed",
        arguments: [
            ("text", "it is not an SQLite database"),
            (String(repeating: "SQLite format 4 ", count: 500), "it is not an SQLite database"),
        ]
    )
    func foreignBytes(text: String, detail: String) throws {
        let file = folder.file()
        try Data(text.utf8).write(to: file)
        let expected = StoreError.foreignFile(path: file.path, detail: detail)
        #expect(throws: expected) { try open() }
        #expect(try Data(contentsOf: file) == Data(text.utf8))
        #expect(try folderContents() == ["store.ledger"])
    }

    @Test("Another application's database is refused and not changed")
    func foreignDatabase() throws {
        let file = folder.file()
        try DatabaseQueue(path: file.path).write { try $0.execute(sql: "CREATE TABLE t (x)") }
        let bytes = try Data(contentsOf: file)
        let expected = StoreError.foreignFile(
            path: file.path,
            detail: "it is the database of another application"
        )
        #expect(throws: expected) { try open() }
        #expect(try Data(contentsOf: file) == bytes)
    }

    @Test("A folder is refused")
    func directory() throws {
        let expected = StoreError.foreignFile(path: folder.url.path, detail: "it is a folder")
        #expect(throws: expected) { try Store.make(at: .file(folder.url)) }
    }

    @Test("A pipe and a device are refused without blocking")
    func specialFiles() throws {
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        for file in [pipe, URL(fileURLWithPath: "/dev/null")] {
            let detail = "it is a pipe, a socket or a device"
            let expected = StoreError.foreignFile(path: file.path, detail: detail)
            #expect(throws: expected) { try Store.make(at: .file(file)) }
        }
    }

    @Test("A symbolic link is followed, also before its file exists")
    func symbolicLink() throws {
        let link = folder.file("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.file())
        let first = try Store.make(at: .file(link)).pay("coins")
        let second = try open().pay("coins")
        #expect(try Store.make(at: .file(link)).entries() == [first, second])
    }

    @Test("A ledger with a hard link is refused, because each name would have its own log")
    func hardLink() throws {
        try fill(entries: 1)
        let other = folder.file("other")
        try FileManager.default.linkItem(at: folder.file(), to: other)
        let error = #expect(throws: StoreError.linkedFile(path: other.path, count: 2)) {
            try Store.make(at: .file(other))
        }
        #expect(error?.errorDescription?.contains("2 names (hard links)") == true)
        #expect(error?.recoverySuggestion?.contains("Remove the other names") == true)
        try FileManager.default.removeItem(at: other)
        #expect(try open().entries().count == 1)
    }

    @Test("A blank page is rolled back by SQLite if the journal is of the file's creation")
    func interruptedCreation() throws {
        try Data(count: 4_096).write(to: folder.file())
        #expect(throws: StoreError.self) { try open() }
        try journal(undoingTo: 0).write(to: folder.file("store.ledger-journal"))
        #expect(try open().pay("coins").state == .purchased)
        #expect(try open().entries().count == 1)
    }

    @Test("A blank page of a file that was not empty is refused, and its journal is not changed")
    func interruptedChange() throws {
        try Data(count: 8_192).write(to: folder.file())
        let journal = journal(undoingTo: 2)
        try journal.write(to: folder.file("store.ledger-journal"))
        #expect(throws: StoreError.self) { try open() }
        #expect(try Data(contentsOf: folder.file()) == Data(count: 8_192))
        #expect(try Data(contentsOf: folder.file("store.ledger-journal")) == journal)
    }

    @Test(
        "Another application's database is found in the log, which is not changed",
        arguments: [
            "CREATE TABLE t (x)", "CREATE TABLE t (x); PRAGMA application_id = 77",
            "PRAGMA application_id = 77", "PRAGMA user_version = 3",
        ]
    )
    func foreignLog(sql: String) throws {
        let other = folder.file("other")
        let database = try DatabaseQueue(path: other.path)
        try database.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA journal_mode = WAL; \(sql)")
        }
        let parts = ["", "-wal"]
        let bytes = try parts.map { try Data(contentsOf: folder.file("other\($0)")) }
        for (part, bytes) in zip(parts, bytes) {
            try bytes.write(to: folder.file("store.ledger\(part)"))
        }
        let expected = StoreError.foreignFile(
            path: folder.file().path,
            detail: "it is the database of another application"
        )
        #expect(throws: expected) { try open() }
        #expect(try parts.map { try Data(contentsOf: folder.file("store.ledger\($0)")) } == bytes)
    }

    @Test("A ledger that a later version migrated is refused, though only its log says so")
    func newerLog() throws {
        let store = try open()
        try store.execute(sql: "PRAGMA user_version = 77")
        let expected = StoreError.newerFile(
            path: folder.file().path,
            version: 77,
            supported: LedgerSchema.version
        )
        #expect(throws: expected) { try open() }
        try store.close()
    }

    @Test("A ledger that was closed says so")
    func closed() throws {
        let store = try open()
        try store.close()
        let detail = "it was closed"
        #expect(throws: StoreError.unusableFile(path: folder.file().path, detail: detail)) {
            try store.entries()
        }
    }

    @Test("A ledger whose version is negative is damaged")
    func negativeVersion() throws {
        try fill(entries: 0)
        let file = folder.file()
        let database = try DatabaseQueue(path: file.path)
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = -1") }
        try database.close()
        let detail = "its user_version is -1"
        #expect(throws: StoreError.damagedFile(path: file.path, detail: detail)) { try open() }
    }

    @Test("A ledger of a later version is refused")
    func newer() throws {
        try fill(entries: 0)
        let file = folder.file()
        let database = try DatabaseQueue(path: file.path)
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 77") }
        try database.close()
        #expect(
            throws: StoreError.newerFile(
                path: file.path,
                version: 77,
                supported: LedgerSchema.version
            )
        ) {
            try open()
        }
    }

    @Test("A damaged ledger is refused and not changed", arguments: [4_096, 8_192, 12_288])
    func damaged(offset: Int) throws {
        try fill(entries: 50)
        let file = folder.file()
        var bytes = try Data(contentsOf: file)
        bytes.replaceSubrange(offset..<offset + 64, with: Data(repeating: 0xA5, count: 64))
        try bytes.write(to: file)
        let error = #expect(throws: StoreError.self) { try open() }
        guard case .damagedFile(let path, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(path == file.path)
        #expect(error?.recoverySuggestion?.contains("\(file.path)-wal") == true)
        #expect(try Data(contentsOf: file) == bytes)
    }

    @Test("A truncated ledger is refused")
    func truncated() throws {
        try fill(entries: 50)
        let file = folder.file()
        let bytes = try Data(contentsOf: file)
        try bytes.prefix(bytes.count / 2).write(to: file)
        let error = #expect(throws: StoreError.self) { try open() }
        guard case .damagedFile = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("An empty file becomes a ledger")
    func empty() throws {
        try Data().write(to: folder.file())
        #expect(try open().pay("coins").state == .purchased)
    }

    @Test("An error about a location that cannot be written contains its path")
    func unwritable() throws {
        // Even root cannot create a file there.
        let file = URL(fileURLWithPath: "/proc/store.ledger")
        let error = #expect(throws: StoreError.self) { try Store.make(at: .file(file)) }
        #expect(error?.localizedDescription.contains("/proc/store.ledger") == true)
    }

    @Test("On a full disk a purchase fails and charges nothing; with space again it succeeds")
    func fullDisk() throws {
        let store = try open()
        try store.pay("coins")
        let before = try store.entries()
        try store.limitPages(to: 1)
        let data = Data(repeating: 7, count: 100_000)
        let request = PaymentRequest(productID: "coins", requestData: data)
        #expect(throws: StoreError.diskFull(path: folder.file().path)) { try store.pay(request) }
        #expect(try store.entries() == before)

        try store.limitPages(to: 1_000_000)
        #expect(try store.pay(request).state == .purchased)
    }

    @Test(
        "A disk without space is named, whatever SQLite and Foundation make of it",
        arguments: [
            DatabaseError(resultCode: .SQLITE_FULL),
            DatabaseError(resultCode: .SQLITE_IOERR_SHMSIZE),
            POSIXError(.ENOSPC), POSIXError(.EDQUOT), CocoaError(.fileWriteOutOfSpace),
        ] as [any Error & Sendable]
    )
    func fullDiskErrors(error: any Error & Sendable) throws {
        let file = folder.file()
        #expect(StoreError(error, at: .file(file)) == .diskFull(path: file.path))
        guard !(error is DatabaseError) else { return }
        #expect(StoreError(error, withReceiptsIn: file.path) == .diskFull(path: file.path))
    }

    @Test("A disk with space is not blamed")
    func otherDiskErrors() {
        let error = StoreError(DatabaseError(resultCode: .SQLITE_IOERR), at: .file(folder.file()))
        guard case .unusableFile = error else {
            Issue.record("\(error)")
            return
        }
    }

    @Test("No id is used again after all entries were deleted")
    func numbers() throws {
        let store = try open()
        let first = try store.pay("coins")
        try store.clear()
        #expect(try store.entries().isEmpty)
        #expect(try store.pay("coins").id > first.id)
    }

    @Test("Deleting an entry deletes the entries whose original it is")
    func deleting() throws {
        let store = try open()
        let first = try store.pay("level")
        let coins = try store.pay("coins")
        try store.pay("level")
        try store.restore()
        try store.delete(first.id)
        #expect(try store.entries().map(\.id) == [coins.id])
        #expect(throws: StoreError.unknownEntry(id: first.id)) { try store.delete(first.id) }
    }

    /// Makes a ledger that no connection has open.
    private func fill(entries count: Int) throws {
        let store = try Store.make()
        for _ in 0..<count {
            try store.pay("coins")
        }
        try store.copyLedger(to: folder.file())
    }

    private func open() throws -> Store {
        try .make(at: .file(folder.file()))
    }

    /// The rollback journal of a change to a file of some pages, without a page in it.
    private func journal(undoingTo pages: UInt8) -> Data {
        var bytes: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        // No records, a nonce for checksums, the page count, and the sizes of a sector and of a
        // page.
        bytes += [0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, pages, 0, 0, 2, 0, 0, 0, 16, 0]
        return Data(bytes + [UInt8](repeating: 0, count: 512 - bytes.count))
    }

    private func folderContents() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    }
}
