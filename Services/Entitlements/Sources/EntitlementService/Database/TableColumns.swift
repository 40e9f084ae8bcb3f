import EntitlementModel
import PostgreSQL

/// The columns of a table in the order in which its rows are written and read.
///
/// Rows are found by their key alone, by equality of all its columns, so that a statement is about
/// one shard.
struct TableColumns<Row>: Sendable {
    /// A column with its value in a row.
    struct Column: Sendable {
        let name: String
        let type: String
        let value: @Sendable (Row) -> SQLValue

        init(_ name: String, _ type: String, _ value: @escaping @Sendable (Row) -> SQLValue) {
            self.name = name
            self.type = type
            self.value = value
        }
    }

    let key: [Column]
    let others: [Column]

    /// The names of the columns beside the key, for a `SELECT`.
    var otherNames: String { others.map(\.name).joined(separator: ", ") }

    /// The values of a row, those of the key first.
    func values(of row: Row) -> [SQLValue] { (key + others).map { $0.value(row) } }

    /// The SQL that inserts a row, or replaces the one with its key.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - condition: The condition for replacing a known row; by default, none.
    /// - Returns: The SQL, with a parameter for each column.
    func replacement(in table: String, where condition: String = "true") -> String {
        let columns = key + others
        let places = columns.enumerated().map { "$\($0.offset + 1)::\($0.element.type)" }
        return """
            INSERT INTO \(table) AS known (\(columns.map(\.name).joined(separator: ", ")))
            VALUES (\(places.joined(separator: ", ")))
            ON CONFLICT (\(key.map(\.name).joined(separator: ", "))) DO UPDATE SET
                \(others.map { "\($0.name) = excluded.\($0.name)" }.joined(separator: ", "))
            WHERE \(condition)
            """
    }

    /// The SQL condition for rows whose first key columns are equal.
    func condition(first count: Int? = nil) -> String {
        key.prefix(count ?? key.count).enumerated()
            .map { "\($0.element.name) = $\($0.offset + 1)::\($0.element.type)" }
            .joined(separator: " AND ")
    }
}

/// A customer's row about a purchase that one of its names owns or owned.
protocol CustomerPurchaseRow: Sendable {
    /// The root of the name.
    var customer: ScopedCustomer { get }
    var originalTransactionID: String { get }
    /// The name of the owner: the customer's own, or one linked to it.
    var name: CustomerID { get }
}

extension TableColumns where Row: CustomerPurchaseRow {
    /// The columns app, environment, customer, original transaction and name.
    static var purchaseKey: [Column] {
        [
            Column("app", "text") { .text($0.customer.scope.app) },
            Column("environment", "text") { .text($0.customer.scope.environment.rawValue) },
            Column("customer", "text") { .text($0.customer.id.description) },
            Column("original_id", "text") { .text($0.originalTransactionID) },
            Column("name", "text") { .text($0.name.description) },
        ]
    }
}

extension Statement {
    /// Removes the rows of a name that was moved to another customer.
    static func removal(
        of name: CustomerID,
        at customer: ScopedCustomer,
        from table: String,
        where condition: String = "true"
    ) -> Statement {
        Statement(
            """
            DELETE FROM \(table)
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
                AND name = $4::text AND \(condition)
            """,
            customer.values + [.text(name.description)]
        )
    }
}

extension Statement {
    /// Removes a customer's copy of a purchase under one name.
    static func removal(
        of key: PurchaseKey,
        _ name: CustomerID,
        at customer: ScopedCustomer,
        from table: String
    ) -> Statement {
        Statement(
            """
            DELETE FROM \(table)
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
                AND original_id = $4::text AND name = $5::text
            """,
            customer.values + [.text(key.originalTransactionID), .text(name.description)]
        )
    }
}

/// The values of the first columns of all keys.
extension PurchaseScope {
    var values: [SQLValue] { [.text(app), .text(environment.rawValue)] }
}

extension PurchaseKey {
    /// The values of app, environment and original transaction.
    var values: [SQLValue] { scope.values + [.text(originalTransactionID)] }
}

extension ScopedCustomer {
    /// The values of app, environment and customer.
    var values: [SQLValue] { scope.values + [.text(id.description)] }
}
