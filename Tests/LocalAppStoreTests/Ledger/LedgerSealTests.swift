import Foundation
import GRDB
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Edits of a ledger by hand")
struct LedgerSealTests {
    private static let delivery = ["isFinished", "finishAPI", "isRevocationUndelivered"]

    @Test("An edit of any column of an entry is noticed, and one of its delivery is none")
    func columns() throws {
        let store = try Store.make(.subscriptions)
        let entry = try store.pay("best")
        for column in LedgerEntry.columnNames {
            let before = try store.value(of: column)
            let other = store.other(than: before, of: column)
            try store.execute(sql: "UPDATE entry SET \(column) = \(other)")
            let isEdited = try store.editedEntries(among: [entry]) == [entry.id]
            #expect(isEdited != Self.delivery.contains(column), "\(column)")
            try store.execute(sql: "UPDATE entry SET \(column) = ?", arguments: [before])
            #expect(try store.editedEntries(among: [entry]).isEmpty, "\(column)")
        }
    }

    @Test("An edit of any column of a subscription is noticed")
    func subscriptionColumns() throws {
        let store = try Store.make(.subscriptions)
        try store.pay("weekly")
        let status = try #require(try store.subscriptions.statuses().first)
        #expect(try !store.isEdited(status))
        for column in CustomerSubscription.sealedColumns {
            let before = try store.value(of: column, in: "subscription")
            let other = store.other(than: before, of: column)
            try store.execute(sql: "UPDATE subscription SET \(column) = \(other)")
            #expect(try store.isEdited(status), "\(column)")
            try store.execute(sql: "UPDATE subscription SET \(column) = ?", arguments: [before])
            #expect(try !store.isEdited(status), "\(column)")
        }
    }

    @Test("A row that is added by hand has no seal, and that of another row does not fit")
    func addedRow() throws {
        let store = try Store.make(.subscriptions)
        let (first, second) = (try store.pay("best"), try store.pay("coins"))
        let columns = LedgerEntry.columnNames.filter { $0 != "paymentToken" }
            .joined(separator: ", ")
        let added = second.id + 1
        try store.execute(
            sql: """
                INSERT INTO entry (id, paymentToken, revision, \(columns))
                SELECT \(added), x'000102030405060708090a0b0c0d0e0f', revision, \(columns)
                FROM entry WHERE id = \(first.id)
                """
        )
        #expect(try store.read { try $0.editedEntries(among: [added]) } == [added])
        try store.execute(
            sql: "UPDATE entry SET seal = (SELECT seal FROM entry WHERE id = \(first.id))"
        )
        let edited = try store.read { try $0.editedEntries(among: [first.id, second.id, added]) }
        #expect(edited == [second.id, added])
    }

    @Test("What a family shares is read from the subscription of the payer")
    func family() throws {
        let store = try Store.make(.family)
        let member = try store.customers.acting(addingIfNeeded: "ben")
        try member.family.join(organizedBy: store.customerID)
        try store.pay("monthly")
        let status = try #require(try member.subscriptions.statuses().first)
        #expect(try !member.isEdited(status))
        try store.execute(sql: "UPDATE subscription SET isAutoRenewEnabled = 0")
        #expect(try member.isEdited(status))
    }

    @Test(
        "A copy of a ledger, and one from before, has valid seals",
        arguments: [(LedgerSchema.undoingToVersion17, 17), (LedgerSchema.undoingToVersion22, 22)]
    )
    func migration(undoing: String, version: Int) throws {
        let folder = try TemporaryFolder()
        let store = try Store.make(.subscriptions, at: .file(folder.file()))
        let entry = try store.pay("weekly")
        try store.copyLedger(to: folder.file("copy.ledger"))
        let copy = try Store.make(.subscriptions, at: .file(folder.file("copy.ledger")))
        #expect(try copy.editedEntries(among: [entry]).isEmpty)
        try copy.execute(sql: "\(undoing) PRAGMA user_version = \(version)")
        try copy.close()
        let migrated = try Store.make(.subscriptions, at: .file(folder.file("copy.ledger")))
        #expect(try migrated.editedEntries(among: [entry]).isEmpty)
        let status = try #require(try migrated.subscriptions.statuses().first)
        #expect(try !migrated.isEdited(status))
    }
}

extension Store {
    fileprivate func value(of column: String, in table: String = "entry") throws -> DatabaseValue {
        let sql = "SELECT \(column) FROM \(table)"
        return try core.ledger.queue.inDatabase { database in
            try #require(try DatabaseValue.fetchOne(database, sql: sql))
        }
    }

    /// Another value of the same type, in SQL.
    fileprivate func other(than value: DatabaseValue, of column: String) -> String {
        switch value.storage {
        case .null: ["requestData", "offerNonce"].contains(column) ? "x'07'" : "7"
        case .int64(let number): "\(number + 1)"
        case .double: "0.5"
        case .string(let text): "'\(text)!'"
        case .blob: "x'0f0e0d0c0b0a09080706050403020100'"
        }
    }
}
