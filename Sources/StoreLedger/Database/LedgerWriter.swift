package import Foundation
import GRDB
package import StoreModel

/// Changes of a ledger, inside one transaction, all with the transaction's revision.
package struct LedgerWriter {
    /// The number of revisions for which a removal is retained for other processes.
    static let retainedRevisions: Int64 = 100_000

    let database: Database
    package let revision: Int64
    /// The customer whose purchases are changed.
    package let customerID: Customer.ID
    package let cache: Cache

    /// Values read in the transaction, for another use.
    package final class Cache {
        /// `nil` before it was read.
        package var notificationSettings: NotificationSettings?
        /// `nil` before an entry was inserted.
        var lastEntryID: LedgerEntry.ID?
        /// The moment of a client's change; `nil` while due events are settled.
        package var moment: Moment?
        /// `nil` before a row was sealed.
        var sealKey: Data?
    }

    init(database: Database, revision: Int64, customerID: Customer.ID, cache: Cache = Cache()) {
        self.database = database
        self.revision = revision
        self.customerID = customerID
        self.cache = cache
    }

    /// The current date as purchases have it, and exactly.
    package struct Moment {
        package let date: Date
        package let exactDate: Date

        package init(date: Date, exactDate: Date) {
            self.date = date
            self.exactDate = exactDate
        }
    }

    package var reader: LedgerReader { LedgerReader(database: database, customerID: customerID) }

    /// A writer of another customer's purchases, in the same transaction.
    package func acting(for customerID: Customer.ID) -> LedgerWriter {
        LedgerWriter(database: database, revision: revision, customerID: customerID, cache: cache)
    }

    /// The numbers of the next entries, which are never used again.
    package func entryNumbers() throws -> EntryNumbers {
        EntryNumbers(after: try cache.lastEntryID ?? reader.lastEntryID())
    }

    /// Inserts an entry with the next number.
    ///
    /// The last number is counted in the row that every change writes anyway.
    package func insert(_ entry: LedgerEntry) throws {
        try execute("UPDATE counter SET lastEntryID = ?", [entry.id])
        cache.lastEntryID = entry.id
        do {
            try execute(Self.insertion, try values(of: entry))
        } catch let error as DatabaseError
            where error.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY
        {
            throw try reader.counter("SELECT lastEntryID FROM counter") {
                $0.damage("lastEntryID", expected: "the identifier of the last entry")
            }
        }
    }

    /// Marks an entry as finished, without updating the indexes of other columns.
    func markFinished(_ id: Int64, with api: LedgerEntry.API?) throws {
        try execute(
            "UPDATE entry SET isFinished = 1, finishAPI = ?, revision = ? WHERE id = ?",
            [api?.rawValue, revision, id]
        )
        try deleteDownloads(ofEntry: id)
    }

    package func markRevocationDelivered(_ id: Int64) throws {
        try execute(
            "UPDATE entry SET isRevocationUndelivered = 0, revision = ? WHERE id = ?",
            [revision, id]
        )
    }

    package func update(_ entry: LedgerEntry) throws {
        try execute(Self.replacement, try values(of: entry))
    }

    /// The values for an insertion or a replacement.
    private func values(of entry: LedgerEntry) throws -> [(any DatabaseValueConvertible)?] {
        let columns = LedgerEntry.columns
        let values = try columns.map { try $0.value(entry) }
        let sealed = zip(columns, values).filter(\.0.isSealed).map(\.1)
        let seal = try seal(sealed, in: .entries, of: entry.id)
        return values + [revision, revision, seal, entry.id]
    }

    /// Deletes the downloads of an entry; their files are removed afterwards.
    private func deleteDownloads(ofEntry id: Int64) throws {
        try execute("DELETE FROM download WHERE entryID = ?", [id])
    }

    package func delete(_ id: Int64) throws {
        try execute("DELETE FROM entry WHERE id = ?", [id])
        try deleteDownloads(ofEntry: id)
        try execute("DELETE FROM refundRequest WHERE entryID = ?", [id])
        try recordRemoval(of: id)
    }

    /// Deletes the purchases of the customer.
    package func deleteAll() throws {
        let entries = "SELECT id FROM entry WHERE customerID = ?"
        try execute("DELETE FROM download WHERE entryID IN (\(entries))", [customerID])
        try deleteSeats()
        for table in [
            "entry", "subscription", "billingIssue", "refundRequest", "renewalExtension", "removal",
        ] {
            try execute("DELETE FROM \(table) WHERE customerID = ?", [customerID])
        }
        try recordRemoval(of: nil)
    }

    package func addPurchaseIntent(_ productID: String) throws {
        try execute(
            "INSERT INTO purchaseIntent (productID, customerID, revision) VALUES (?, ?, ?)",
            [productID, customerID, revision]
        )
    }

    package func takePurchaseIntents() throws -> [String] {
        let sql = "SELECT id, productID FROM purchaseIntent WHERE customerID = ? ORDER BY id"
        let taken = try reader.rows(sql, of: "purchaseIntent", [customerID]) {
            try $0.value("productID") as String
        }
        try execute("DELETE FROM purchaseIntent WHERE customerID = ?", [customerID])
        return taken
    }

    /// Stores a value under a name; `nil` removes it.
    func setPreference(_ name: String, to text: String?) throws {
        cache.notificationSettings = nil
        // An empty string means no value. The row remains, so that other processes see the change.
        try execute(
            "INSERT OR REPLACE INTO preference (name, value, revision) VALUES (?, ?, ?)",
            [name, text ?? "", revision]
        )
    }

    /// Deletes removals so old that every process has delivered them.
    package func pruneRemovals() throws {
        try execute("DELETE FROM removal WHERE revision < ?", [revision - Self.retainedRevisions])
    }

    /// Records a removal for other processes; `nil` stands for all entries of the customer.
    private func recordRemoval(of id: Int64?) throws {
        try execute(
            "INSERT INTO removal (customerID, revision, entryID) VALUES (?, ?, ?)",
            [customerID, revision, id]
        )
    }

    private static let columnNames =
        LedgerEntry.columnNames + ["revision", "contentRevision", "seal"]

    private static let insertion = """
        INSERT INTO entry (\(columnNames.listed), id) VALUES (\(columnNames.marks), ?)
        """

    private static let replacement = """
        UPDATE entry SET \(columnNames.map { "\($0) = ?" }.listed) WHERE id = ?
        """

    func execute(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?] = []) throws {
        try LedgerStatement(sql, in: database).execute(arguments)
    }
}
