package import Foundation
import GRDB
package import StoreModel

/// Queries of a ledger, inside one transaction.
package struct LedgerReader {
    let database: Database
    /// The customer whose purchases are found.
    package let customerID: Customer.ID

    package func entry(_ id: Int64) throws -> LedgerEntry? {
        try anyEntry(id).flatMap { $0.customerID == customerID ? $0 : nil }
    }

    /// An entry that a command is about.
    ///
    /// - Throws: `.unknownEntry` if the customer has none with this `id`.
    package func requiredEntry(_ id: Int64) throws -> LedgerEntry {
        guard let entry = try entry(id) else { throw StoreError.unknownEntry(id: id) }
        return entry
    }

    package func anyEntry(_ id: Int64) throws -> LedgerEntry? {
        try entries(.byID, [id]).first
    }

    /// - Throws: `.unsuitableEntry` if another customer paid with the token.
    package func entry(paidBy token: UUID) throws -> LedgerEntry? {
        guard let entry = try firstEntry(.byPaymentToken, [token]) else { return nil }
        guard entry.customerID == customerID else {
            throw StoreError.unsuitableEntry(id: entry.id, needs: "a payment of this customer")
        }
        return entry
    }

    package func allEntries() throws -> [LedgerEntry] {
        try entries(.all)
    }

    package func unfinishedEntries() throws -> [LedgerEntry] {
        try entries(.unfinished)
    }

    /// The `id`s of the unfinished entries of a customer, or of all.
    package func unfinishedIDs(ofCustomer id: Customer.ID?) throws -> [LedgerEntry.ID] {
        let sql = """
            SELECT id FROM entry
            WHERE NOT isFinished AND state <> 'deferred' AND (?1 IS NULL OR customerID = ?1)
            """
        return try rows(sql, of: "entry", [id]) { try $0.integer("id") }
    }

    /// The purchases that can be restored: the first transaction of each owned product and every
    /// subscription period, unless refunded or revoked.
    package func restorableEntries(applicationUsername: String?) throws -> [LedgerEntry] {
        try entries(.restorable, [applicationUsername])
    }

    /// The transactions of the customer but for finished consumables, unless they were refunded.
    package func transactions() throws -> [LedgerEntry] {
        try entries(.transactions)
    }

    /// The oldest unfinished purchase of a product that was not refunded.
    package func unfinishedPurchase(of productID: String) throws -> LedgerEntry? {
        try firstEntry(.unfinishedOfProduct, [productID])
    }

    package func entries(withOriginal originalID: Int64) throws -> [LedgerEntry] {
        try entries(.withOriginal, [originalID])
    }

    package func unfinishedCopy(of entry: LedgerEntry) throws -> LedgerEntry? {
        try firstEntry(.unfinishedCopy, [entry.id])
    }

    /// The first transactions of a subscription's newest periods.
    package func latestPeriods(of id: CustomerSubscription.ID, limit: Int) throws -> [LedgerEntry] {
        try entries(.latestPeriods, [id, max(0, limit)])
    }

    /// The transactions of seats that were added to a period, by its first transaction; oldest
    /// first.
    package func seatAdditions(to period: LedgerEntry) throws -> [LedgerEntry] {
        guard period.seats?.periodID == period.id, let end = period.expirationDate
        else { return [] }
        return try entries(.withSeats, [period.originalID, end.milliseconds]).filter {
            $0.id != period.id && $0.periodID == period.periodID
        }
    }

    /// All transactions of the period of an entry, the first one first.
    package func transactions(ofPeriodOf entry: LedgerEntry) throws -> [LedgerEntry] {
        let first = entry.isSeatAddition ? try self.entry(entry.periodID) ?? entry : entry
        return [first] + (try seatAdditions(to: first))
    }

    /// The customer's own periods in a group that overlap a range of dates.
    package func periods(
        inGroup groupID: String,
        during range: Range<Date>
    ) throws -> [LedgerEntry] {
        let bounds = [range.lowerBound.milliseconds, range.upperBound.milliseconds]
        return try entries(.subscribedDuring, [groupID] + bounds)
    }

    /// The refunded or revoked purchases whose revocation has yet to be delivered, oldest first.
    package func undeliveredRevocations() throws -> [LedgerEntry] {
        try entries(.revokedUndelivered)
    }

    package func hasPurchaseIntents() throws -> Bool {
        try exists("purchaseIntent WHERE customerID = ?", [customerID])
    }

    /// Whether there are removals so old that every process has delivered them.
    package func hasOldRemovals() throws -> Bool {
        let sql = "SELECT rowid, revision FROM removal ORDER BY revision LIMIT 1"
        let oldest = try rows(sql, of: "removal", key: "rowid") { try $0.integer("revision") }.first
        return try oldest.map { try $0 < revision() - LedgerWriter.retainedRevisions } ?? false
    }

    package func revision() throws -> Int64 {
        try counter("SELECT revision FROM counter") {
            try $0.integer("revision", in: Self.counts)
        }
    }

    package func lastEntryID() throws -> Int64 {
        try counter("SELECT lastEntryID FROM counter") {
            try $0.integer("lastEntryID", in: Self.counts)
        }
    }

    /// The valid values of a counter, with room for all that one transaction adds.
    package static let counts: ClosedRange<Int64> = 0...Int64.max / 2

    /// The result of `make` for the one row of the table `counter`.
    func counter<Value>(_ sql: String, _ make: (RowDecoder) throws -> Value) throws -> Value {
        guard let value = try rows(sql, of: "counter", key: nil, [], make).first else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "table counter has no row")
        }
        return value
    }

    /// Whether a table has a row; the statement is kept, so it must be one of few.
    func exists(_ row: String, _ arguments: StatementArguments = []) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(row))")
        return try Bool.fetchOne(statement, arguments: arguments) ?? false
    }

    func entries(
        _ query: LedgerQuery,
        _ arguments: [(any DatabaseValueConvertible)?] = []
    ) throws -> [LedgerEntry] {
        try rows(
            query.sql,
            of: "entry",
            columns: LedgerEntry.queriedColumns,
            [customerID] + arguments
        ) { try LedgerEntry($0) }
    }

    /// The first entry that a query finds.
    ///
    /// A statement of all columns takes 20 KB, and is kept. A payment asks six of these queries,
    /// and most find nothing.
    func firstEntry(
        _ query: LedgerQuery,
        _ arguments: [(any DatabaseValueConvertible)?]
    ) throws -> LedgerEntry? {
        try firstID(query, arguments).flatMap { try anyEntry($0) }
    }

    func hasEntry(
        _ query: LedgerQuery,
        _ arguments: [(any DatabaseValueConvertible)?]
    ) throws -> Bool {
        try firstID(query, arguments) != nil
    }

    private func firstID(
        _ query: LedgerQuery,
        _ arguments: [(any DatabaseValueConvertible)?]
    ) throws -> LedgerEntry.ID? {
        try rows(query.idSQL, of: "entry", [customerID] + arguments) { try $0.integer("id") }.first
    }
}

