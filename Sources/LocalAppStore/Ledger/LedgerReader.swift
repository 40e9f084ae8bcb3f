import Foundation
import GRDB

/// Queries of a ledger, inside one transaction.
struct LedgerReader {
    let database: Database

    func entry(_ id: Int64) throws -> LedgerEntry? {
        try entries(.byID, [id]).first
    }

    func entry(paidBy token: UUID) throws -> LedgerEntry? {
        try entries(.byPaymentToken, [token]).first
    }

    func allEntries() throws -> [LedgerEntry] {
        try entries(.all)
    }

    func unfinishedEntries() throws -> [LedgerEntry] {
        try entries(.unfinished)
    }

    /// The purchases that can be restored: the first transaction of each owned product and every
    /// subscription period, unless refunded or revoked.
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

    func history(of product: CatalogProduct?) throws -> PurchaseHistory {
        var history = PurchaseHistory()
        guard let product else { return history }
        if product.kind == .nonConsumable {
            history.ownedPurchase = try ownedPurchase(of: product.id)
        }
        if let groupID = product.subscription?.groupID {
            history.latestSubscription = try latestSubscription(inGroup: groupID)
            history.subscription = try history.latestSubscription
                .flatMap { try subscription($0.originalID) }
            history.hasUsedIntroductoryOffer = try hasUsedIntroductoryOffer(inGroup: groupID)
        }
        return history
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

    func hasPurchaseIntents() throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM purchaseIntent)"
        )
        return try Bool.fetchOne(statement) ?? false
    }

    /// Whether there are removals so old that every process has delivered them.
    func hasOldRemovals() throws -> Bool {
        let sql = "SELECT rowid, revision FROM removal ORDER BY revision LIMIT 1"
        guard let row = try Row.fetchOne(database, sql: sql) else { return false }
        let oldest = try RowDecoder(row: row, table: "removal", key: "rowid").integer("revision")
        return try oldest < revision() - LedgerWriter.retainedRevisions
    }

    func revision() throws -> Int64 {
        try counter("SELECT revision FROM counter").integer("revision", in: Self.counts)
    }

    func lastEntryID() throws -> Int64 {
        try counter("SELECT lastEntryID FROM counter").integer("lastEntryID", in: Self.counts)
    }

    /// The valid values of a counter, which leave room for one more.
    static let counts: ClosedRange<Int64> = 0...Int64.max - 1

    /// The one row of the table `counter`.
    func counter(_ sql: String) throws -> RowDecoder {
        guard let row = try Row.fetchOne(database.cachedStatement(sql: sql)) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "table counter has no row")
        }
        return RowDecoder(row: row, table: "counter", key: nil)
    }

    func entries(
        _ query: LedgerQuery,
        _ arguments: [(any DatabaseValueConvertible)?] = []
    ) throws -> [LedgerEntry] {
        let statement = try database.cachedStatement(sql: query.sql)
        return try LedgerEntryRecord.fetchAll(
            statement,
            arguments: StatementArguments(withoutNUL: arguments)
        )
        .map(\.entry)
    }
}

extension StatementArguments {
    /// Makes arguments from values without NUL characters, at which GRDB would truncate a text.
    init(withoutNUL arguments: [(any DatabaseValueConvertible)?]) throws {
        for case let text as String in arguments where text.utf8.contains(0) {
            throw Store.Error.unsuitableText(text)
        }
        self.init(arguments)
    }
}

/// The queries of a ledger's entries; the raw value is the SQL after `WHERE`.
///
/// Each of them except `all` has an index, so that its time does not depend on the ledger's size.
enum LedgerQuery: String, CaseIterable {
    case all = "true ORDER BY id"
    case byID = "id = ?"
    case byPaymentToken = "paymentToken = ?"
    case unfinished = "NOT isFinished ORDER BY id"
    case revokedUndelivered = "isRevocationUndelivered ORDER BY id"
    case withOriginal = "id = ?1 OR originalID = ?1 AND originalID <> id"
    case unfinishedCopy = "originalID = ? AND state = 'restored' AND NOT isFinished"
    // The plus prevents SQLite from scanning the whole table in the order of `id`.
    case changed = "revision > ? ORDER BY +id"
    case restorable = """
        state = 'purchased' AND revocationDate IS NULL
        AND (kind = 'nonConsumable' AND originalID = id OR subscriptionGroupID IS NOT NULL)
        AND (?1 IS NULL OR applicationUsername = ?1) ORDER BY id
        """
    case inReceipt = """
        id IN (
            SELECT id FROM entry WHERE state = 'purchased' AND kind <> 'consumable'
            UNION SELECT id FROM entry WHERE NOT isFinished AND state = 'purchased'
            UNION SELECT id FROM entry WHERE revision > ? AND state = 'purchased'
        ) ORDER BY +id
        """
    case owned = """
        kind = 'nonConsumable' AND productID = ? AND state = 'purchased'
        AND revocationDate IS NULL ORDER BY id LIMIT 1
        """
    case latestSubscription = """
        subscriptionGroupID = ? AND state = 'purchased' AND revocationDate IS NULL
        AND NOT isUpgraded ORDER BY id DESC LIMIT 1
        """
    case introductoryOffer = """
        subscriptionGroupID = ? AND state = 'purchased' AND offerKind = 'introductory' LIMIT 1
        """

    case usedNonce = "offerNonce = ? AND state IN ('purchased', 'scheduled') LIMIT 1"
    case redeemedCode = """
        offerCode = ? AND productID = ? AND state IN ('purchased', 'scheduled') LIMIT 1
        """
    case paidSubscription = """
        subscriptionGroupID = ? AND state = 'purchased' AND revocationDate IS NULL
        AND CAST(price AS REAL) > 0 LIMIT 1
        """

    var sql: String { "SELECT * FROM entry WHERE \(rawValue)" }
}
