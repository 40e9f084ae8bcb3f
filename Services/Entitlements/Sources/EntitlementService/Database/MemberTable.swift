import EntitlementModel
import PostgreSQL

/// The table of the names linked to each customer.
enum MemberTable {
    private static let condition = """
        app = $1::text AND environment = $2::text AND customer = $3::text
        """

    static func all(of customer: ScopedCustomer) -> Statement {
        Statement(
            "SELECT name FROM entitlements.member WHERE \(condition) ORDER BY name",
            customer.values
        )
    }

    /// Finds a name among those of a customer; the result is empty if it isn't one.
    static func find(_ name: CustomerID, of customer: ScopedCustomer) -> Statement {
        Statement(
            "SELECT name FROM entitlements.member WHERE \(condition) AND name = $4::text",
            customer.values + [.text(name.description)]
        )
    }

    /// Adds a name, with the number of its move.
    static func add(
        _ name: CustomerID,
        to customer: ScopedCustomer,
        _ number: Int64
    ) -> Statement {
        Statement(
            """
            INSERT INTO entitlements.member AS known (app, environment, customer, name, number)
            VALUES ($1::text, $2::text, $3::text, $4::text, $5::bigint)
            ON CONFLICT (app, environment, customer, name)
                DO UPDATE SET number = greatest(known.number, excluded.number)
            """,
            customer.values + [.text(name.description), .integer(number)]
        )
    }

    /// Removes a name, unless a later move has brought it back.
    static func remove(
        _ name: CustomerID,
        from customer: ScopedCustomer,
        _ number: Int64
    ) -> Statement {
        Statement(
            """
            DELETE FROM entitlements.member
            WHERE \(condition) AND name = $4::text AND number <= $5::bigint
            """,
            customer.values + [.text(name.description), .integer(number)]
        )
    }
}
