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

    /// What a restore gives back: each owned product's first transaction, and every subscription
    /// period, if they were not taken back.
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

    func hasIntents() throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM purchaseIntent)"
        )
        return try Bool.fetchOne(statement) ?? false
    }

    /// Whether there are removals that every process has long heard of.
    func hasOldRemovals() throws -> Bool {
        let sql = "SELECT rowid, revision FROM removal ORDER BY revision LIMIT 1"
        guard let row = try Row.fetchOne(database, sql: sql) else { return false }
        let oldest = try CheckedRow(row: row, table: "removal", key: "rowid").integer("revision")
        return try oldest < revision() - LedgerWriter.keptRevisions
    }

    func revision() throws -> Int64 {
        try counter("SELECT revision FROM counter").integer("revision", in: Self.counts)
    }

    func lastEntryID() throws -> Int64 {
        try counter("SELECT lastEntryID FROM counter").integer("lastEntryID", in: Self.counts)
    }

    /// What a counter may show; one more still fits.
    static let counts: ClosedRange<Int64> = 0...Int64.max - 1

    /// The one row in which the ledger counts.
    func counter(_ sql: String) throws -> CheckedRow {
        guard let row = try Row.fetchOne(database.cachedStatement(sql: sql)) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "table counter has no row")
        }
        return CheckedRow(row: row, table: "counter", key: nil)
    }

    func entries(
        _ query: LedgerQuery,
        _ arguments: [(any DatabaseValueConvertible)?] = []
    ) throws -> [LedgerEntry] {
        let statement = try database.cachedStatement(sql: query.sql)
        return try LedgerRow.fetchAll(statement, arguments: StatementArguments(whole: arguments))
            .map(\.entry)
    }
}

extension StatementArguments {
    /// Takes values whose texts SQLite keeps whole: GRDB ends a text at its first NUL.
    init(whole arguments: [(any DatabaseValueConvertible)?]) throws {
        for case let text as String in arguments where text.utf8.contains(0) {
            throw Store.Error.unsuitableText(text)
        }
        self.init(arguments)
    }
}
