import EntitlementModel
import PostgreSQL

/// The tables of what is known of purchases, in a schema: the one that is read, or the one of a
/// rebuild.
struct StateTables: Sendable {
    static let live = StateTables(schema: "entitlements_state")
    static let rebuilt = StateTables(schema: "entitlements_rebuild")

    let schema: String

    // MARK: Folding

    /// Makes the rows of purchases, so that they can be locked.
    func makeRows(of keys: [PurchaseKey]) -> Statement {
        Statement(
            """
            INSERT INTO \(schema).purchase (app, environment, original_id)
            SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
            ON CONFLICT DO NOTHING
            """,
            columns(of: keys)
        )
    }

    /// Locks purchases, in the order of their keys so that no two processes wait for each other,
    /// and returns their owners, and whether they are new.
    func lock(_ keys: [PurchaseKey]) -> Statement {
        Statement(
            """
            SELECT app, environment, original_id, owner, product_id IS NULL
            FROM \(schema).purchase
            WHERE (app, environment, original_id) IN
                (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))
            ORDER BY app, environment, original_id
            FOR UPDATE
            """,
            columns(of: keys)
        )
    }

    /// Takes over transactions where they count more than what is known; see ``Watermark``.
    func merge(_ facts: [TransactionFact]) -> [Statement] {
        let keys = columns(of: facts.map(\.key)) + [.column(facts) { .text($0.transactionID) }]
        let accounts = accountColumns(facts)
        let insertion = Statement(
            """
            INSERT INTO \(schema).transaction AS known (app, environment, original_id,
                transaction_id, signed_at, is_revoked, digest, product_id, purchased_at,
                expires_at, revoked_at, account_signed_at, account_is_revoked, account_digest,
                account_token, product_type)
            SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[],
                $6::boolean[], $7::bytea[], $8::text[], $9::bigint[], $10::bigint[],
                $11::bigint[], $12::bigint[], $13::boolean[], $14::bytea[], $15::uuid[],
                $16::text[])
            ON CONFLICT (app, environment, original_id, transaction_id) DO UPDATE SET
                signed_at = excluded.signed_at, is_revoked = excluded.is_revoked,
                digest = excluded.digest, product_id = excluded.product_id,
                purchased_at = excluded.purchased_at, expires_at = excluded.expires_at,
                revoked_at = excluded.revoked_at
            WHERE (excluded.signed_at, excluded.is_revoked, excluded.digest)
                > (known.signed_at, known.is_revoked, known.digest)
            """,
            keys + [
                .column(facts) { .integer($0.terms.watermark.signingDate) },
                .column(facts) { .flag($0.terms.watermark.isRevoked) },
                .column(facts) { .bytes($0.terms.watermark.digest) },
                .column(facts) { .text($0.terms.productID) },
                .column(facts) { .integer($0.terms.purchaseDate) },
                .column(facts) { .integer($0.terms.expirationDate) },
                .column(facts) { .integer($0.terms.revocationDate) },
            ] + accounts
        )
        let update = Statement(
            """
            UPDATE \(schema).transaction AS known SET
                account_signed_at = new.signed_at, account_is_revoked = new.is_revoked,
                account_digest = new.digest, account_token = new.token,
                product_type = new.product_type
            FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[],
                $6::boolean[], $7::bytea[], $8::uuid[], $9::text[])
                AS new(app, environment, original_id, transaction_id, signed_at, is_revoked,
                    digest, token, product_type)
            WHERE known.app = new.app AND known.environment = new.environment
                AND known.original_id = new.original_id
                AND known.transaction_id = new.transaction_id
                AND (known.account_signed_at IS NULL
                    OR (new.signed_at, new.is_revoked, new.digest) > (known.account_signed_at,
                        known.account_is_revoked, known.account_digest))
            """,
            keys + accounts
        )
        return facts.isEmpty ? [] : [insertion, update]
    }

    private func accountColumns(_ facts: [TransactionFact]) -> [SQLValue] {
        [
            .column(facts) { .integer($0.account?.watermark.signingDate) },
            .column(facts) { $0.account.map { .flag($0.watermark.isRevoked) } ?? .null },
            .column(facts) { $0.account.map { .bytes($0.watermark.digest) } ?? .null },
            .column(facts) { .uuid($0.account?.token) },
            .column(facts) { .text($0.account?.productType) },
        ]
    }

