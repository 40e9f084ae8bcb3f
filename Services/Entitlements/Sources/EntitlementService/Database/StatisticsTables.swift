import EntitlementModel
import PostgreSQL

/// The views of counts and revenue over all shards.
enum StatisticsTables {
    private static let condition = """
        app = $1::text AND environment = $2::text
            AND month BETWEEN ($3::text || '-01')::date AND ($4::text || '-01')::date
        """

    static func counts(in scope: PurchaseScope, _ months: ClosedRange<String>) -> Statement {
        Statement(
            """
            SELECT to_char(month, 'YYYY-MM'), product_id, active, trials, started, churned,
                refunded
            FROM entitlements.monthly_count WHERE \(condition)
            """,
            scope.values + [.text(months.lowerBound), .text(months.upperBound)]
        )
    }

    /// Reads the revenue as decimal numbers in the currencies.
    static func revenue(in scope: PurchaseScope, _ months: ClosedRange<String>) -> Statement {
        Statement(
            """
            SELECT to_char(month, 'YYYY-MM'), product_id, currency,
                trim_scale(revenue / 1000)::text
            FROM entitlements.monthly_revenue WHERE \(condition)
            """,
            scope.values + [.text(months.lowerBound), .text(months.upperBound)]
        )
    }
}

/// The counts and the revenue of a product in a month.
struct Statistic: Hashable, Sendable {
    let month: String
    let productID: String
    var active: Int64 = 0
    /// The trials among the active ones.
    var trials: Int64 = 0
    var started: Int64 = 0
    var churned: Int64 = 0
    var refunded: Int64 = 0
    /// The revenue by currency, as decimal numbers.
    var revenue: [String: String] = [:]

    private struct Key: Hashable {
        let month: String
        let productID: String
    }

    /// Reads the rows of both views, in the order of month and product.
    static func list(_ counts: SQLResult, _ revenue: SQLResult) throws(SQLError) -> [Statistic] {
        var list: [Key: Statistic] = [:]
        for var row in counts.rows {
            let key = Key(month: try row.next(), productID: try row.next())
            list[key] = Statistic(
                month: key.month,
                productID: key.productID,
                active: try row.next(),
                trials: try row.next(),
                started: try row.next(),
                churned: try row.next(),
                refunded: try row.next()
            )
        }
        for var row in revenue.rows {
            let key = Key(month: try row.next(), productID: try row.next())
            let currency: String = try row.next()
            let empty = Statistic(month: key.month, productID: key.productID)
            list[key, default: empty].revenue[currency] = try row.next()
        }
        return list.values.sorted {
            $0.month != $1.month
                ? $0.month < $1.month
                : $0.productID.utf8.lexicographicallyPrecedes($1.productID.utf8)
        }
    }
}
