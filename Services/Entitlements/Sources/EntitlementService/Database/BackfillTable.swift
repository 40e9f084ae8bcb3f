import EntitlementModel
import PostgreSQL

/// The table with the progress of backfills.
enum BackfillTable {
    static func position(of source: String, in scope: PurchaseScope) -> Statement {
        Statement(
            """
            SELECT position FROM entitlements.backfill
            WHERE app = $1::text AND environment = $2::text AND source = $3::text
            """,
            scope.values + [.text(source)]
        )
    }

    /// Records a position; `nil` marks the backfill as complete.
    static func note(
        _ position: String?,
        of source: String,
        in scope: PurchaseScope
    ) -> Statement {
        guard let position else {
            return Statement(
                """
                DELETE FROM entitlements.backfill
                WHERE app = $1::text AND environment = $2::text AND source = $3::text
                """,
                scope.values + [.text(source)]
            )
        }
        return Statement(
            """
            INSERT INTO entitlements.backfill (app, environment, source, position)
            VALUES ($1::text, $2::text, $3::text, $4::text)
            ON CONFLICT (app, environment, source) DO UPDATE SET position = excluded.position
            """,
            scope.values + [.text(source), .text(position)]
        )
    }

    /// Finds the next purchase by identifier, without erased ones.
    static func nextPurchase(after id: String, in scope: PurchaseScope) -> Statement {
        Statement(
            """
            SELECT original_id FROM entitlements_state.purchase
            WHERE app = $1::text AND environment = $2::text AND original_id > $3::text
                AND NOT is_erased
            ORDER BY original_id LIMIT 1
            """,
            scope.values + [.text(id)]
        )
    }
}
