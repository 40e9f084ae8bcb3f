import Foundation
import GRDB

/// Questions to a ledger, inside one transaction.
struct LedgerReader {
    let database: Database

    func entry(_ id: Int64) throws -> LedgerEntry? {
        try entries(.numbered, [id]).first
    }

    func entry(paidBy token: UUID) throws -> LedgerEntry? {
        try entries(.paidByToken, [token]).first
    }

    func allEntries() throws -> [LedgerEntry] {
        try entries(.all)
    }

    func unfinishedEntries() throws -> [LedgerEntry] {
        try entries(.unfinished)
    }

    /// What a restore gives back: each owned product's first transaction, and every subscription period, if they were not
    /// taken back.
    func restorableEntries(applicationUsername: String?) throws -> [LedgerEntry] {
        try entries(.restorable, [applicationUsername])
    }

    func entries(withOriginal originalID: Int64) throws -> [LedgerEntry] {
        try entries(.withOriginal, [originalID])
    }

    /// The unfinished copy that an earlier restore made of an entry.
    func unfinishedCopy(of entry: LedgerEntry) throws -> LedgerEntry? {
        try entries(.unfinishedCopy, [entry.id]).first
    }

    func holdings(of product: CatalogProduct?) throws -> CustomerHoldings {
        guard let product else { return .none }
        var holdings = CustomerHoldings()
        if product.kind == .nonConsumable {
            holdings.ownedPurchase = try ownedPurchase(of: product.id)
        }
        if let groupID = product.subscription?.groupID {
            holdings.latestSubscription = try latestSubscription(inGroup: groupID)
            holdings.hasUsedIntroductoryOffer = try hasUsedIntroductoryOffer(inGroup: groupID)
        }
        return holdings
    }

    private func ownedPurchase(of productID: String) throws -> LedgerEntry? {
        try entries(.owned, [productID]).first
    }

    private func latestSubscription(inGroup groupID: String) throws -> LedgerEntry? {
        try entries(.latestSubscription, [groupID]).first
    }

    private func hasUsedIntroductoryOffer(inGroup groupID: String) throws -> Bool {
        try entries(.introductoryOffer, [groupID]).isEmpty == false
    }

    func preference(_ name: String) throws -> String? {
        let statement = try database.cachedStatement(
            sql: "SELECT value FROM preference WHERE name = ?"
        )
        let text = try String.fetchOne(statement, arguments: [name])
        return text?.isEmpty == false ? text : nil
    }

    func hasIntents() throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM purchaseIntent)"
        )
        return try Bool.fetchOne(statement) ?? false
    }

    /// Whether there are removals that every process has long heard of.
    func hasOldRemovals() throws -> Bool {
        let oldest = try Int64.fetchOne(database, sql: "SELECT min(revision) FROM removal")
        return try oldest.map { try $0 < revision() - LedgerWriter.keptRevisions } ?? false
    }

    func revision() throws -> Int64 {
        try counter("SELECT revision FROM counter")
    }

    func lastEntryID() throws -> Int64 {
        try counter("SELECT lastEntryID FROM counter")
    }

    private func counter(_ sql: String) throws -> Int64 {
        guard let count = try Int64.fetchOne(database.cachedStatement(sql: sql)) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the ledger has no counter")
        }
        return count
    }

    func entries(
        _ query: LedgerQuery,
        _ arguments: [(any DatabaseValueConvertible)?] = []
    ) throws -> [LedgerEntry] {
        let statement = try database.cachedStatement(sql: query.sql)
        return try LedgerRow.fetchAll(statement, arguments: StatementArguments(arguments))
            .map(\.entry)
    }
}
