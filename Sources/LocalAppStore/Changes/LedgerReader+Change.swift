import GRDB

extension LedgerReader {
    /// What changed after a revision.
    func change(since revision: Int64) throws -> StoreChange {
        var change = StoreChange()
        change.entries = try entries(.changed, [revision])
        let statement = try database.cachedStatement(
            sql: "SELECT rowid, entryID FROM removal WHERE revision > ?"
        )
        let removals = try Row.fetchAll(statement, arguments: [revision]).map { row in
            let removal = CheckedRow(row: row, table: "removal", key: "rowid")
            return try removal.optional("entryID") { try removal.integer($0) }
        }
        change.removedIDs = removals.compactMap { $0 }
        change.isCleared = removals.contains(nil)
        change.hasPurchaseIntents = try hasNews(in: "purchaseIntent", since: revision)
        change.hasNewSettings = try hasNews(in: "preference", since: revision)
        return change
    }

    private func hasNews(in table: String, since revision: Int64) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE revision > ?)"
        )
        return try Bool.fetchOne(statement, arguments: [revision]) ?? false
    }
}
