import EntitlementModel
import PostgreSQL

/// The table of what is recorded in one shard and not yet in the others.
///
/// A purchase and its customers may be in different shards, and no transaction spans two. A row is
/// committed with the change of the purchase or the link, any process completes it, and it is
/// removed when all is done. To complete it twice changes nothing.
enum OutboxTable {
    /// What is to be completed.
    enum Kind: String, Sendable {
        case purchase
        /// Names are to be looked at, because of what is stated about one of them.
        case link
        /// A name may have something at other customers than its root.
        case move
        /// A customer is to be erased; the body is the one who does it.
        case erasure
    }

    /// A change that is yet to be completed.
    struct Note: Hashable, Sendable {
        /// The revision of the purchase, any number of a link, or the number of a move.
        let number: Int64
        let body: String
    }

    /// What a row asks for: the shard's key, and how far it has come.
    struct Task: Hashable, Sendable {
        let scope: PurchaseScope
        let kind: Kind
        /// The original transaction, or the name of a customer.
        let key: String
    }

    private static let condition = """
        app = $1::text AND environment = $2::text AND shard_key = $3::text AND kind = $4::text
        """

    /// Notes a change.
    ///
    /// - Parameters:
    ///   - task: What is to be completed.
    ///   - number: The revision of the purchase, any number of the link, or that of the move.
    ///   - body: What only the change knows, as JSON.
    /// - Returns: The statement, which changes nothing if the change is noted.
    static func insert(_ task: Task, _ number: Int64, _ body: String) -> Statement {
        Statement(
            """
            INSERT INTO entitlements.outbox (app, environment, shard_key, kind, number, body)
            VALUES ($1::text, $2::text, $3::text, $4::text, $5::bigint, $6::text)
            ON CONFLICT (app, environment, shard_key, kind, number) DO NOTHING
            """,
            values(task) + [.integer(number), .text(body)]
        )
    }

    /// Reads the changes of a task, in their order.
    static func changes(of task: Task) -> Statement {
        Statement(
            "SELECT number, body FROM entitlements.outbox WHERE \(condition) ORDER BY number",
            values(task)
        )
    }

    /// Reads the results of ``changes(of:)``.
    static func notes(_ result: SQLResult) throws(SQLError) -> [Note] {
        try result.map { row throws(SQLError) in
            Note(number: try row.next(), body: try row.next())
        }
    }

    /// Removes changes that are complete.
    static func remove(_ task: Task, upTo number: Int64) -> Statement {
        Statement(
            "DELETE FROM entitlements.outbox WHERE \(condition) AND number <= $5::bigint",
            values(task) + [.integer(number)]
        )
    }

    /// Removes a change that is complete.
    static func remove(_ task: Task, _ number: Int64) -> Statement {
        Statement(
            "DELETE FROM entitlements.outbox WHERE \(condition) AND number = $5::bigint",
            values(task) + [.integer(number)]
        )
    }

    /// Finds some tasks that have waited for a while; it reads all shards.
    static func waiting(seconds: Int, limit: Int) -> Statement {
        Statement(
            """
            SELECT app, environment, kind, shard_key FROM entitlements.outbox
            WHERE created_at <= now() - $1::bigint * interval '1 second'
            GROUP BY app, environment, kind, shard_key
            ORDER BY min(created_at) LIMIT $2::bigint
            """,
            [.integer(Int64(seconds)), .integer(Int64(limit))]
        )
    }

    private static func values(_ task: Task) -> [SQLValue] {
        task.scope.values + [.text(task.key), .text(task.kind.rawValue)]
    }
}

extension OutboxTable.Task {
    static func purchase(_ key: PurchaseKey) -> Self {
        Self(scope: key.scope, kind: .purchase, key: key.originalTransactionID)
    }

    static func link(_ customer: ScopedCustomer) -> Self {
        Self(scope: customer.scope, kind: .link, key: customer.id.description)
    }

    static func erasure(_ customer: ScopedCustomer) -> Self {
        Self(scope: customer.scope, kind: .erasure, key: customer.id.description)
    }

    static func move(_ customer: ScopedCustomer) -> Self {
        Self(scope: customer.scope, kind: .move, key: customer.id.description)
    }

    /// The customer of any task but one about a purchase.
    var customer: ScopedCustomer {
        get throws(SQLError) { ScopedCustomer(scope: scope, id: try CustomerID(column: key)) }
    }

    /// Reads a row of ``OutboxTable/waiting(seconds:limit:)``.
    init(_ row: inout SQLRow) throws(SQLError) {
        let scope = try row.nextScope()
        let name: String = try row.next()
        guard let kind = OutboxTable.Kind(rawValue: name) else {
            throw .decoding("unknown kind of change \(name)")
        }
        self.init(scope: scope, kind: kind, key: try row.next())
    }
}
