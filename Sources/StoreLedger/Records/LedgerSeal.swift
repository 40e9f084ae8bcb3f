import AppReceipt
import Foundation
import GRDB
import GRDBSQLite
package import StoreModel

/// A code of a row, by which an edit outside of the store is noticed.
///
/// Its key is in the ledger, so that copies and snapshots stay valid. It reveals an edit by hand,
/// but cannot stop a program that computes the code.
enum LedgerSeal {
    /// Columns that were added after the first seals count only with a value, so that the seals of
    /// rows from before stay valid.
    static func code(
        of values: [DatabaseValue.Storage],
        in table: SealedTable,
        id: Int64,
        key: Data
    ) -> Data {
        var message: [UInt8] = []
        message.reserveCapacity(512)
        message.append(.int64(id))
        for value in values.prefix(table.firstColumnCount) { message.append(value) }
        for (index, value) in values.enumerated().dropFirst(table.firstColumnCount)
        where value != .null {
            message.append(.int64(Int64(index)))
            message.append(value)
        }
        return MessageAuthentication.code(of: message, key: key)
    }

    /// Seals the rows of a ledger from before there were seals.
    static func sealAll(_ database: Database) throws {
        let key = try LedgerReader(database: database, customerID: Customer.firstID).sealKey()
        for table in [SealedTable.entries, .subscriptions] {
            let ids = try Int64.fetchAll(database, sql: "SELECT id FROM \(table.name)")
            for id in ids {
                guard let row = try table.row(id, in: database) else { continue }
                try LedgerStatement("UPDATE \(table.name) SET seal = ? WHERE id = ?", in: database)
                    .execute([code(of: row.values, in: table, id: id, key: key), id])
            }
        }
    }
}

struct SealedTable {
    let name: String
    /// The number of sealed columns that there were when rows were first sealed.
    let firstColumnCount: Int
    private let sql: String

    init(name: String, columns: [String], firstColumnCount: Int) {
        self.name = name
        self.firstColumnCount = firstColumnCount
        sql = "SELECT seal, \(columns.listed) FROM \(name) WHERE id = ?"
    }

    static let entries = SealedTable(
        name: LedgerEntry.table,
        columns: LedgerEntry.sealedColumns,
        firstColumnCount: 33
    )
    static let subscriptions = SealedTable(
        name: CustomerSubscription.table,
        columns: CustomerSubscription.sealedColumns,
        firstColumnCount: 19
    )

    /// The seal of a row, and the values that it covers; `nil` without a row.
    func row(
        _ id: Int64,
        in database: Database
    ) throws -> (seal: DatabaseValue.Storage, values: [DatabaseValue.Storage])? {
        var row: [DatabaseValue.Storage] = []
        try LedgerStatement(sql, in: database).execute([id]) { statement in
            row = (0..<sqlite3_column_count(statement)).map {
                DatabaseValue(sqliteStatement: statement, index: $0).storage
            }
        }
        return row.first.map { ($0, Array(row.dropFirst())) }
    }
}

extension LedgerReader {
    /// The entries among some, of any customer, whose rows were edited outside of the store.
    package func editedEntries(among ids: [LedgerEntry.ID]) throws -> Set<LedgerEntry.ID> {
        guard !ids.isEmpty else { return [] }
        let key = try sealKey()
        return Set(try ids.filter { try isEdited($0, of: .entries, key) })
    }

    /// Whether the subscription of an entry, also a shared one, was edited outside of the store.
    package func isSubscriptionEdited(of entry: LedgerEntry) throws -> Bool {
        let payment = try entry.sharedEntryID.flatMap { try anyEntry($0) } ?? entry
        return try isEdited(payment.originalID, of: .subscriptions, try sealKey())
    }

    private func isEdited(_ id: Int64, of table: SealedTable, _ key: Data) throws -> Bool {
        guard let row = try table.row(id, in: database) else { return false }
        return row.seal != .blob(LedgerSeal.code(of: row.values, in: table, id: id, key: key))
    }

    func sealKey() throws -> Data {
        try counter("SELECT sealKey FROM counter") { try $0.value("sealKey") }
    }
}

extension LedgerWriter {
    /// The seal of values in the order of a table's sealed columns.
    func seal(
        _ values: [(any DatabaseValueConvertible)?],
        in table: SealedTable,
        of id: Int64
    ) throws -> Data {
        let key = try cache.sealKey ?? reader.sealKey()
        cache.sealKey = key
        let stored = values.map { $0?.databaseValue.storage ?? .null }
        return LedgerSeal.code(of: stored, in: table, id: id, key: key)
    }
}

extension [UInt8] {
    /// Appends a value, so that no two lists of values have the same bytes.
    fileprivate mutating func append(_ value: DatabaseValue.Storage) {
        switch value {
        case .null: append(0)
        case .int64(let number): append(kind: 1, number)
        case .double(let number): append(kind: 2, Int64(bitPattern: number.bitPattern))
        case .string(let text):
            append(kind: 3, Int64(text.utf8.count))
            append(contentsOf: text.utf8)
        case .blob(let data):
            append(kind: 4, Int64(data.count))
            append(contentsOf: data)
        }
    }

    private mutating func append(kind: UInt8, _ number: Int64) {
        append(kind)
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
