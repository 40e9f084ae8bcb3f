import Foundation
import GRDB
import Testing

@testable import LocalAppStore

@Suite("A ledger that another connection keeps locked")
struct LockedLedgerTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    // Against the first lock nobody can read, against the second one the switch to the write-ahead
    // log fails.
    @Test("It is busy, and opens when it is free", arguments: ["EXCLUSIVE", "IMMEDIATE"])
    func locked(kind: String) throws {
        let store = try Store.make()
        let entry = try store.pay("coins")
        try store.copyLedger(to: folder.file().path)
        let location = Store.Location.file(folder.file())
        try whileLocked(kind) {
            #expect(throws: Store.Error.busy(path: folder.file().path)) {
                try Ledger(at: location, lockTimeout: 0)
            }
        }
        let ledger = try Ledger(at: location, lockTimeout: 0)
        #expect(try ledger.read { try $0.allEntries() } == [entry])
    }

    @Test("A change that cannot have the lock was not made, and can be made when it is free")
    func lockedChange() throws {
        let location = Store.Location.file(folder.file())
        let ledger = try Ledger(at: location, lockTimeout: 0)
        try whileLocked("IMMEDIATE") {
            #expect(throws: Store.Error.busy(path: folder.file().path)) {
                try ledger.write { try $0.addIntent("coins") }
            }
        }
        #expect(try ledger.read { try $0.hasIntents() } == false)
        try ledger.write { try $0.addIntent("coins") }
        #expect(try ledger.read { try $0.hasIntents() })
    }

    private func whileLocked(_ kind: String, _ body: () -> Void) throws {
        let other = try DatabaseQueue(path: folder.file().path)
        try other.inDatabase { database in
            try database.execute(sql: "BEGIN \(kind)")
            body()
            try database.execute(sql: "ROLLBACK")
        }
    }
}
