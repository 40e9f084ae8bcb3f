import EntitlementModel
import PostgreSQL

/// The schema of a rebuild, and the queries that page through both schemas.
///
/// The queries read all shards. No request waits for them.
enum RebuildTables {
    /// The tables of a schema of ``PurchaseTables``.
    private static let tables = ["transaction", "renewal", "purchase"]

    /// Creates the schema of a rebuild, empty.
    static var reset: [Statement] {
        let schema = PurchaseTables.rebuilt.schema
        return [
            Statement("DROP SCHEMA IF EXISTS \(schema) CASCADE"),
            Statement("CREATE SCHEMA \(schema)"),
        ]
            + tables.map { table in
                Statement(
                    """
                    CREATE TABLE \(schema).\(table)
                    (LIKE \(PurchaseTables.live.schema).\(table) INCLUDING ALL)
                    """
                )
            }
    }

    /// A page of the purchases of a schema, in the order of their keys.
    static func keys(
        of tables: PurchaseTables,
        after key: PurchaseKey?,
        limit: Int
    ) -> Statement {
        Statement(
            """
            SELECT app, environment, original_id FROM \(tables.schema).purchase
            WHERE (app, environment, original_id)
                > ($1::text COLLATE "C", $2::text COLLATE "C", $3::text COLLATE "C")
            ORDER BY app, environment, original_id LIMIT $4::bigint
            """,
            (key?.values ?? [.text(""), .text(""), .text("")]) + [.integer(Int64(limit))]
        )
    }

    /// The purchases of erased customers.
    static let erased = Statement(
        "SELECT app, environment, original_id FROM entitlements_state.purchase WHERE is_erased"
    )

    /// The tables with customers' copies of purchases.
    enum Copies: CaseIterable {
        case owned
        case credits

        var table: String {
            switch self {
            case .owned: "entitlements_state.owned_purchase"
            case .credits: "entitlements_state.credit"
            }
        }

        fileprivate var condition: String {
            switch self {
            case .owned: "is_owned"
            case .credits: "units > 0"
            }
        }
    }

    /// A page of copies, in the order of their keys.
    static func copies(_ copies: Copies, after place: [String], limit: Int) -> Statement {
        Statement(
            """
            SELECT app, environment, customer, original_id, name
            FROM \(copies.table) WHERE \(copies.condition)
                AND (app, environment, customer, original_id, name) > (
                    $1::text COLLATE "C", $2::text COLLATE "C", $3::text COLLATE "C",
                    $4::text COLLATE "C", $5::text COLLATE "C")
            ORDER BY app, environment, customer, original_id, name LIMIT $6::bigint
            """,
            place.map { .text($0) } + [.integer(Int64(limit))]
        )
    }
}
