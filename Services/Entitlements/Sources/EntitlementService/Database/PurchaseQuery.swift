import EntitlementModel
import PostgreSQL

/// The queries of readers.
enum PurchaseQuery {
    /// The columns of a purchase, in the order in which they are read.
    static let columns = """
        purchase.original_id, purchase.owner, purchase.product_id, purchase.product_type,
        purchase.purchased_at, purchase.expires_at, purchase.is_revoked, purchase.seats,
        purchase.is_assigned, purchase.is_billed_monthly, purchase.renewal_signed_at,
        purchase.grace_period_end, purchase.is_in_billing_retry
        """

    /// The clock of the database, in milliseconds since 1970.
    static let clock = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

    /// Reads the clock alone.
    static let time = Statement("SELECT \(clock)")

    /// Reads the clock and the purchases of a customer, in one query: a row at least.
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

    /// A purchase, and the other purchases of its owner.
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

    /// Reads of purchases the period at a date, and those that begin later.
    private static func periods(
        _ purchases: [ScopedPurchase],
        at date: Milliseconds
    ) -> Statement {
        Statement(
            """
            SELECT known.app, known.environment, known.original_id, known.owner,
                latest.product_id, latest.product_type, latest.begun_at, latest.expires_at,
                latest.ends_access, latest.seats, latest.is_assigned, latest.is_billed_monthly,
                known.renewal_signed_at, known.grace_period_end, known.is_in_billing_retry
            FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted(app, environment, original_id)
                CROSS JOIN LATERAL (
                    SELECT * FROM entitlements_state.purchase
                    WHERE purchase.app = wanted.app AND purchase.environment = wanted.environment
                        AND purchase.original_id = wanted.original_id
                    OFFSET 0
                ) AS known
                CROSS JOIN LATERAL (
                    SELECT $4::bigint AS date
                    UNION
                    SELECT purchased_at FROM entitlements_state.transaction
                    WHERE transaction.app = known.app
                        AND transaction.environment = known.environment
                        AND transaction.original_id = known.original_id
                        AND purchased_at > $4::bigint
                ) AS moment
                CROSS JOIN LATERAL (
                    \(StateTables.live.decision("known", begunBy: "moment.date"))
                ) AS latest
            """,
            [
                .column(purchases) { .text($0.scope.app) },
                .column(purchases) { .text($0.scope.environment.rawValue) },
                .column(purchases) { .text($0.purchase.originalTransactionID) },
                .integer(date),
            ]
        )
    }

    /// Adds to purchases whose newest period begins after a date the periods before it.
    static func addPeriods(
        to purchases: [ScopedPurchase],
        at date: Milliseconds,
        by read: (Statement) async throws -> SQLResult
    ) async throws -> [ScopedPurchase] {
        let upcoming = purchases.filter { $0.purchase.purchaseDate > date }
        guard !upcoming.isEmpty else { return purchases }
        return try await purchases + read(periods(upcoming, at: date)).scopedPurchases
    }

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

/// A purchase of an app in an environment.
struct ScopedPurchase: Sendable {
    let scope: PurchaseScope
    let purchase: Purchase

    /// The customer of the purchase.
    var customer: ScopedCustomer { ScopedCustomer(scope: scope, id: CustomerID(of: purchase)) }
}

extension SQLResult {
    /// The purchases of rows that begin with app and environment.
    var scopedPurchases: [ScopedPurchase] {
        get throws(SQLError) {
            try map { row throws(SQLError) -> ScopedPurchase? in
                let scope = try row.nextScope()
                return try Purchase(&row).map { ScopedPurchase(scope: scope, purchase: $0) }
            }
            .compactMap { $0 }
        }
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
            isRevoked: try row.next(),
            seats: try row.nextIfPresent(),
            isAssigned: try row.next(),
            isBilledMonthly: try row.next()
        )
        guard let signingDate: Milliseconds = try row.nextIfPresent() else { return }
        renewal = Renewal(
            signingDate: signingDate,
            gracePeriodEnd: try row.nextIfPresent(),
            isInBillingRetry: try row.next()
        )
    }
}
