import Foundation
import GRDB
package import StoreModel

extension LedgerReader {
    /// A page of the history, in the order of `entryByRevision`, so that its time does not depend
    /// on the ledger's size.
    package func history(
        _ query: TransactionHistoryQuery,
        after position: TransactionHistoryPage.Position?,
        limit: Int
    ) throws -> TransactionHistoryPage {
        let start = position ?? query.firstPosition
        var conditions = HistoryConditions(customerID: customerID)
        conditions.add(query)
        conditions.add(start, isDescending: query.isDescending)
        let order = query.isDescending ? "DESC" : "ASC"
        let sql = """
            SELECT * FROM entry WHERE \(conditions.sql)
            ORDER BY revision \(order), id \(order) LIMIT ?
            """
        // With filters there are many statements, which a cache would keep for ever.
        let statement =
            query.hasFilters
            ? try database.makeStatement(sql: sql) : try database.cachedStatement(sql: sql)
        let rows = try HistoryRecord.fetchAll(
            statement,
            arguments: StatementArguments(withoutNUL: conditions.arguments + [limit + 1])
        )
        return TransactionHistoryPage(
            entries: rows.prefix(limit).map(\.entry),
            position: rows.prefix(limit).last?.position ?? start,
            hasMore: rows.count > limit
        )
    }
}

/// An entry of a history, with its position.
///
/// It is decoded while SQLite is at its row: in a copy of a row, GRDB compares the names of all
/// columns each time.
private struct HistoryRecord: FetchableRecord {
    package let entry: LedgerEntry
    package let position: TransactionHistoryPage.Position

    package init(row: Row) throws {
        entry = try LedgerEntryRecord(row: row).entry
        let decoder = RowDecoder(row: row, table: "entry", key: "id")
        position = TransactionHistoryPage.Position(
            revision: try decoder.integer("revision", in: LedgerReader.counts),
            entryID: entry.id
        )
    }
}

extension TransactionHistoryQuery {
    fileprivate var hasFilters: Bool {
        var query = TransactionHistoryQuery()
        query.isDescending = isDescending
        return self != query
    }

    fileprivate var firstPosition: TransactionHistoryPage.Position {
        isDescending ? .init(revision: .max, entryID: .max) : .init(revision: 0, entryID: 0)
    }
}

/// The conditions of a query in SQL, with their arguments.
private struct HistoryConditions {
    private var conditions = ["customerID = ?", "state = 'purchased'"]
    private(set) var arguments: [(any DatabaseValueConvertible)?]

    package init(customerID: Customer.ID) {
        arguments = [customerID]
    }

    package var sql: String { conditions.joined(separator: " AND ") }

    package mutating func add(_ position: TransactionHistoryPage.Position, isDescending: Bool) {
        let sign = isDescending ? "<" : ">"
        add("(revision, id) \(sign) (?, ?)", position.revision, position.entryID)
    }

    package mutating func add(_ query: TransactionHistoryQuery) {
        if let date = query.startDate { add("purchaseDate >= ?", date.milliseconds) }
        if let date = query.endDate { add("purchaseDate < ?", date.milliseconds) }
        add("productID", isOneOf: query.productIDs)
        add("kind", isOneOf: query.kinds.map(\.rawValue))
        add("subscriptionGroupID", isOneOf: query.subscriptionGroupIDs)
        add("sharedEntryID", isPresent: query.isFamilyShared)
        add("revocationDate", isPresent: query.isRevoked)
        guard query.excludesFinishedConsumables else { return }
        add("(kind <> 'consumable' OR NOT isFinished OR revocationDate IS NOT NULL)")
    }

    private mutating func add(
        _ condition: String,
        _ arguments: (any DatabaseValueConvertible)?...
    ) {
        conditions.append(condition)
        self.arguments += arguments
    }

    private mutating func add(_ column: String, isOneOf values: some Collection<String>) {
        guard !values.isEmpty else { return }
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        conditions.append("\(column) IN (\(marks))")
        arguments += values.map { $0 }
    }

    private mutating func add(_ column: String, isPresent: Bool?) {
        guard let isPresent else { return }
        conditions.append("\(column) IS \(isPresent ? "NOT " : "")NULL")
    }
}
