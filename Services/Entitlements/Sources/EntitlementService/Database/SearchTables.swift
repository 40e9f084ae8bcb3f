import EntitlementModel
import PostgreSQL

/// The queries for searching customers.
///
/// Both read an index of all shards. That is affordable, because only people search.
enum SearchTables {
    /// Finds the purchases with a transaction other than their original one.
    static func purchases(with transactionID: String, in scope: PurchaseScope) -> Statement {
        Statement(
            """
            SELECT original_id FROM entitlements_state.transaction
            WHERE app = $1::text AND environment = $2::text AND transaction_id = $3::text
                AND transaction_id <> original_id
            ORDER BY original_id LIMIT 20
            """,
            scope.values + [.text(transactionID)]
        )
    }

    /// Finds customers by a prefix of their names.
    static func customers(
        beginningWith prefix: String,
        in scope: PurchaseScope,
        limit: Int
    ) -> Statement {
        // U+10FFFF, the last code point, bounds all strings with the prefix.
        Statement(
            """
            SELECT customer FROM entitlements.customer
            WHERE app = $1::text AND environment = $2::text AND customer >= $3::text
                AND customer < $3::text || chr(1114111)
            ORDER BY customer LIMIT $4::bigint
            """,
            scope.values + [.text(prefix), .integer(Int64(limit))]
        )
    }
}
