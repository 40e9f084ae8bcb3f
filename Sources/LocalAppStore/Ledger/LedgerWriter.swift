import Foundation
import GRDB

/// Changes to a ledger, inside one transaction; they all carry the transaction's revision.
struct LedgerWriter {
    /// How many changes back a removal is kept, for processes that have yet to hear of it.
    static let keptRevisions: Int64 = 100_000

    let database: Database
    let revision: Int64

    var reader: LedgerReader { LedgerReader(database: database) }

    /// Writes a new entry and gives it its number, which is its original's too unless it names
    /// another.
    func insert(_ entry: LedgerEntry) throws -> LedgerEntry {
        var numbered = entry
        numbered.id = try nextNumber()
        if entry.originalID == 0 { numbered.originalID = numbered.id }
        do {
            try execute(Self.insertion, try LedgerRow(numbered).values + [revision, numbered.id])
        } catch let error as DatabaseError
            where error.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY
        {
            let counter = try reader.counter("SELECT lastEntryID FROM counter")
            throw counter.damage("lastEntryID", expected: "the number of the last entry")
        }
        return numbered
    }

    /// Marks an entry as finished, and leaves the indexes of everything else alone.
    func markFinished(_ id: Int64) throws {
        try execute(
            "UPDATE entry SET isFinished = 1, revision = ? WHERE id = ?",
            [revision, id]
        )
    }

    func update(_ entry: LedgerEntry) throws {
        try execute(Self.replacement, try LedgerRow(entry).values + [revision, entry.id])
    }

    func delete(_ id: Int64) throws {
        try execute("DELETE FROM entry WHERE id = ?", [id])
        try recordRemoval(of: id)
    }

    func deleteAll() throws {
        try execute("DELETE FROM entry")
        try execute("DELETE FROM removal")
        try recordRemoval(of: nil)
    }

    func addIntent(_ productID: String) throws {
        try execute(
            "INSERT INTO purchaseIntent (productID, revision) VALUES (?, ?)",
            [productID, revision]
        )
    }

    func takeIntents() throws -> [String] {
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT id, productID FROM purchaseIntent ORDER BY id"
        )
        let taken = try rows.map {
            try CheckedRow(row: $0, table: "purchaseIntent", key: "id").text("productID")
        }
        try execute("DELETE FROM purchaseIntent")
        return taken
    }

    /// Keeps a value under a name; `nil` forgets it.
    func setPreference(_ name: String, to text: String?) throws {
        // An empty text stands for nothing, so that the change itself stays visible to other
        // processes.
        try execute(
            "INSERT OR REPLACE INTO preference (name, value, revision) VALUES (?, ?, ?)",
            [name, text ?? "", revision]
        )
    }

    /// Forgets removals that every process has long heard of.
    func pruneRemovals() throws {
        try execute("DELETE FROM removal WHERE revision < ?", [revision - Self.keptRevisions])
    }

    /// A removal keeps the revision it happened at, so another process can hear of it; a row
    /// without a number stands for all entries.
    private func recordRemoval(of id: Int64?) throws {
        try execute("INSERT INTO removal (revision, entryID) VALUES (?, ?)", [revision, id])
    }

    /// Counts entries in the row that every change writes anyway; a number is never used again.
    private func nextNumber() throws -> Int64 {
        let number = try reader.lastEntryID() + 1
        try execute("UPDATE counter SET lastEntryID = ?", [number])
        return number
    }

    private static let columnNames = LedgerRow.columnNames + ["revision"]

    private static let insertion = """
        INSERT INTO entry (\(columnNames.joined(separator: ", ")), id)
        VALUES (\(columnNames.map { _ in "?" }.joined(separator: ", ")), ?)
        """

    private static let replacement = """
        UPDATE entry SET \(columnNames.map { "\($0) = ?" }.joined(separator: ", "))
        WHERE id = ?
        """

    func execute(
        _ sql: String,
        _ arguments: [(any DatabaseValueConvertible)?] = []
    ) throws {
        try database.cachedStatement(sql: sql).execute(
            arguments: StatementArguments(whole: arguments)
        )
    }
}
