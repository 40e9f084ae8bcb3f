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
        let entries: [LedgerEntry] = try records(
            where: "\(conditions.sql) ORDER BY id DESC LIMIT \(limit + 1)",
            isKept: false,
            conditions.arguments
        )
        return TransactionListPage(
            entries: Array(entries.prefix(limit)),
            hasMore: entries.count > limit
        )
    }
}

extension TransactionListQuery {
    /// The conditions in SQL, with their arguments.
    ///
    /// The first filter uses an index in the order of `id`; a plus keeps SQLite from using the
    /// index of another filter.
    func conditions(before id: LedgerEntry.ID) -> QueryConditions {
        var conditions = QueryConditions()
        conditions.add("id < ?", [id])
        // Few transactions meet a condition, and each has an index of them.
        if let condition { conditions.add(condition.sql) }
        var isIndexed = condition != nil
        func add(_ column: String, _ value: (any DatabaseValueConvertible)?) {
            conditions.add("\(isIndexed ? "+" : "")\(column) = ?", ifPresent: value)
            isIndexed = isIndexed || value != nil
        }
        add("productID", productID)
        add("-customerID", customerID.map { -$0 })
        // SQLite uses the index of the other states only where the query names the condition.
        if let state, state != .purchased, !isIndexed {
            conditions.add("state <> 'purchased' AND state = ?", [state.rawValue])
        } else {
            conditions.add("+state = ?", ifPresent: state?.rawValue)
        }
        conditions.add("+kind = ?", ifPresent: kind?.rawValue)
        // SQLite would sort all that are unfinished, which may be most of them.
        if let isFinished {
            conditions.add("+isFinished = \(isFinished ? 1 : 0) AND +state <> 'deferred'")
        }
        if let text, !text.isEmpty {
            conditions.add("(\(Self.textCondition))", [text, text, text, number, number])
        }
        // The choice of a product for the next renewal isn't a transaction.
        conditions.add("+state <> 'scheduled'")
        return conditions
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
