import GRDB

extension LedgerReader {
    /// What changed after a revision.
    func change(since revision: Int64) throws -> StoreChange {
        var change = StoreChange()
        change.entries = try entries(where: "revision > ? ORDER BY id", [revision])
        let removals = try Row.fetchAll(
            database,
            sql: "SELECT entryID FROM removal WHERE revision > ?",
            arguments: [revision]
        )
        change.removedIDs = removals.compactMap { $0["entryID"] }
        change.isCleared = removals.contains { $0["entryID"] as Int64? == nil }
        change.hasPurchaseIntents = try hasNews(in: "purchaseIntent", since: revision)
        change.hasNewSettings = try hasNews(in: "preference", since: revision)
        return change
    }

    private func hasNews(in table: String, since revision: Int64) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE revision > ?)",
            arguments: [revision]
        ) ?? false
    }
}
