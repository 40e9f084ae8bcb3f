import Foundation
import GRDB
package import StoreModel

extension LedgerReader {
    /// The changes after a revision, of all customers.
    ///
    /// Each customer costs a few lookups in indexes; the number of purchases does not matter.
    package func ledgerChange(since revision: Int64) throws -> LedgerChange {
        var change = LedgerChange()
        change.purchases = try changedCustomers(since: revision).map { id in
            try acting(for: id).changedPurchases(since: revision)
        }
        change.notifications = try changedNotifications(since: revision)
        change.hasNewSettings = try hasNewPreferences(since: revision)
        return change
    }

    private func changedCustomers(since revision: Int64) throws -> [Customer.ID] {
        let changes = ["entry", "subscription", "removal", "refundRequest"].map { table in
            """
            EXISTS (SELECT 1 FROM \(table) WHERE customerID = customer.id AND revision > ?1)
            """
        }
        let condition = changes.joined(separator: " OR ")
        return try ids("SELECT id FROM customer WHERE \(condition) ORDER BY id", [revision])
    }

    private func changedPurchases(since revision: Int64) throws -> LedgerChange.Purchases {
        let condition = "customerID = ? AND revision > ?"
        let arguments: StatementArguments = [customerID, revision]
        let removed = try ids(
            "SELECT entryID FROM removal WHERE \(condition) AND entryID IS NOT NULL",
            arguments
        )
        let clearing = try ids(
            "SELECT rowid FROM removal WHERE \(condition) AND entryID IS NULL LIMIT 1",
            arguments
        )
        let changed = try ids(
            """
            SELECT id FROM entry WHERE customerID = ?1 AND revision > ?2
            UNION SELECT entryID FROM refundRequest WHERE customerID = ?1 AND revision > ?2
            """,
            arguments
        )
        return LedgerChange.Purchases(
            customerID: customerID,
            entryIDs: changed + removed,
            subscriptionIDs: try ids("SELECT id FROM subscription WHERE \(condition)", arguments),
            isCleared: !clearing.isEmpty
        )
    }

    private func changedNotifications(since revision: Int64) throws -> [UUID] {
        let sql = "SELECT id, identifier FROM notification WHERE revision > ? ORDER BY id"
        return try rows(sql, of: "notification", [revision]) { try $0.value("identifier") }
    }

    private func ids(_ sql: String, _ arguments: StatementArguments) throws -> [Int64] {
        try Int64.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
    }
}