    /// Takes over renewal infos where they count more than what is known.
    func merge(_ facts: [RenewalFact]) -> [Statement] {
        guard !facts.isEmpty else { return [] }
        let statement = Statement(
            """
            INSERT INTO \(schema).renewal AS known (app, environment, original_id, signed_at,
                digest, grace_period_end, is_in_billing_retry)
            SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bytea[],
                $6::bigint[], $7::boolean[])
            ON CONFLICT (app, environment, original_id) DO UPDATE SET
                signed_at = excluded.signed_at, digest = excluded.digest,
                grace_period_end = excluded.grace_period_end,
                is_in_billing_retry = excluded.is_in_billing_retry
            WHERE (excluded.signed_at, excluded.digest) > (known.signed_at, known.digest)
            """,
            columns(of: facts.map(\.key)) + [
                .column(facts) { .integer($0.watermark.signingDate) },
                .column(facts) { .bytes($0.watermark.digest) },
                .column(facts) { .integer($0.gracePeriodEnd) },
                .column(facts) { .flag($0.isInBillingRetry) },
            ]
        )
        return [statement]
    }

    /// Brings locked purchases in line with their transactions and renewal infos, and returns the
    /// owners of those that changed, and whether they are consumables.
    ///
    /// It decides as ``Purchase/init(_:_:)`` does.
    func derive(_ keys: [PurchaseKey]) -> Statement {
        Statement(
            """
            UPDATE \(schema).purchase AS known SET
                owner = latest.account_token, product_id = latest.product_id,
                product_type = latest.product_type, purchased_at = latest.purchased_at,
                expires_at = latest.expires_at, is_revoked = latest.is_revoked,
                renewal_signed_at = renewal.signed_at,
                grace_period_end = renewal.grace_period_end,
                is_in_billing_retry = renewal.is_in_billing_retry
            FROM unnest($1::text[], $2::text[], $3::text[]) AS key(app, environment, original_id)
                LEFT JOIN LATERAL (
                    SELECT * FROM \(schema).transaction
                    WHERE app = key.app AND environment = key.environment
                        AND original_id = key.original_id
                    ORDER BY purchased_at DESC, transaction_id DESC LIMIT 1
                ) AS latest ON true
                LEFT JOIN \(schema).renewal ON renewal.app = key.app
                    AND renewal.environment = key.environment
                    AND renewal.original_id = key.original_id
            WHERE known.app = key.app AND known.environment = key.environment
                AND known.original_id = key.original_id
                AND (known.owner, known.product_id, known.product_type, known.purchased_at,
                    known.expires_at, known.is_revoked, known.renewal_signed_at,
                    known.grace_period_end, known.is_in_billing_retry)
                IS DISTINCT FROM (latest.account_token, latest.product_id, latest.product_type,
                    latest.purchased_at, latest.expires_at, latest.is_revoked,
                    renewal.signed_at, renewal.grace_period_end, renewal.is_in_billing_retry)
            RETURNING known.app, known.environment, known.original_id, known.owner,
                known.product_type IS NOT DISTINCT FROM 'Consumable'
            """,
            columns(of: keys)
        )
    }

    /// Takes purchases from the accounts that had them, and gives them to those that have them now.
    func move(_ changes: [OwnerChange]) -> [Statement] {
        let lost = changes.filter { $0.former != nil }
        let won = changes.filter { $0.present != nil && !$0.isConsumable }
        let deletion = Statement(
            """
            DELETE FROM \(schema).account
            WHERE (app, environment, original_id, token) IN
                (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::uuid[]))
            """,
            columns(of: lost.map(\.key)) + [.column(lost) { .uuid($0.former) }]
        )
        let insertion = Statement(
            """
            INSERT INTO \(schema).account (app, environment, original_id, token)
            SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::uuid[])
            ON CONFLICT DO NOTHING
            """,
            columns(of: won.map(\.key)) + [.column(won) { .uuid($0.present) }]
        )
        return (lost.isEmpty ? [] : [deletion]) + (won.isEmpty ? [] : [insertion])
    }

    /// The columns app, environment and original transaction, for `unnest`.
    private func columns(of keys: [PurchaseKey]) -> [SQLValue] {
        [
            .column(keys) { .text($0.scope.app) },
            .column(keys) { .text($0.scope.environment.rawValue) },
            .column(keys) { .text($0.originalTransactionID) },
        ]
    }
}
