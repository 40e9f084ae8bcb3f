package import Foundation
import GRDB

/// What changed in a ledger, of all customers, relative to the change that was delivered before.
package struct LedgerChange: Sendable, Equatable {
    /// What changed of each customer whose purchases did.
    package var purchases: [Purchases] = []
    /// The `identifier`s of new notifications, and of those that were sent or are to be sent.
    package var notifications: [UUID] = []
    /// Whether the settings may have changed.
    package var hasNewSettings = false

    /// What changed of one customer.
    package struct Purchases: Sendable, Equatable {
        package var customerID: Customer.ID
        /// The `id`s of new, changed and removed entries.
        package var entryIDs: [LedgerEntry.ID]
        /// The `id`s of new and changed subscriptions.
        package var subscriptionIDs: [CustomerSubscription.ID]
        /// Whether all entries but those were removed.
        package var isCleared: Bool
    }

    fileprivate var isEmpty: Bool { self == LedgerChange() }
}

extension Store {
    /// Calls `body` with the changes of all customers, on a queue of the store, until the returned
    /// observation is cancelled or released.
    ///
    /// A change that is made while an earlier one is read may come twice.
    package func observeAllCustomers(
        _ body: @escaping @Sendable (LedgerChange) -> Void
    ) -> StoreObservation {
        let missed = Locked<Int64?>(nil)
        return observeLedger { [weak core] revision in
            // What could not be read before is read now.
            let start = missed.withLock { $0 } ?? revision
            let change = try? core?.ledger.read { try $0.ledgerChange(since: start) }
            missed.withLock { $0 = change == nil ? start : nil }
            if let change, !change.isEmpty { body(change) }
        }
    }
}

extension LedgerReader {
    /// The changes after a revision, of all customers.
    ///
    /// Each customer costs a few lookups in indexes; the number of purchases does not matter.
    fileprivate func ledgerChange(since revision: Int64) throws -> LedgerChange {
        LedgerChange(
            purchases: try changedCustomers(since: revision).map { id in
                try acting(for: id).changedPurchases(since: revision)
            },
            notifications: try changedNotifications(since: revision),
            hasNewSettings: try hasNewPreferences(since: revision)
        )
    }

    private func changedCustomers(since revision: Int64) throws -> [Customer.ID] {
        let changes = ["entry", "subscription", "removal"].map { table in
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
        return LedgerChange.Purchases(
            customerID: customerID,
            entryIDs: try ids("SELECT id FROM entry WHERE \(condition)", arguments) + removed,
            subscriptionIDs: try ids("SELECT id FROM subscription WHERE \(condition)", arguments),
            isCleared: !clearing.isEmpty
        )
    }

    private func changedNotifications(since revision: Int64) throws -> [UUID] {
        let sql = "SELECT id, identifier FROM notification WHERE revision > ? ORDER BY id"
        return try Row.fetchAll(database.cachedStatement(sql: sql), arguments: [revision]).map {
            try RowDecoder(row: $0, table: "notification", key: "id").identifier("identifier")
        }
    }

    private func ids(_ sql: String, _ arguments: StatementArguments) throws -> [Int64] {
        try Int64.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
    }
}
