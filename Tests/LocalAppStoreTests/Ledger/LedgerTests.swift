import Foundation
import GRDB
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("A ledger that another connection has locked")
struct LockedLedgerTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    // The first lock excludes readers; with the second one, the switch to the write-ahead log
    // fails.
    @Test(
        "It is busy, and can be opened when the lock is released",
        arguments: ["EXCLUSIVE", "IMMEDIATE"]
    )
    func locked(kind: String) throws {
        let store = try Store.make()
        let entry = try store.pay("coins")
        try store.copyLedger(to: folder.file())
        let location = StoreLocation.file(folder.file())
        try whileLocked(kind) {
            #expect(throws: StoreError.busy(path: folder.file().path)) {
                try Ledger(at: location, lockTimeout: 0)
            }
        }
        let ledger = try Ledger(at: location, lockTimeout: 0)
        #expect(try ledger.read { try $0.allEntries() } == [entry])
    }

    @Test("A change without the lock is not made, and can be made when the lock is released")
    func lockedChange() throws {
        let location = StoreLocation.file(folder.file())
        let ledger = try Ledger(at: location, lockTimeout: 0)
        try whileLocked("IMMEDIATE") {
            #expect(throws: StoreError.busy(path: folder.file().path)) {
                try ledger.write { try $0.addPurchaseIntent("coins") }
            }
        }
        #expect(try ledger.read { try $0.hasPurchaseIntents() } == false)
        try ledger.write { try $0.addPurchaseIntent("coins") }
        #expect(try ledger.read { try $0.hasPurchaseIntents() })
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

@Suite("Query plans")
struct QueryPlanTests {
    @Test("No query except the one for all entries scans the whole ledger")
    func indexes() throws {
        let plans = try plans()
        #expect(plans.count > 5)
        for (query, steps) in plans {
            #expect(!steps.isEmpty, "\(query)")
            #expect(!steps.contains("SCAN entry"), "\(query)")
        }
    }

    @Test("A query for few entries has an index of only those")
    func partialIndexes() throws {
        let plans = try plans()
        let expected: [LedgerQuery: String] = [
            .restorable: "entryRestorable", .unfinishedCopy: "entryCopied",
            .introductoryOffer: "entryIntroductory", .unfinished: "entryUnfinished",
            .revokedUndelivered: "entryRevoked", .changed: "entryByRevision",
            .inReceipt: "entryKept", .usedNonce: "entryNonce",
            .redeemedCode: "entryRedeemed", .latestPurchase: "entryByRevision",
        ]
        for (query, index) in expected {
            let steps = try #require(plans[query])
            #expect(steps.contains { $0.contains("USING INDEX \(index)") }, "\(query): \(steps)")
        }
    }

    /// SQLite's plans of each query except the one for all entries: for all columns, and for the
    /// `id` alone.
    private func plans() throws -> [LedgerQuery: [String]] {
        try Store.make().read { reader in
            var plans: [LedgerQuery: [String]] = [:]
            for query in LedgerQuery.allCases where query != .all {
                for sql in [query.sql, query.idSQL] {
                    let statement = try reader.database.makeStatement(
                        sql: "EXPLAIN QUERY PLAN " + sql
                    )
                    // A plan does not depend on the values.
                    statement.setUncheckedArguments([])
                    plans[query, default: []] += try Row.fetchAll(statement).map { $0["detail"] }
                }
            }
            return plans
        }
    }
}
