import EntitlementModel
import PostgreSQL

/// The queries of readers.
enum PurchaseQuery {
    /// The columns of a purchase, in the order in which they are read.
    static let columns = """
        purchase.original_id, purchase.owner, purchase.product_id, purchase.product_type,
        purchase.purchased_at, purchase.expires_at, purchase.is_revoked,
        purchase.renewal_signed_at, purchase.grace_period_end, purchase.is_in_billing_retry
        """

    /// The clock of the database, in milliseconds since 1970.
    static let clock = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

    /// Reads the clock alone.
    static let time = Statement("SELECT \(clock)")

    /// Reads the clock, and what a customer has, in one query: a row at least.
    static func purchases(of customer: ScopedCustomer) -> Statement {
        let scope: [SQLValue] = [
            .text(customer.scope.app), .text(customer.scope.environment.rawValue),
        ]
        switch customer.id {
        case .account(let token): return Statement(ofAccount, scope + [.uuid(token)])
        case .originalTransaction(let id): return Statement(ofPurchase, scope + [.text(id)])
        }
    }

    /// From accounts with the columns app, environment and token to their purchases.
    ///
    /// `OFFSET 0` keeps this order. Without statistics, which a new database lacks, the planner
    /// takes app and environment for as selective as the account, and walks through all purchases
    /// of the app instead.
    static func purchases(ofAccounts accounts: String) -> String {
        """
        CROSS JOIN LATERAL (
            SELECT original_id FROM entitlements_state.account
            WHERE account.app = \(accounts).app AND account.environment = \(accounts).environment
                AND account.token = \(accounts).token
            OFFSET 0
        ) AS owned CROSS JOIN LATERAL (
            SELECT * FROM entitlements_state.purchase
            WHERE purchase.app = \(accounts).app
                AND purchase.environment = \(accounts).environment
                AND purchase.original_id = owned.original_id
            OFFSET 0
        ) AS purchase
        """
    }

    private static let ofAccount = """
        SELECT \(clock), \(columns) FROM (SELECT) AS always LEFT JOIN (
            SELECT purchase.*
            FROM (SELECT $1::text AS app, $2::text AS environment, $3::uuid AS token) AS wanted
                \(purchases(ofAccounts: "wanted"))
        ) AS purchase ON purchase.product_id IS NOT NULL
        """

    /// A purchase and what else its owner has.
    private static let ofPurchase = """
        SELECT \(clock), \(columns) FROM (SELECT) AS always LEFT JOIN (
            SELECT purchase.* FROM entitlements_state.purchase AS purchase
            WHERE app = $1::text AND environment = $2::text AND original_id = $3::text
            UNION ALL
            SELECT purchase.* FROM (
                SELECT app, environment, owner AS token FROM entitlements_state.purchase
                WHERE app = $1::text AND environment = $2::text AND original_id = $3::text
            ) AS named
                \(purchases(ofAccounts: "named"))
            WHERE purchase.original_id <> $3::text
        ) AS purchase ON purchase.product_id IS NOT NULL
        """

    /// The clock of the database and the purchases that a query returned with it.
    static func decode(
        _ result: SQLResult
    ) throws(SQLError) -> (now: Milliseconds, purchases: [Purchase]) {
        var now: Milliseconds = 0
        let purchases = try result.map { row throws(SQLError) -> Purchase? in
            now = try row.next()
            return try Purchase(&row)
        }
        return (now, purchases.compactMap { $0 })
    }
}

extension Purchase {
    /// Reads the columns of ``PurchaseQuery/columns``; `nil` if there is no purchase.
    init?(_ row: inout SQLRow) throws(SQLError) {
        guard let original: String = try row.nextIfPresent() else { return nil }
        self.init(
            originalTransactionID: original,
            owner: try row.nextIfPresent(),
            productID: try row.next(),
            productType: try row.nextIfPresent(),
            purchaseDate: try row.next(),
            expirationDate: try row.nextIfPresent(),
            isRevoked: try row.next()
        )
        guard let signingDate: Milliseconds = try row.nextIfPresent() else { return }
        renewal = Renewal(
            signingDate: signingDate,
            gracePeriodEnd: try row.nextIfPresent(),
            isInBillingRetry: try row.next()
        )
    }
}
