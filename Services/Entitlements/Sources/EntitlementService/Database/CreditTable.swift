import EntitlementModel
import PostgreSQL

/// The units of a consumable that a purchase credits to a customer.
struct Credit: Hashable, CustomerPurchaseRow {
    var customer: ScopedCustomer
    let originalTransactionID: String
    /// The name of the owner.
    let name: CustomerID
    let revision: Int64
    let productID: String
    /// The number of units; 0 after a refund, and for a former owner.
    let units: Int64
}

/// The table of credits from consumables.
enum CreditTable {
    private static let replacement = TableColumns<Credit>.credit.replacement(
        in: "entitlements_state.credit",
        where: "known.revision <= excluded.revision"
    )

    /// Writes a row, unless the stored one has a later revision.
    static func write(_ credit: Credit) -> Statement {
        Statement(replacement, TableColumns<Credit>.credit.values(of: credit))
    }

    /// Adds up the units of a customer by product.
    static func sums(of customer: ScopedCustomer) -> Statement {
        Statement(
            """
            SELECT product_id, sum(units)::bigint FROM entitlements_state.credit
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
            GROUP BY product_id ORDER BY product_id
            """,
            customer.values
        )
    }

    /// Reads the purchases of a customer that credit units.
    static func purchases(of customer: ScopedCustomer) -> Statement {
        Statement(
            """
            SELECT original_id, name, revision, units FROM entitlements_state.credit
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
            """,
            customer.values
        )
    }

    /// Reads the newest purchases that credited units, by their identifiers.
    static func newest(of customer: ScopedCustomer, limit: Int) -> Statement {
        Statement(
            """
            SELECT original_id FROM entitlements_state.credit
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
            GROUP BY original_id ORDER BY length(original_id) DESC, original_id DESC
            LIMIT $4::bigint
            """,
            customer.values + [.integer(Int64(limit))]
        )
    }

    /// Removes the credits of a name that was moved to another customer.
    static func remove(_ name: CustomerID, from customer: ScopedCustomer) -> Statement {
        .removal(of: name, at: customer, from: "entitlements_state.credit")
    }
}

extension TableColumns where Row == Credit {
    static let credit = TableColumns(
        key: purchaseKey,
        others: [
            Column("revision", "bigint") { .integer($0.revision) },
            Column("product_id", "text") { .text($0.productID) },
            Column("units", "bigint") { .integer($0.units) },
        ]
    )
}
