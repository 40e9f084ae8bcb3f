/// The views of counts and revenue, and an index of all transactions by identifier.
extension Migrations {
    static let statistics = Step(
        number: 9,
        statements: [
            """
            ALTER TABLE entitlements_state.transaction
                ADD COLUMN is_family_shared boolean NOT NULL DEFAULT false
            """,
            // Of a first transaction, both identifiers are the same.
            """
            CREATE INDEX transaction_by_id
            ON entitlements_state.transaction (app, environment, transaction_id)
            WHERE transaction_id <> original_id
            """,
        ] + views
    )

    /// Counts a refund of all seats once, and a reversed one no longer.
    ///
    /// On a new database, step 9 has made the same views.
    static let refundedSeats = Step(number: 10, statements: [monthlyCount, monthlyRevenue])

    /// The views; later ones read earlier ones.
    static let views = [countedPeriod, monthlyCount, monthlyRevenue] + comments

    /// A number greater than all dates.
    private static let never = "9223372036854775807"

    /// The date of a refund; the date it was signed if the document lacks one.
    private static let refundDate = "coalesce(revoked_at, signed_at)"

    /// The refunded seats; a reversal returns them, and a revocation contains them.
    private static let refundedSeatCount = "coalesce(least(refunded_seats, quantity - seats), 0)"

    private static let isCounted = "NOT is_assigned AND NOT is_family_shared"

    /// The first day of the month of a date, in UTC.
    private static func month(_ date: String) -> String {
        """
        date_trunc('month', to_timestamp(greatest(0, least(\(date), 253402300799000)) / 1000.0)
            AT TIME ZONE 'UTC')::date
        """
    }

    private static let countedPeriod = """
        CREATE VIEW entitlements.counted_period AS
        SELECT app, environment, original_id, transaction_id, product_id, lasts, is_trial,
            starts_at, nullif(ends_at, \(never)) AS ends_at,
            covered_until IS NULL OR covered_until < starts_at AS begins,
            CASE WHEN next_start IS NULL OR next_start > greatest(covered_until, ends_at)
                THEN nullif(greatest(covered_until, ends_at), \(never)) END AS ended_at
        FROM (
            SELECT *, max(ends_at) OVER (PARTITION BY app, environment, original_id
                    ORDER BY starts_at, transaction_id
                    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS covered_until,
                lead(starts_at) OVER (PARTITION BY app, environment, original_id
                    ORDER BY starts_at, transaction_id) AS next_start
            FROM (
                SELECT app, environment, original_id, transaction_id, product_id,
                    expires_at IS NOT NULL OR coalesce(product_type = 'Non-Consumable', false)
                        AS lasts,
                    coalesce(offer_discount_type = 'FREE_TRIAL',
                        offer_type IS NOT NULL AND price = 0, false) AS is_trial,
                    purchased_at AS starts_at,
                    coalesce(least(expires_at, CASE WHEN is_revoked THEN \(refundDate) END,
                        CASE WHEN is_upgraded THEN lead(purchased_at) OVER (
                            PARTITION BY app, environment, original_id
                            ORDER BY purchased_at, NOT is_upgraded, transaction_id) END),
                        \(never)) AS ends_at
                FROM entitlements_state.transaction WHERE \(isCounted)
            ) AS period WHERE ends_at > starts_at
        ) AS covered
        """