/// The queries of a ledger's entries; the raw value is the SQL after `WHERE`.
///
/// `?1` is the customer. Each query has an index, so that its time depends neither on the ledger's
/// size nor on the purchases of other customers. A plus prevents SQLite from using another index,
/// or from scanning the whole table in the order of `id`.
package enum LedgerQuery: String, CaseIterable {
    case all = "customerID = ?1 ORDER BY +id"
    case byID = "id = ?2"
    case byPaymentToken = "paymentToken = ?2"
    case unfinished = "customerID = ?1 AND NOT isFinished ORDER BY id"
    case revokedUndelivered = "customerID = ?1 AND isRevocationUndelivered ORDER BY id"
    case withOriginal = """
        (id = ?2 OR originalID = ?2 AND originalID <> id) AND +customerID = ?1
        """
    case latestPeriods = """
        (id = ?2 OR originalID = ?2 AND originalID <> id) AND +customerID = ?1
        AND state = 'purchased'
        AND coalesce(
            CASE WHEN json_valid(seats) THEN json_extract(seats, '$.periodID') END, id
        ) = id
        ORDER BY +id DESC LIMIT ?3
        """
    case withSeats = """
        (id = ?2 OR originalID = ?2 AND originalID <> id) AND +customerID = ?1
        AND state = 'purchased' AND +expirationDate = ?3 AND seats IS NOT NULL
        ORDER BY +purchaseDate, +id
        """
    case unfinishedCopy = """
        originalID = ?2 AND state = 'restored' AND NOT isFinished AND +customerID = ?1
        """
    case changed = "customerID = ?1 AND revision > ?2 ORDER BY +id"
    case restorable = """
        customerID = ?1 AND state = 'purchased' AND revocationDate IS NULL
        AND (kind = 'nonConsumable' AND originalID = id OR subscriptionGroupID IS NOT NULL)
        AND (?2 IS NULL OR applicationUsername = ?2) ORDER BY id
        """
    case transactions = """
        id IN (
            SELECT id FROM entry
                WHERE customerID = ?1 AND state = 'purchased' AND kind <> 'consumable'
            UNION SELECT id FROM entry
                WHERE customerID = ?1 AND NOT isFinished AND state = 'purchased'
            UNION SELECT id FROM entry
                WHERE revocationDate IS NOT NULL AND +customerID = ?1 AND state = 'purchased'
        ) ORDER BY +id
        """
    case unfinishedOfProduct = """
        customerID = ?1 AND NOT isFinished AND state = 'purchased' AND productID = ?2
        AND revocationDate IS NULL ORDER BY id LIMIT 1
        """
    case inReceipt = """
        id IN (
            SELECT id FROM entry
                WHERE customerID = ?1 AND state = 'purchased' AND kind <> 'consumable'
            UNION SELECT id FROM entry
                WHERE customerID = ?1 AND NOT isFinished AND state = 'purchased'
            UNION SELECT id FROM entry
                WHERE customerID = ?1 AND revision > ?2 AND state = 'purchased'
        ) ORDER BY +id
        """
    case owned = """
        customerID = ?1 AND kind = 'nonConsumable' AND productID = ?2 AND state = 'purchased'
        AND sharedEntryID IS NULL AND revocationDate IS NULL ORDER BY originalID <> id, id LIMIT 1
        """
    case latestOwnedPeriod = """
        customerID = ?1 AND subscriptionGroupID = ?2 AND state = 'purchased'
        AND sharedEntryID IS NULL AND revocationDate IS NULL AND NOT isUpgraded
        ORDER BY id DESC LIMIT 1
        """
    case latestPeriod = """
        customerID = ?1 AND subscriptionGroupID = ?2 AND state = 'purchased'
        AND sharedEntryID IS NULL ORDER BY id DESC LIMIT 1
        """
    case introductoryOffer = """
        customerID = ?1 AND subscriptionGroupID = ?2 AND state = 'purchased'
        AND offerKind = 'introductory' LIMIT 1
        """
    case subscribedDuring = """
        customerID = ?1 AND subscriptionGroupID = ?2 AND state = 'purchased'
        AND sharedEntryID IS NULL AND expirationDate > ?3 AND purchaseDate < ?4 ORDER BY id
        """
    case usedNonce = "offerNonce = ?2 AND state IN ('purchased', 'scheduled') LIMIT 1"
    case redeemedCode = """
        customerID = ?1 AND offerCode = ?2 AND productID = ?3
        AND state IN ('purchased', 'scheduled') LIMIT 1
        """
    case latestPurchase = """
        customerID = ?1 AND state = 'purchased' AND sharedEntryID IS NULL
        AND (kind <> 'nonConsumable' OR originalID = id) ORDER BY +purchaseDate DESC LIMIT 1
        """
    case paidSubscription = """
        customerID = ?1 AND subscriptionGroupID = ?2 AND state = 'purchased'
        AND revocationDate IS NULL AND CAST(price AS REAL) > 0 LIMIT 1
        """
    // Entries of any customer. Restored copies of a shared purchase name the purchase, too.
    case sharedEntries = "sharedEntryID = ?2 ORDER BY id"
    case sharedPurchases = "sharedEntryID = ?2 AND state = 'purchased' ORDER BY id"
    case sharedPurchase = """
        sharedEntryID = ?2 AND state = 'purchased' AND customerID = ?1 ORDER BY id DESC LIMIT 1
        """

    case sharedSubscription = """
        customerID = ?1 AND subscriptionGroupID = ?2 AND state = 'purchased'
        AND sharedEntryID IS NOT NULL AND EXISTS (
            SELECT 1 FROM entry AS purchase
                WHERE purchase.id = entry.sharedEntryID AND purchase.originalID = ?3
        ) ORDER BY id DESC LIMIT 1
        """

    package var sql: String { Self.statements[self] ?? statement }

    package var idSQL: String { "SELECT id FROM entry WHERE \(rawValue)" }

    private var statement: String {
        "SELECT \(LedgerEntry.queried) FROM entry WHERE \(rawValue)"
    }

    // They are long, and some are executed a million times.
    private static let statements = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, $0.statement) }
    )
}
