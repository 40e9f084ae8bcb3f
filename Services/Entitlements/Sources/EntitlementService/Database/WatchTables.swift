import EntitlementModel
import PostgreSQL

/// The queries for the listeners of a process, over all shards.
enum WatchTables {
    /// Reads the clock, and the news since a date; returns at least one row.
    ///
    /// - Parameters:
    ///   - date: The time of the last look; `nil` for the present.
    ///   - overlap: The time before `date` that is read again.
    ///   - limit: The maximum number of events, and of moved names.
    /// - Returns: The statement.
    static func news(since date: Milliseconds?, overlap: Milliseconds, limit: Int) -> Statement {
        Statement(
            newsQuery,
            [.integer(date), .integer(overlap), .integer(Int64(limit))]
        )
    }

    private static let clock = "(extract(epoch FROM statement_timestamp()) * 1000)::bigint"

    private static let start = """
        to_timestamp((coalesce($1::bigint, \(clock)) - $2::bigint) / 1000.0)
        """

    // A malformed event must not fail the query, so its JSON is not parsed.
    private static let newsQuery = """
        SELECT \(clock), app, environment, customer, sequence, original_id, root
        FROM (SELECT 1) AS always LEFT JOIN (
            (SELECT app, environment, customer, sequence, NULL AS root,
                substring(cause FROM '"originalTransactionId":"([^"]*)"') AS original_id
            FROM entitlements.event WHERE created_at > \(start)
            ORDER BY created_at LIMIT $3::bigint)
            UNION ALL
            (SELECT app, environment, customer, 0, coalesce(root, customer), NULL
            FROM entitlements.customer WHERE moved_at > \(start)
            ORDER BY moved_at LIMIT $3::bigint)
        ) AS news ON true
        """

    /// News about a customer.
    struct News {
        let customer: ScopedCustomer
        /// The number of the event; 0 for a move.
        let sequence: Int64
        /// The purchase of the event, as a name.
        let purchase: ScopedCustomer?
        /// The root of a moved name.
        let root: CustomerID?

        /// Reads the columns after the clock; `nil` without news.
        init?(_ row: inout SQLRow) throws(SQLError) {
            guard let app: String = try row.nextIfPresent() else { return nil }
            let scope = try row.nextScope(app)
            customer = ScopedCustomer(scope: scope, id: try row.nextCustomer())
            sequence = try row.next()
            let original: String? = try row.nextIfPresent()
            purchase = original.map { ScopedCustomer(scope: scope, id: .originalTransaction($0)) }
            root = try row.nextCustomerIfPresent()
        }
    }

    /// Reads the versions of customers, for new listeners.
    static func versions(of customers: [ScopedCustomer]) -> Statement {
        Statement(
            """
            SELECT app, environment, customer, root, sequence, next_change
            FROM entitlements.customer
            WHERE (app, environment, customer) IN
                (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))
            """,
            columns(of: customers)
        )
    }

    /// Reads the owners of the purchases that customers are named after.
    static func owners(of customers: [ScopedCustomer]) -> Statement {
        Statement(
            """
            SELECT app, environment, original_id, owners FROM entitlements_state.purchase
            WHERE (app, environment, original_id) IN
                (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))
            """,
            columns(of: customers)
        )
    }

    /// The columns app, environment and customer, for `unnest`.
    private static func columns(of customers: [ScopedCustomer]) -> [SQLValue] {
        [
            .column(customers) { .text($0.scope.app) },
            .column(customers) { .text($0.scope.environment.rawValue) },
            .column(customers) { .text($0.id.description) },
        ]
    }
}
