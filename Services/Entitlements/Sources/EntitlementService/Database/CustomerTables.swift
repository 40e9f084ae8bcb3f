import EntitlementModel
import Foundation
import PostgreSQL

/// The table of customers with the entitlements of their last events.
enum CustomerTables {
    /// Makes the rows of customers, so that they can be locked.
    static func makeRows(of customers: [ScopedCustomer]) -> Statement {
        Statement(
            """
            INSERT INTO entitlements.customer (app, environment, customer)
            SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
            ON CONFLICT DO NOTHING
            """,
            columns(of: customers)
        )
    }

    /// Locks customers in the order of their keys, and returns their records.
    static func lock(_ customers: [ScopedCustomer]) -> Statement {
        Statement(
            """
            SELECT app, environment, customer, sequence, entitlements, next_change
            FROM entitlements.customer
            WHERE (app, environment, customer) IN
                (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))
            ORDER BY app, environment, customer
            FOR UPDATE
            """,
            columns(of: customers)
        )
    }

    /// Locks some customers whose entitlements time has changed, except locked ones.
    static func lockDue(at now: Milliseconds, of apps: [String], limit: Int) -> Statement {
        Statement(
            """
            SELECT app, environment, customer, sequence, entitlements, next_change
            FROM entitlements.customer
            WHERE next_change <= $1::bigint AND app = ANY($2::text[])
            ORDER BY next_change LIMIT $3::bigint
            FOR UPDATE SKIP LOCKED
            """,
            [.integer(now), .array(apps.map { .text($0) }), .integer(Int64(limit))]
        )
    }

    /// Reads the purchases of accounts, each with the account's place in the list.
    static func purchases(ofAccounts accounts: [(scope: PurchaseScope, token: UUID)]) -> Statement {
        Statement(
            """
            SELECT wanted.app, wanted.environment, \(PurchaseQuery.columns)
            FROM unnest($1::text[], $2::text[], $3::uuid[]) AS wanted(app, environment, token)
                \(PurchaseQuery.purchases(ofAccounts: "wanted"))
            WHERE purchase.product_id IS NOT NULL
            """,
            [
                .column(accounts) { .text($0.scope.app) },
                .column(accounts) { .text($0.scope.environment.rawValue) },
                .column(accounts) { .uuid($0.token) },
            ]
        )
    }

    /// Reads those of purchases that no account owns.
    static func unownedPurchases(_ keys: [PurchaseKey]) -> Statement {
        Statement(
            """
            SELECT purchase.app, purchase.environment, \(PurchaseQuery.columns)
            FROM (SELECT * FROM unnest($1::text[], $2::text[], $3::text[])) AS
                wanted(app, environment, original_id)
                JOIN entitlements_state.purchase AS purchase
                    USING (app, environment, original_id)
            WHERE purchase.owner IS NULL AND purchase.product_id IS NOT NULL
            """,
            [
                .column(keys) { .text($0.scope.app) },
                .column(keys) { .text($0.scope.environment.rawValue) },
                .column(keys) { .text($0.originalTransactionID) },
            ]
        )
    }

    /// Reads the clock, and the versions that differ from known ones, with their places in the
    /// list: a row at least.
    ///
    /// The customer of an original transaction is its present owner.
    static func versions(
        of customers: [(customer: ScopedCustomer, known: CustomerVersion?)]
    ) -> Statement {
        Statement(
            """
            SELECT \(PurchaseQuery.clock), changed.* FROM (SELECT) AS always LEFT JOIN (
                SELECT wanted.number, present.customer, coalesce(known.sequence, 0) AS sequence,
                    known.next_change
                FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[],
                    $6::bigint[], $7::bigint[]) WITH ORDINALITY AS wanted(app, environment,
                        customer, original_id, owner, sequence, next_change, number)
                    CROSS JOIN LATERAL (
                        SELECT coalesce((
                            SELECT owner::text FROM entitlements_state.purchase
                            WHERE purchase.app = wanted.app
                                AND purchase.environment = wanted.environment
                                AND purchase.original_id = wanted.original_id
                        ), wanted.customer) AS customer
                        OFFSET 0
                    ) AS present
                    LEFT JOIN LATERAL (
                        SELECT sequence, next_change FROM entitlements.customer
                        WHERE customer.app = wanted.app
                            AND customer.environment = wanted.environment
                            AND customer.customer = present.customer
                        OFFSET 0
                    ) AS known ON true
                WHERE (present.customer, coalesce(known.sequence, 0), known.next_change)
                    IS DISTINCT FROM (wanted.owner, wanted.sequence, wanted.next_change)
            ) AS changed ON true
            """,
            columns(of: customers.map(\.customer)) + [
                .column(customers) { .text($0.customer.id.originalTransaction) },
                .column(customers) { .text($0.known?.customer) },
                .column(customers) { .integer($0.known?.sequence) },
                .column(customers) { .integer($0.known?.nextChange) },
            ]
        )
    }

    /// Records the present entitlements of customers.
    static func update(_ records: [CustomerRecord]) -> Statement {
        Statement(
            """
            UPDATE entitlements.customer AS known SET sequence = new.sequence,
                entitlements = new.entitlements, next_change = new.next_change
            FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[],
                $6::bigint[])
                AS new(app, environment, customer, sequence, entitlements, next_change)
            WHERE known.app = new.app AND known.environment = new.environment
                AND known.customer = new.customer
            """,
            columns(of: records.map(\.customer)) + [
                .column(records) { .integer($0.sequence) },
                .column(records) { .text($0.entitlements.text) },
                .column(records) { .integer($0.nextChange) },
            ]
        )
    }

    /// The columns app, environment and customer, for `unnest`.
    static func columns(of customers: [ScopedCustomer]) -> [SQLValue] {
        [
            .column(customers) { .text($0.scope.app) },
            .column(customers) { .text($0.scope.environment.rawValue) },
            .column(customers) { .text($0.id.description) },
        ]
    }
}

/// The version of a customer's row.
///
/// Another one means other entitlements, or another time at which they change.
struct CustomerVersion: Hashable, Sendable {
    /// The key of the row: for an original transaction, that of its owner.
    let customer: String
    /// The number of the customer's last event; 0 before the first.
    let sequence: Int64
    let nextChange: Milliseconds?
}

/// A customer with the entitlements of the last event.
struct CustomerRecord: Hashable, Sendable {
    let customer: ScopedCustomer
    /// The number of the customer's last event; 0 before the first.
    var sequence: Int64
    /// The entitlements of that event.
    var entitlements: EntitlementJSON
    /// When time changes the entitlements.
    var nextChange: Milliseconds?
}

extension CustomerRecord {
    init(_ row: inout SQLRow) throws(SQLError) {
        let scope = try row.nextScope()
        let text: String = try row.next()
        guard let id = CustomerID(text) else { throw .decoding("unknown kind of customer \(text)") }
        customer = ScopedCustomer(scope: scope, id: id)
        sequence = try row.next()
        entitlements = EntitlementJSON(text: try row.next())
        nextChange = try row.nextIfPresent()
    }
}
