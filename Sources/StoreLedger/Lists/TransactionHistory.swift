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
        var conditions = QueryConditions()
        conditions.add("customerID = ? AND state = 'purchased'", [customerID])
        conditions.add(query)
        conditions.add(start, isDescending: query.isDescending)
        let order = query.isDescending ? "DESC" : "ASC"
        let sql = """
            SELECT revision, \(LedgerEntry.queried) FROM entry WHERE \(conditions.sql)
            ORDER BY revision \(order), id \(order) LIMIT ?
            """
        let arguments = conditions.arguments + [limit + 1]
        let found = try rows(sql, of: "entry", isKept: !query.hasFilters, arguments) { row in
            let entry = try LedgerEntry(row)
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

extension QueryConditions {
    fileprivate mutating func add(_ position: TransactionHistoryPage.Position, isDescending: Bool) {
        let sign = isDescending ? "<" : ">"
        add("(revision, id) \(sign) (?, ?)", [position.revision, position.entryID])
    }

    fileprivate mutating func add(_ query: TransactionHistoryQuery) {
        add("purchaseDate >= ?", ifPresent: query.startDate?.milliseconds)
        add("purchaseDate < ?", ifPresent: query.endDate?.milliseconds)
        add("productID", isOneOf: query.productIDs)
        add("kind", isOneOf: query.kinds.map(\.rawValue))
        add("subscriptionGroupID", isOneOf: query.subscriptionGroupIDs)
        add("sharedEntryID", isPresent: query.ownership.map { $0 != .purchased })
        add("isAssigned", isPresent: query.ownership.map { $0 == .assigned })
        add("revocationDate", isPresent: query.isRevoked)
        guard query.excludesFinishedConsumables else { return }
        add("(kind <> 'consumable' OR NOT isFinished OR revocationDate IS NOT NULL)")
    }

    private mutating func add(_ column: String, isOneOf values: some Collection<String>) {
        guard !values.isEmpty else { return }
        let values = Array(values)
        add("\(column) IN (\(values.marks))", values)
    }

    private mutating func add(_ column: String, isPresent: Bool?) {
        guard let isPresent else { return }
        add("\(column) IS \(isPresent ? "NOT " : "")NULL")
    }
}
