import Foundation
import GRDB
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Snapshots of a ledger", .timeLimit(.minutes(10)))
struct SnapshotTests {
    let folder: TemporaryFolder
    private var ledger: URL { folder.file("shop.ledger") }
    private var snapshot: URL { folder.file("saved.ledger") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("A snapshot brings back purchases, settings and the key, and nothing of later")
    func roundTrip() throws {
        let root = try saveLevel()
        let store = try open()
        try store.pay("pass")
        try store.updateSettings { $0.storefront = "JPN" }
        try store.close()
        try remove(ledger.path + "-receipts")
        try Store.restoreSnapshot(snapshot, toLedgerAt: ledger)
        let restored = try open()
        #expect(try restored.entries().map(\.productID) == ["level"])
        #expect(try restored.settings.storefront == "DEU")
        #expect(try restored.receiptRootCertificate == root)
        #expect(try restored.pay("pass").id == 2)
        let expected = [
            "saved.ledger", "saved.ledger-receipts", "shop.ledger", "shop.ledger-receipts",
        ]
        #expect(try names() == expected.asSet)
    }

    @Test("A snapshot is taken while the ledger is in use, is private, and replaces an earlier one")
    func taking() throws {
        let store = try open()
        let other = try open()
        for count in 1...2 {
            try other.pay("coins")
            try store.writeSnapshot(to: snapshot)
            #expect(try Store.make(at: .file(snapshot)).entries().count == count)
        }
        _ = try store.receiptRootCertificate
        try store.writeSnapshot(to: snapshot)
        let key = snapshot.path + "-receipts/signing-identity.pem"
        let mode = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test("A ledger in memory has a snapshot")
    func memory() throws {
        let store = try Store.make()
        try store.pay("level")
        try store.writeSnapshot(to: snapshot)
        #expect(try Store.make(at: .file(snapshot)).entries().count == 1)
    }

    @Test("A ledger that is open elsewhere is not replaced")
    func busy() throws {
        try saveLevel()
        let store = try open()
        try store.pay("pass")
        #expect(throws: StoreError.busy(path: ledger.path)) {
            try Store.restoreSnapshot(snapshot, toLedgerAt: ledger)
        }
        #expect(try store.entries().count == 2)
        try store.pay("coins")
        try store.close()
        try Store.restoreSnapshot(snapshot, toLedgerAt: ledger)
    }

    @Test("A failed restore leaves the keys, too, and no draft")
    func keysOfFailed() throws {
        try saveLevel()
        try remove(ledger.path + "-receipts")
        let store = try open()
        let root = try store.receiptRootCertificate
        #expect(throws: StoreError.busy(path: ledger.path)) {
            try Store.restoreSnapshot(snapshot, toLedgerAt: ledger)
        }
        try store.close()
        #expect(try open().receiptRootCertificate == root)
        let keys = try FileManager.default.contentsOfDirectory(atPath: ledger.path + "-receipts")
        #expect(keys == ["signing-identity.pem"])
    }

