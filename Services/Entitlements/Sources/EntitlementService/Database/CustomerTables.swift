import EntitlementModel
import Foundation
import PostgreSQL

/// The table of customers with the entitlements of their last events.
enum CustomerTables {
    private static let columns = """
        sequence, entitlements, next_change, last_entry, root, has_grants, moves
        """

    /// Locks a customer, known or not, and returns the record.
    static func lock(_ customer: ScopedCustomer) -> Statement {
        Statement(
            """
            INSERT INTO entitlements.customer AS known (app, environment, customer)
            VALUES ($1::text, $2::text, $3::text)
            ON CONFLICT (app, environment, customer) DO UPDATE SET sequence = known.sequence
            RETURNING \(columns)
            """,
            customer.values
        )
    }

    /// Reads the record of a customer.
    static func record(of customer: ScopedCustomer) -> Statement {
        Statement(
            """
            SELECT \(columns) FROM entitlements.customer
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
            """,
            customer.values
        )
    }

    /// Finds customers whose next change is due, up to a limit.
    ///
    /// Reads all shards without locks. The caller checks each customer again under its lock.
    static func due(at now: Milliseconds, of apps: [String], limit: Int) -> Statement {
        Statement(
            """
            SELECT app, environment, customer FROM entitlements.customer
            WHERE next_change <= $1::bigint AND app = ANY($2::text[])
            ORDER BY next_change LIMIT $3::bigint
            """,
            [.integer(now), .array(apps.map { .text($0) }), .integer(Int64(limit))]
        )
    }

    /// Records the current entitlements of a customer.
    static func update(_ record: CustomerRecord) -> Statement {
        Statement(
            """
            UPDATE entitlements.customer SET sequence = $4::bigint, entitlements = $5::text,
                next_change = $6::bigint, last_entry = $7::text, root = $8::text,
                has_grants = $9::boolean, moves = $10::bigint
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
            """,
            record.customer.values + [
                .integer(record.sequence), .text(record.entitlements.text),
                .integer(record.nextChange), .text(record.last?.text),
                .text(record.root?.description), .flag(record.hasGrants),
                .integer(record.moves),
            ]
        )
    }

    // MARK: Reading

    /// Reads the clock, a customer's record and its purchases, with a row for each purchase.
    ///
    /// A customer without purchases has one row; an unknown customer has none.
    static func purchases(of customer: ScopedCustomer) -> Statement {
        Statement(lookUp, customer.values)
    }

    private static let lookUp = """
        SELECT \(Clock.expression), known.root, known.sequence, known.next_change,
            known.has_grants, purchase.original_id,
            \(TableColumns<OwnedPurchase>.decided(\.purchase)
                .map { "purchase.\($0.name)" }.joined(separator: ", "))
        FROM entitlements.customer AS known
            LEFT JOIN entitlements_state.owned_purchase AS purchase
                ON purchase.app = $1::text AND purchase.environment = $2::text
                AND purchase.customer = $3::text AND purchase.is_owned
        WHERE known.app = $1::text AND known.environment = $2::text
            AND known.customer = $3::text
        """

    /// Reads the owners of a purchase, and whether it is a consumable.
    static func owners(of key: PurchaseKey) -> Statement {
        Statement(
            """
            SELECT owners, coalesce(product_type = 'Consumable', false)
            FROM entitlements_state.purchase
            WHERE app = $1::text AND environment = $2::text AND original_id = $3::text
            """,
            key.values
        )
    }

    /// Records that a name has moved to another customer, for listeners.
    static func noteMove(of name: ScopedCustomer) -> Statement {
        Statement(
            """
            UPDATE entitlements.customer SET moved_at = statement_timestamp()
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
            """,
            name.values
        )
    }
}

/// The clock of the database.
enum Clock {
    /// The milliseconds since 1970, as an SQL expression.
    static let expression = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

    /// Reads the clock alone.
    static let statement = Statement("SELECT \(expression)")
}

/// A customer with the entitlements of the last event.
struct CustomerRecord: Hashable, Sendable {
    let customer: ScopedCustomer
    /// The number of the customer's last event; 0 before the first.
    var sequence: Int64
    /// The entitlements of that event.
    var entitlements: EntitlementJSON
    /// The next date at which time changes the entitlements or causes an event.
    var nextChange: Milliseconds?
    /// The last timeline entry that an event reported on time.
    var last: TimelineEntry?
    /// The root of a linked name; `nil` for itself.
    var root: CustomerID?
    /// Whether there are grants or other statements about access.
    var hasGrants: Bool
    /// How often the name was moved from one customer to another.
    var moves: Int64
}

extension CustomerRecord {
    /// Reads the columns of a locked customer.
    init(_ customer: ScopedCustomer, _ row: inout SQLRow) throws(SQLError) {
        self.init(
            customer: customer,
            sequence: try row.next(),
            entitlements: EntitlementJSON(text: try row.next()),
            nextChange: try row.nextIfPresent(),
            last: try row.nextEntry(),
            root: try row.nextCustomerIfPresent(),
            hasGrants: try row.next(),
            moves: try row.next()
        )
    }
}

extension SQLRow {
    /// Reads the name of a customer.
    mutating func nextCustomer() throws(SQLError) -> CustomerID {
        try CustomerID(column: try next())
    }

    /// Reads the name of a customer; `nil` if there is none.
    mutating func nextCustomerIfPresent() throws(SQLError) -> CustomerID? {
        try nextIfPresent().map { (text: String) throws(SQLError) in try CustomerID(column: text) }
    }
}

extension CustomerID {
    /// Reads the text of a column.
    init(column text: String) throws(SQLError) {
        guard let id = CustomerID(text) else { throw .decoding("unknown kind of customer \(text)") }
        self = id
    }
}
