import Foundation
import GRDB
import GRDBSQLite
import Testing

@testable import LocalAppStore

@Suite("A commit that fails because of the disk")
struct FailedCommitTests {
    let folder: TemporaryFolder
    let store: Store
    let bought: LedgerEntry

    init() throws {
        folder = try TemporaryFolder()
        store = try .make(at: .file(folder.file()))
        bought = try store.pay("coins")
    }

    @Test("A payment that fails is not charged, now or at the next launch")
    func payment() throws {
        try FailingLog.failSyncs(1, of: store)
        let error = #expect(throws: Store.Error.self) { try store.pay("coins") }
        guard case .unusableFile = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try store.entries() == [bought])
        #expect(try entriesAtNextLaunch() == [bought])
    }

    @Test("A payment that is made again after that is charged once")
    func repetition() throws {
        let request = PaymentRequest(productID: "coins")
        try FailingLog.failSyncs(1, of: store)
        #expect(throws: Store.Error.self) { try store.pay(request) }
        let entry = try store.pay(request)
        #expect(try entriesAtNextLaunch() == [bought, entry])
    }

    @Test("A finish that fails leaves the purchase unfinished, now and at the next launch")
    func finishing() throws {
        try FailingLog.failSyncs(1, of: store)
        #expect(throws: Store.Error.self) { try store.finish([bought.id]) }
        #expect(try store.unfinishedEntries() == [bought])
        #expect(try entriesAtNextLaunch() == [bought])
    }

    @Test("Settings that could not be stored do not apply, now or at the next launch")
    func settings() throws {
        let before = try store.settings
        try FailingLog.failSyncs(1, of: store)
        #expect(throws: Store.Error.self) {
            try store.updateSettings { $0.isAskToBuyEnabled = true }
        }
        #expect(try store.settings == before)
        #expect(try nextLaunch().settings == before)
    }

    @Test("If the result is unknown, the error says not to pay again")
    func uncertainty() throws {
        try FailingLog.failSyncs(2, of: store)
        let error = #expect(throws: Store.Error.self) { try store.pay("coins") }
        #expect(error == .uncertainChange(path: folder.file().path))
        #expect(error?.localizedDescription.contains("Do not pay again") == true)
    }

    @Test("The next purchase decides an unknown result")
    func settlement() throws {
        try FailingLog.failSyncs(2, of: store)
        #expect(throws: Store.Error.self) { try store.pay("coins", quantity: 3) }
        let next = try store.pay("level")
        #expect(try store.entries() == [bought, next])
        #expect(try entriesAtNextLaunch() == [bought, next])
    }

    @Test("Observers and receipts do not contain what failed")
    func memory() async throws {
        let (changes, continuation) = AsyncStream.makeStream(of: StoreChange.self)
        let observation = store.observe { continuation.yield($0) }
        defer { observation.cancel() }
        try FailingLog.failSyncs(1, of: store)
        #expect(throws: Store.Error.self) { try store.pay("level") }
        #expect(try store.productsInReceipt == ["coins"])
        let next = try store.pay("pass")
        let change = await changes.first { !$0.entries.isEmpty }
        #expect(change?.entries == [next])
        #expect(try store.productsInReceipt == ["coins", "pass"])
    }

    private func entriesAtNextLaunch() throws -> [LedgerEntry] {
        try nextLaunch().entries()
    }

    /// Opens the files that would remain if the process were killed now.
    private func nextLaunch() throws -> Store {
        let name = UUID().uuidString
        for part in ["", "-wal"] {
            try Data(contentsOf: folder.file("store.ledger\(part)"))
                .write(to: folder.file("\(name)\(part)"))
        }
        return try .make(at: .file(folder.file(name)))
    }
}

/// Lets syncs of a store's write-ahead log fail, as a defective disk does.
private enum FailingLog {
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

    /// Lets the next syncs fail, after their data was written.
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
