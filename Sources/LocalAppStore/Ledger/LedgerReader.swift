import Foundation
import GRDB

/// Questions to a ledger, inside one transaction.
struct LedgerReader {
    let database: Database

    func entry(_ id: Int64) throws -> LedgerEntry? {
        try entries(where: "id = ?", [id]).first
    }

    func entry(paidBy token: UUID) throws -> LedgerEntry? {
        try entries(where: "paymentToken = ?", [token]).first
    }

    func allEntries() throws -> [LedgerEntry] {
        try entries(where: "true ORDER BY id")
    }

    func unfinishedEntries() throws -> [LedgerEntry] {
        try entries(where: "NOT isFinished ORDER BY id")
    }

    /// What a restore gives back: each owned product's first transaction, and every subscription period, if they were not
    /// taken back.
    func restorableEntries(applicationUsername: String?) throws -> [LedgerEntry] {
        let owned = """
            state = 'purchased' AND revocationDate IS NULL
            AND (kind = 'nonConsumable' AND originalID = id OR subscriptionGroupID IS NOT NULL)
            AND (?1 IS NULL OR applicationUsername = ?1) ORDER BY id
            """
        return try entries(where: owned, [applicationUsername])
    }

    func entries(withOriginal originalID: Int64) throws -> [LedgerEntry] {
        try entries(where: "originalID = ?", [originalID])
    }

    /// The unfinished copy that an earlier restore made of an entry.
    func unfinishedCopy(of entry: LedgerEntry) throws -> LedgerEntry? {
        try entries(
            where: "originalID = ? AND state = 'restored' AND NOT isFinished",
            [entry.id]
        ).first
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
        let owned = """
            kind = 'nonConsumable' AND productID = ? AND state = 'purchased'
            AND revocationDate IS NULL ORDER BY id LIMIT 1
            """
        return try entries(where: owned, [productID]).first
    }

    private func latestSubscription(inGroup groupID: String) throws -> LedgerEntry? {
        let latest = """
            subscriptionGroupID = ? AND state = 'purchased' AND revocationDate IS NULL
            AND NOT isUpgraded ORDER BY id DESC LIMIT 1
            """
        return try entries(where: latest, [groupID]).first
    }

    private func hasUsedIntroductoryOffer(inGroup groupID: String) throws -> Bool {
        let used = """
            subscriptionGroupID = ? AND state = 'purchased' AND offerKind = 'introductory' LIMIT 1
            """
        return try entries(where: used, [groupID]).isEmpty == false
    }

    func preference(_ name: String) throws -> String? {
        let text = try String.fetchOne(
            database,
            sql: "SELECT value FROM preference WHERE name = ?",
            arguments: [name]
        )
        return text?.isEmpty == false ? text : nil
    }

    func hasIntents() throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: "SELECT EXISTS (SELECT 1 FROM purchaseIntent)"
        ) ?? false
    }

    func revision() throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT revision FROM counter") ?? 0
    }

    func entries(
        where condition: String,
        _ arguments: [(any DatabaseValueConvertible)?] = []
    ) throws -> [LedgerEntry] {
        let statement = try database.cachedStatement(
            sql: "SELECT * FROM entry WHERE \(condition)"
        )
        return try LedgerRow.fetchAll(statement, arguments: StatementArguments(arguments))
            .map(\.entry)
    }
}