    @Test("A process that was killed after the ledger was replaced leaves the new keys to the next")
    func keysOfKilled() throws {
        let root = try saveLevel()
        try remove(ledger.path + "-receipts")
        let store = try open()
        #expect(try store.receiptRootCertificate != root)
        let keys = LedgerKeys(ofLedgerAt: ledger)
        let name = try keys.layDown(LedgerKeys(ofLedgerAt: snapshot).contents(replacedBy: nil))
        try store.core.ledger.write { try $0.save(ReplacementKeys(folder: name)) }
        try store.writeSnapshot(to: folder.file("later.ledger"))
        try store.close()
        #expect(try open().receiptRootCertificate == root)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: keys.folder.url.path)
                == ["signing-identity.pem"]
        )
        #expect(
            try Store.make(at: .file(folder.file("later.ledger"))).receiptRootCertificate == root
        )
    }

    @Test("Keys are taken from within the folder alone", arguments: ["..", "../other", "a/b", "."])
    func keysElsewhere(name: String) throws {
        let store = try open()
        let root = try store.receiptRootCertificate
        try store.core.ledger.write { try $0.save(ReplacementKeys(folder: name)) }
        try store.close()
        #expect(try open().receiptRootCertificate == root)
    }

    @Test("A ledger with an empty first page, as after an early kill, is a ledger")
    func young() throws {
        let store = try open()
        try store.pay("pass")
        let root = try store.receiptRootCertificate
        #expect(try DatabaseHeader(contentsOf: ledger)?.isUnused == true)
        try copyAsKilled(to: snapshot)
        let copy = LedgerKeys(ofLedgerAt: snapshot).folder.url
        try FileManager.default.copyItem(
            at: LedgerKeys(ofLedgerAt: ledger).folder.url,
            to: copy
        )
        let target = folder.file("other.ledger")
        try Store.restoreSnapshot(snapshot, toLedgerAt: target)
        let restored = try Store.make(at: .file(target))
        #expect(try restored.entries().map(\.productID) == ["pass"])
        #expect(try restored.receiptRootCertificate == root)
        #expect(throws: StoreError.busy(path: ledger.path)) {
            try Store.restoreSnapshot(snapshot, toLedgerAt: ledger)
        }
    }

    @Test("A killed young ledger is replaced")
    func youngTarget() throws {
        try saveLevel()
        let target = folder.file("other.ledger")
        let store = try Store.make(at: .file(folder.file("running.ledger")))
        try store.pay("pass")
        try copyAsKilled(of: folder.file("running.ledger"), to: target)
        try Store.restoreSnapshot(snapshot, toLedgerAt: target)
        #expect(try Store.make(at: .file(target)).entries().map(\.productID) == ["level"])
    }

    @Test("An empty database is no snapshot")
    func emptyDatabase() throws {
        let database = try DatabaseQueue(path: snapshot.path)
        try database.writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
        try database.close()
        try #require(try DatabaseHeader(contentsOf: snapshot) != nil)
        #expect(throws: StoreError.foreignFile(path: snapshot.path, detail: "it is empty")) {
            try Store.restoreSnapshot(snapshot, toLedgerAt: ledger)
        }
        #expect(!FileManager.default.fileExists(atPath: ledger.path))
    }

    @Test("Drafts of killed runs are removed by the next one, and nothing else")
    func drafts() throws {
        let store = try open()
        let gone = "\(Int32.max)-\(UUID())-\(UUID())"
        let drafts = ["snapshot-\(gone)", "snapshot-\(gone)-journal"]
        let others = ["snapshot-2024-01.ledger", "snapshot-\(getppid())-\(UUID())-\(UUID())"]
        for name in drafts + others {
            try Data("draft".utf8).write(to: folder.file(name))
            try FileManager.default.setAttributes(
                [.modificationDate: Date.start],
                ofItemAtPath: folder.file(name).path
            )
        }
        try store.writeSnapshot(to: snapshot)
        let names = try names()
        #expect(names.isDisjoint(with: drafts))
        #expect(names.isSuperset(of: others))
    }

    @Test("What is no snapshot changes nothing")
    func foreign() throws {
        try open().pay("level")
        let text = folder.file("text")
        try Data("not a database at all, but long enough to have a header of one".utf8).write(
            to: text
        )
        #expect(
            throws: StoreError.foreignFile(path: text.path, detail: "it is not an SQLite database")
        ) {
            try Store.restoreSnapshot(text, toLedgerAt: ledger)
        }
        let database = folder.file("other.sqlite")
        try DatabaseQueue(path: database.path).write { try $0.execute(sql: "CREATE TABLE a (b)") }
        #expect(throws: StoreError.self) {
            try Store.restoreSnapshot(database, toLedgerAt: ledger)
        }
        #expect(throws: StoreError.self) {
            try Store.restoreSnapshot(folder.file("nowhere"), toLedgerAt: ledger)
        }
        #expect(throws: StoreError.self) { try Store.restoreSnapshot(ledger, toLedgerAt: ledger) }
        #expect(try open().entries().map(\.productID) == ["level"])
    }

    @Test("A damaged snapshot or ledger is named, and nothing is changed")
    func damaged() throws {
        try saveLevel()
        let whole = try Data(contentsOf: snapshot)
        var bytes = whole
        for index in stride(from: 4096, to: bytes.count, by: 4096) { bytes[index] = 0xFF }
        try bytes.write(to: snapshot)
        let error = #expect(throws: StoreError.self) {
            try Store.restoreSnapshot(snapshot, toLedgerAt: ledger)
        }
        guard case .damagedFile(snapshot.path, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try open().entries().count == 1)
        try whole.write(to: snapshot)
        try bytes.write(to: ledger)
        #expect(throws: StoreError.self) {
            try Store.restoreSnapshot(snapshot, toLedgerAt: ledger)
        }
        #expect(try Data(contentsOf: ledger) == bytes)
        try remove(ledger.path)
        try Store.restoreSnapshot(snapshot, toLedgerAt: ledger)
        #expect(try open().entries().count == 1)
    }

    @Test("A file of something else is neither overwritten by a snapshot nor by a restored one")
    func otherFiles() throws {
        try saveLevel()
        let text = folder.file("notes.txt")
        let notes = Data(String(repeating: "Buy milk. ", count: 20).utf8)
        try notes.write(to: text)
        let store = try open()
        #expect(throws: StoreError.self) { try store.writeSnapshot(to: text) }
        #expect(throws: StoreError.self) { try store.writeSnapshot(to: ledger) }
        try store.close()
        #expect(throws: StoreError.self) { try Store.restoreSnapshot(snapshot, toLedgerAt: text) }
        #expect(try Data(contentsOf: text) == notes)
    }

    /// Makes a ledger and its snapshot, and returns the root certificate.
    @discardableResult
    private func saveLevel() throws -> [UInt8] {
        let store = try open()
        try store.pay("level")
        try store.updateSettings { $0.storefront = "DEU" }
        let root = try store.receiptRootCertificate
        try store.writeSnapshot(to: snapshot)
        try store.close()
        return root
    }

    /// Copies the files that would remain of a ledger if its process were killed now.
    private func copyAsKilled(of file: URL? = nil, to copy: URL) throws {
        for part in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: (file ?? ledger).path + part,
                toPath: copy.path + part
            )
        }
    }

    private func open() throws -> Store { try Store.make(at: .file(ledger)) }

    private func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: path)
    }

    /// The names of the files in the folder, except SQLite's own.
    private func names() throws -> Set<String> {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.asSet
    }
}

extension Array where Element: Hashable {
    fileprivate var asSet: Set<Element> { Set(self) }
}
