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
            SELECT revision, \(LedgerEntryRecord.queried) FROM entry WHERE \(conditions.sql)
            ORDER BY revision \(order), id \(order) LIMIT ?
            """
        let arguments = conditions.arguments + [limit + 1]
        let found = try rows(sql, of: "entry", isKept: !query.hasFilters, arguments) { row in
            let entry = try LedgerEntryRecord(row).entry
            let revision = try row.integer("revision", in: Self.counts)
            return (entry, TransactionHistoryPage.Position(revision: revision, entryID: entry.id))
        }
        let page = found.prefix(limit)
        return TransactionHistoryPage(
            entries: page.map(\.0),
            position: page.last?.1 ?? start,
            hasMore: found.count > limit
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
        conditions.append("\(column) IN (\(values.map { $0 }.marks))")
        arguments += values.map { $0 }
    }

    private mutating func add(_ column: String, isPresent: Bool?) {
        guard let isPresent else { return }
        conditions.append("\(column) IS \(isPresent ? "NOT " : "")NULL")
    }
}
