import EntitlementModel
import PostgreSQL

/// The tables about purchases in a schema: the served one, or that of a rebuild.
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

    /// Merges transactions, whose greater watermarks count; see ``TransactionFact``.
    func merge(_ facts: [TransactionFact]) -> [Statement] {
        guard !facts.isEmpty else { return [] }
        let insertion = Statement(
            """
            INSERT INTO \(schema).transaction AS known (app, environment, original_id,
                transaction_id, signed_at, is_revoked, digest, product_id, purchased_at,
                expires_at, revoked_at, account_signed_at, account_token, details_signed_at,
                is_upgraded, shares_period, seats, is_assigned, is_billed_monthly, product_type)
            SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[],
                $6::boolean[], $7::bytea[], $8::text[], $9::bigint[], $10::bigint[],
                $11::bigint[], $12::bigint[], $13::uuid[], $14::bigint[], $15::boolean[],
                $16::boolean[], $17::integer[], $18::boolean[], $19::boolean[], $20::text[])
            ON CONFLICT (app, environment, original_id, transaction_id) DO UPDATE SET
                signed_at = excluded.signed_at, is_revoked = excluded.is_revoked,
                digest = excluded.digest, product_id = excluded.product_id,
                purchased_at = excluded.purchased_at, expires_at = excluded.expires_at,
                revoked_at = excluded.revoked_at
            WHERE (excluded.signed_at, excluded.is_revoked, excluded.digest)
                > (known.signed_at, known.is_revoked, known.digest)
            """,
            columns(of: facts) + [
                .column(facts) { .integer($0.terms.watermark.signingDate) },
                .column(facts) { .flag($0.terms.watermark.isRevoked) },
                .column(facts) { .bytes($0.terms.watermark.digest) },
                .column(facts) { .text($0.terms.productID) },
                .column(facts) { .integer($0.terms.purchaseDate) },
                .column(facts) { .integer($0.terms.expirationDate) },
                .column(facts) { .integer($0.terms.revocationDate) },
            ] + claimColumns(facts) + detailColumns(facts)
        )
        return [insertion] + mergeClaims(facts.filter { $0.claim != nil })
            + mergeDetails(facts.filter { $0.details != nil })
    }

    private func mergeClaims(_ facts: [TransactionFact]) -> [Statement] {
        let statement = Statement(
            """
            UPDATE \(schema).transaction AS known SET
                account_signed_at = new.signed_at, account_token = new.token
            FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[],
                $6::uuid[]) AS new(app, environment, original_id, transaction_id, signed_at, token)
            WHERE known.app = new.app AND known.environment = new.environment
                AND known.original_id = new.original_id
                AND known.transaction_id = new.transaction_id
                AND (known.account_token IS NULL
                    OR (new.signed_at, new.token) > (known.account_signed_at, known.account_token))
            """,
            columns(of: facts) + claimColumns(facts)
        )
        return facts.isEmpty ? [] : [statement]
    }

    private func mergeDetails(_ facts: [TransactionFact]) -> [Statement] {
        let statement = Statement(
            """
            UPDATE \(schema).transaction AS known SET
                details_signed_at = new.signed_at, is_upgraded = new.is_upgraded,
                shares_period = new.shares_period, seats = new.seats,
                is_assigned = new.is_assigned, is_billed_monthly = new.is_billed_monthly,
                product_type = new.product_type
            FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[],
                $6::boolean[], $7::boolean[], $8::integer[], $9::boolean[], $10::boolean[],
                $11::text[])
                AS new(app, environment, original_id, transaction_id, signed_at, is_upgraded,
                    shares_period, seats, is_assigned, is_billed_monthly, product_type)
            WHERE known.app = new.app AND known.environment = new.environment
                AND known.original_id = new.original_id
                AND known.transaction_id = new.transaction_id
                AND (known.details_signed_at IS NULL
                    OR (new.signed_at, new.is_upgraded, new.shares_period, \(seatRank("new")),
                        new.is_assigned, new.is_billed_monthly,
                        coalesce(new.product_type, '') COLLATE "C")
                    > (known.details_signed_at, known.is_upgraded, known.shares_period,
                        \(seatRank("known")), known.is_assigned, known.is_billed_monthly,
                        coalesce(known.product_type, '') COLLATE "C"))
            """,
            columns(of: facts) + detailColumns(facts)
        )
        return facts.isEmpty ? [] : [statement]
    }

    /// The rank of a row's seats among statements of one date: fewer count more.
    private func seatRank(_ row: String) -> String {
        "coalesce(-\(row).seats::bigint, \(Int32.min))"
    }

    private func claimColumns(_ facts: [TransactionFact]) -> [SQLValue] {
        [
            .column(facts) { .integer($0.claim?.signingDate) },
            .column(facts) { .uuid($0.claim?.token) },
        ]
    }

    private func detailColumns(_ facts: [TransactionFact]) -> [SQLValue] {
        [
            .column(facts) { .integer($0.details?.signingDate) },
            .column(facts) { .flag($0.details?.isUpgraded ?? false) },
            .column(facts) { .flag($0.details?.sharesPeriod ?? false) },
            .column(facts) { .integer(($0.details?.seats).map(Int64.init)) },
            .column(facts) { .flag($0.details?.isAssigned ?? false) },
            .column(facts) { .flag($0.details?.isBilledMonthly ?? false) },
            .column(facts) { .text($0.details?.productType) },
        ]
    }

    /// Merges renewal infos, whose greater watermarks count.
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
    /// owners of those that may have changed, and whether they are consumables.
    ///
    /// A purchase whose newest period begins after a date may have changed in an earlier one.
    func derive(_ keys: [PurchaseKey], at date: Milliseconds) -> Statement {
        Statement(
            """
            UPDATE \(schema).purchase AS known SET
                owner = latest.owner, product_id = latest.product_id,
                product_type = latest.product_type, purchased_at = latest.begun_at,
                expires_at = latest.expires_at, is_revoked = latest.ends_access,
                seats = latest.seats, is_assigned = latest.is_assigned,
                is_billed_monthly = latest.is_billed_monthly,
                renewal_signed_at = renewal.signed_at,
                grace_period_end = renewal.grace_period_end,
                is_in_billing_retry = renewal.is_in_billing_retry
            FROM unnest($1::text[], $2::text[], $3::text[]) AS key(app, environment, original_id)
                LEFT JOIN LATERAL (\(decision("key"))) AS latest ON true
                LEFT JOIN \(schema).renewal ON renewal.app = key.app
                    AND renewal.environment = key.environment
                    AND renewal.original_id = key.original_id
            WHERE known.app = key.app AND known.environment = key.environment
                AND known.original_id = key.original_id
                AND (latest.begun_at > $4::bigint
                    OR (known.owner, known.product_id, known.product_type, known.purchased_at,
                        known.expires_at, known.is_revoked, known.seats, known.is_assigned,
                        known.is_billed_monthly, known.renewal_signed_at, known.grace_period_end,
                        known.is_in_billing_retry)
                    IS DISTINCT FROM (latest.owner, latest.product_id, latest.product_type,
                        latest.begun_at, latest.expires_at, latest.ends_access, latest.seats,
                        latest.is_assigned, latest.is_billed_monthly, renewal.signed_at,
                        renewal.grace_period_end, renewal.is_in_billing_retry))
            RETURNING known.app, known.environment, known.original_id, known.owner,
                known.product_type IS NOT DISTINCT FROM 'Consumable'
            """,
            columns(of: keys) + [.integer(date)]
        )
    }

    /// The query of the transaction that decides about a purchase, with the purchase's owner.
    ///
    /// The newest period decides: the newest transaction, and those with the same end if several
    /// represent the period. Of these, one that grants comes first.
    ///
    /// - Parameters:
    ///   - key: A table with the columns app, environment and original transaction.
    ///   - date: The date by which the period has begun; by default there is no limit.
    /// - Returns: The query, for a subquery of its own.
    func decision(_ key: String, begunBy date: String = "\(Milliseconds.max)") -> String {
        """
        SELECT owner, product_id, product_type, begun_at, expires_at, ends_access,
            sum(seats) FILTER (WHERE NOT ends_access) OVER () AS seats, is_assigned,
            is_billed_monthly
        FROM (
            SELECT *, is_revoked OR is_upgraded AS ends_access,
                first_value(purchased_at) OVER newest AS begun_at,
                first_value(account_token) OVER (ORDER BY account_token IS NULL,
                    purchased_at DESC, transaction_id DESC) AS owner,
                row_number() OVER newest = 1
                    OR coalesce(expires_at = first_value(expires_at) OVER newest
                        AND (shares_period OR first_value(shares_period) OVER newest), false)
                    AS is_of_period
            FROM \(schema).transaction
            WHERE app = \(key).app AND environment = \(key).environment
                AND original_id = \(key).original_id AND purchased_at <= \(date)
            WINDOW newest AS (ORDER BY purchased_at DESC, is_upgraded, transaction_id DESC)
        ) AS begun
        WHERE is_of_period
        ORDER BY ends_access, purchased_at DESC, transaction_id DESC
        LIMIT 1
        """
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

    /// The columns of the primary key of transactions, for `unnest`.
    private func columns(of facts: [TransactionFact]) -> [SQLValue] {
        columns(of: facts.map(\.key)) + [.column(facts) { .text($0.transactionID) }]
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
