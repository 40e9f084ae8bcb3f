import Foundation
import GRDB
package import StoreModel

extension LedgerReader {
    package func list(
        _ query: TransactionListQuery,
        before id: LedgerEntry.ID,
        limit: Int
    ) throws -> TransactionListPage {
        let conditions = query.conditions(before: id)
        let sql = """
            SELECT \(LedgerEntryRecord.queried) FROM entry WHERE \(conditions.sql)
            ORDER BY id DESC LIMIT \(limit + 1)
            """
        let entries = try rows(
            sql,
            of: "entry",
            columns: LedgerEntryRecord.queriedColumns,
            isKept: false,
            conditions.arguments
        ) { try LedgerEntryRecord($0).entry }
        return TransactionListPage(
            entries: Array(entries.prefix(limit)),
            hasMore: entries.count > limit
        )
    }
}

extension TransactionListQuery {
    /// The conditions in SQL, with their arguments.
    ///
    /// The first filter is found by an index that has the order of `id`; a plus keeps the others
    /// from being used instead.
    func conditions(
        before id: LedgerEntry.ID
    ) -> (sql: String, arguments: [(any DatabaseValueConvertible)?]) {
        var conditions = ["id < ?"]
        var arguments: [(any DatabaseValueConvertible)?] = [id]
        func add(_ column: String, _ value: (any DatabaseValueConvertible)?) {
            guard let value else { return }
            conditions.append("\(conditions.count > 1 ? "+" : "")\(column) = ?")
            arguments.append(value)
        }
        // Few transactions meet a condition, and each has an index of them.
        if let condition { conditions.append(condition.sql) }
        add("productID", productID)
        add("-customerID", customerID.map { -$0 })
        // SQLite uses the index of the other states only where the query names the condition.
        if let state, state != .purchased, conditions.count == 1 {
            conditions.append("state <> 'purchased' AND state = ?")
            arguments.append(state.rawValue)
        } else if let state {
            conditions.append("+state = ?")
            arguments.append(state.rawValue)
        }
        if let kind {
            conditions.append("+kind = ?")
            arguments.append(kind.rawValue)
        }
        // SQLite would sort all that are unfinished, which may be most of them.
        if let isFinished {
            conditions.append("+isFinished = \(isFinished ? 1 : 0) AND +state <> 'deferred'")
        }
        if let text, !text.isEmpty {
            conditions.append("(\(Self.textCondition))")
            arguments += [text, text, text, number, number]
        }
        // The choice of a product for the next renewal isn't a transaction.
        conditions.append("+state <> 'scheduled'")
        return (conditions.joined(separator: " AND "), arguments)
    }

    private static let textCondition = """
        instr(lower(productID), lower(?)) OR instr(lower(applicationUsername), lower(?))
        OR +customerID IN (SELECT id FROM customer WHERE instr(lower(name), lower(?)))
        OR +id = ? OR +originalID = ?
        """

    /// The number in the text, also as the identifier of an order.
    private var number: Int64? {
        guard let text else { return nil }
        let isOrder = text.uppercased().hasPrefix(LedgerEntry.orderPrefix)
        return Int64(isOrder ? text.dropFirst(LedgerEntry.orderPrefix.count)[...] : text[...])
    }
}

extension TransactionListQuery.Condition {
    fileprivate var sql: String {
        switch self {
        case .refunded: "revocationDate IS NOT NULL"
        case .refundRequested:
            "id IN (SELECT entryID FROM refundRequest WHERE decision IS NULL)"
        case .upgraded: "isUpgraded"
        case .interrupted: "hasIssue"
        }
    }
}
