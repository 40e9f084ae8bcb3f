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
        let removals = try rows(sql, of: "removal", key: "rowid", [customerID, revision]) {
            try $0.value("entryID") as LedgerEntry.ID?
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
        try exists("purchaseIntent WHERE customerID = ? AND revision > ?", [customerID, revision])
    }

    func hasNewPreferences(since revision: Int64) throws -> Bool {
        try exists("preference WHERE revision > ?", [revision])
    }
}