    private static let monthlyCount = """
        CREATE OR REPLACE VIEW entitlements.monthly_count AS
        WITH present AS (
            SELECT app, environment,
                greatest(max(signed_at), (extract(epoch FROM now()) * 1000)::bigint) AS time
            FROM entitlements_state.transaction GROUP BY app, environment
        ), counted AS (
            (SELECT DISTINCT ON (app, environment, month, original_id) app, environment,
                month::date AS month, product_id, original_id, 1 AS active,
                is_trial::integer AS trials, 0 AS started, 0 AS churned, 0 AS refunded
            FROM present NATURAL JOIN entitlements.counted_period,
                generate_series(\(month("starts_at"))::timestamp,
                    \(month("least(ends_at, time)"))::timestamp, interval '1 month') AS month,
                LATERAL (SELECT least(time, (extract(epoch FROM
                    (month + interval '1 month') AT TIME ZONE 'UTC') * 1000)::bigint - 1)
                    AS moment) AS moment
            WHERE lasts AND starts_at <= moment AND coalesce(ends_at, \(never)) > moment
            ORDER BY app, environment, month, original_id, starts_at DESC, transaction_id DESC)
            UNION ALL
            SELECT app, environment, \(month("starts_at")), product_id, original_id, 0, 0, 1, 0, 0
            FROM present NATURAL JOIN entitlements.counted_period WHERE begins AND starts_at <= time
            UNION ALL
            SELECT app, environment, \(month("ended_at")), product_id, original_id, 0, 0, 0, 1, 0
            FROM present NATURAL JOIN entitlements.counted_period WHERE lasts AND ended_at <= time
            UNION ALL
            SELECT app, environment, \(month(refundDate)), product_id, original_id, 0, 0, 0, 0, 1
            FROM entitlements_state.transaction WHERE is_revoked AND \(isCounted)
            UNION ALL
            SELECT app, environment, \(month("seats_refunded_at")), product_id, original_id,
                0, 0, 0, 0, 1
            FROM entitlements_state.transaction
            WHERE \(refundedSeatCount) > 0 AND NOT is_revoked AND \(isCounted)
        )
        SELECT app, environment, month, product_id, sum(active)::bigint AS active,
            sum(trials)::bigint AS trials, sum(started)::bigint AS started,
            sum(churned)::bigint AS churned, sum(refunded)::bigint AS refunded
        FROM counted GROUP BY app, environment, month, product_id
        """

    private static let monthlyRevenue = """
        CREATE OR REPLACE VIEW entitlements.monthly_revenue AS
        WITH charged AS (
            SELECT *, price::numeric AS unit_price, coalesce(quantity, 1) AS units,
                \(refundedSeatCount) AS refunded_units
            FROM entitlements_state.transaction
            WHERE price IS NOT NULL AND currency IS NOT NULL AND \(isCounted)
        ), amount AS (
            SELECT app, environment, \(month("purchased_at")) AS month, product_id, currency,
                unit_price * units AS charged, 0 AS refunded
            FROM charged
            UNION ALL
            SELECT app, environment, \(month(refundDate)), product_id, currency, 0,
                round(unit_price * greatest(units - refunded_units, 0)
                    * coalesce(revocation_percentage, 100000) / 100000)
            FROM charged WHERE is_revoked
            UNION ALL
            SELECT app, environment, \(month("seats_refunded_at")), product_id, currency, 0,
                unit_price * refunded_units
            FROM charged WHERE refunded_units > 0
        )
        SELECT app, environment, month, product_id, currency, sum(charged) AS charged,
            sum(refunded) AS refunded, sum(charged - refunded) AS revenue
        FROM amount GROUP BY app, environment, month, product_id, currency
        """

    // MARK: Comments

    private static let comments =
        comments(
            "counted_period",
            "Periods of purchases, without those of families and of members of a group.",
            [
                "lasts": "Whether it is of a subscription with an end, or a non-consumable.",
                "is_trial": "Whether it is a free trial.",
                "starts_at": "The purchase date, in milliseconds since 1970.",
                "ends_at": "The expiration, the refund or the upgrade; NULL for none.",
                "begins": "Whether no other period of the purchase reaches its start.",
                "ended_at": "The end, if no other period of the purchase covers or follows it.",
            ]
        )
        + comments(
            "monthly_count",
            "Counts by month in UTC and product. Periods alone count, without grace periods.",
            [
                "month": "The first day of the month.",
                "active": "Lasting purchases with a period at the end of the month, or now.",
                "trials": "Those of them in a free trial.",
                "started": "Purchases that began, or began again after an end.",
                "churned": "Lasting purchases that ended.",
                "refunded": "Refunds of transactions, or of some of their seats.",
            ]
        )
        + comments(
            "monthly_revenue",
            "Amounts by month in UTC, product and currency, in thousandths of the currency.",
            [
                "month": "The first day of the month.",
                "charged": "Price times quantity, in the month of the purchase date.",
                "refunded": "The refunded part of that, in the month of the refund.",
                "revenue": "What was charged less what was refunded.",
            ]
        )

    private static func comments(
        _ view: String,
        _ text: String,
        _ columns: KeyValuePairs<String, String>
    ) -> [String] {
        ["COMMENT ON VIEW entitlements.\(view) IS '\(text)'"]
            + columns.map { "COMMENT ON COLUMN entitlements.\(view).\($0) IS '\($1)'" }
    }
}
