import EntitlementModel
import PostgreSQL

/// The table of the names that answer as another customer, found by that customer.
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

    /// Reads whether a name is among those of a customer: a row if it is.
    static func find(_ name: CustomerID, of customer: ScopedCustomer) -> Statement {
        Statement(
            "SELECT name FROM entitlements.member WHERE \(condition) AND name = $4::text",
            customer.values + [.text(name.description)]
        )
    }

    static func add(_ name: CustomerID, to customer: ScopedCustomer) -> Statement {
        Statement(
            """
            INSERT INTO entitlements.member (app, environment, customer, name)
            VALUES ($1::text, $2::text, $3::text, $4::text)
            ON CONFLICT DO NOTHING
            """,
            customer.values + [.text(name.description)]
        )
    }

    static func remove(_ name: CustomerID, from customer: ScopedCustomer) -> Statement {
        Statement(
            "DELETE FROM entitlements.member WHERE \(condition) AND name = $4::text",
            customer.values + [.text(name.description)]
        )
    }
}
