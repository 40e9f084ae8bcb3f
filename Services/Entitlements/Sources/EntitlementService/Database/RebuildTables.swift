import PostgreSQL

/// The second schema, into which documents are folded again, and the comparison of two schemas.
enum RebuildTables {
    /// The tables of a schema of ``StateTables``.
    private static let tables = ["transaction", "renewal", "purchase", "account"]

    /// The columns of a transaction that documents make.
    ///
    /// An older version may have left others, and a date without a token.
    private static let transaction = """
        ROW(transaction_id, signed_at, is_revoked, digest, product_id, purchased_at, expires_at,
            revoked_at, account_token, CASE WHEN account_token IS NOT NULL
            THEN account_signed_at END, details_signed_at, is_upgraded, shares_period,
            seats, is_assigned, is_billed_monthly, product_type)
        """

    /// Makes the second schema, empty.
    static var reset: [Statement] {
        let schema = StateTables.rebuilt.schema
        return [
            Statement("DROP SCHEMA IF EXISTS \(schema) CASCADE"),
            Statement("CREATE SCHEMA \(schema)"),
        ]
            + tables.map { table in
                Statement(
                    """
                    CREATE TABLE \(schema).\(table)
                    (LIKE \(StateTables.live.schema).\(table) INCLUDING ALL)
                    """
                )
            }
    }

    /// A page of the purchases of a schema: each key, with a digest of all its rows.
    static func digests(
        of state: StateTables,
        after key: [String],
        limit: Int
    ) -> Statement {
        let schema = state.schema
        return Statement(
            """
            SELECT purchase.app, purchase.environment, purchase.original_id,
                encode(sha256(convert_to(concat_ws(E'\\n', purchase::text, renewal::text,
                    (SELECT string_agg(\(transaction)::text, E'\\n' ORDER BY transaction_id)
                    FROM \(schema).transaction WHERE transaction.app = purchase.app
                        AND transaction.environment = purchase.environment
                        AND transaction.original_id = purchase.original_id),
                    (SELECT account::text FROM \(schema).account
                    WHERE account.app = purchase.app
                        AND account.environment = purchase.environment
                        AND account.token = purchase.owner
                        AND account.original_id = purchase.original_id)), 'UTF8')), 'hex')
            FROM \(schema).purchase
                LEFT JOIN \(schema).renewal USING (app, environment, original_id)
            WHERE (purchase.app, purchase.environment, purchase.original_id)
                > ($1::text COLLATE "C", $2::text COLLATE "C", $3::text COLLATE "C")
            ORDER BY purchase.app, purchase.environment, purchase.original_id
            LIMIT $4::bigint
            """,
            key.map { .text($0) } + [.integer(Int64(limit))]
        )
    }

    /// The accounts with a purchase of another owner, or without one.
    static func strayAccounts(of state: StateTables) -> Statement {
        Statement(
            """
            SELECT app, environment, original_id FROM \(state.schema).account
                LEFT JOIN \(state.schema).purchase USING (app, environment, original_id)
            WHERE owner IS DISTINCT FROM token
            ORDER BY app, environment, original_id LIMIT 1000
            """
        )
    }
}
