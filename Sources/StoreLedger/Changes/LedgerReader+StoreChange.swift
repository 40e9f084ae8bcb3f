import GRDB
package import StoreModel

extension LedgerReader {
    /// The changes after a revision, as far as they concern the customer.
    package func change(since revision: Int64) throws -> StoreChange {
        var change = StoreChange()
        change.entries = try entries(.changed, [revision])
        if !change.entries.isEmpty { change.changedIDs = try changedContent(since: revision) }
        change.subscriptions = try subscriptions(changedSince: revision)
        let sql = "SELECT rowid, entryID FROM removal WHERE customerID = ? AND revision > ?"
        let removals = try rows(sql, of: "removal", key: "rowid", [customerID, revision]) { row in
            try row.optional("entryID") { try row.integer($0) }
        }
        change.removedIDs = removals.compactMap { $0 }
        change.isCleared = removals.contains(nil)
        change.hasPurchaseIntents = try hasPurchaseIntents(since: revision)
        change.hasNewSettings = try hasNewPreferences(since: revision)
        change.downloadEntryIDs = try entriesOfChangedDownloads(since: revision)
        return change
    }

    private func changedContent(since revision: Int64) throws -> Set<Int64> {
        let statement = try database.cachedStatement(
            sql: """
                SELECT id FROM entry
                WHERE customerID = ?1 AND revision > ?2 AND contentRevision > ?2
                """
        )
        return Set(try Int64.fetchAll(statement, arguments: [customerID, revision]))
    }

    private func hasPurchaseIntents(since revision: Int64) throws -> Bool {
        let condition = "customerID = ? AND revision > ?"
        let statement = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM purchaseIntent WHERE \(condition))"
        )
        return try Bool.fetchOne(statement, arguments: [customerID, revision]) ?? false
    }

    func hasNewPreferences(since revision: Int64) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM preference WHERE revision > ?)"
        )
        return try Bool.fetchOne(statement, arguments: [revision]) ?? false
    }
}
