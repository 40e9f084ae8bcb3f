/// The questions a ledger is asked about its entries: each is what follows `WHERE`.
///
/// All but `all` must find their entries by an index, however many entries there are.
enum LedgerQuery: String, CaseIterable {
    case all = "true ORDER BY id"
    case numbered = "id = ?"
    case paidByToken = "paymentToken = ?"
    case unfinished = "NOT isFinished ORDER BY id"
    case revokedUndelivered = "isRevocationUndelivered ORDER BY id"
    case withOriginal = "id = ?1 OR originalID = ?1 AND originalID <> id"
    case unfinishedCopy = "originalID = ? AND state = 'restored' AND NOT isFinished"
    // The plus keeps SQLite from walking the whole table in the order asked for.
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
    case newestPeriod = """
        subscriptionGroupID = ? AND state = 'purchased' AND revocationDate IS NULL
        ORDER BY purchaseDate DESC, id DESC LIMIT 1
        """
    case introductoryOffer = """
        subscriptionGroupID = ? AND state = 'purchased' AND offerKind = 'introductory' LIMIT 1
        """

    var sql: String { "SELECT * FROM entry WHERE \(rawValue)" }
}
