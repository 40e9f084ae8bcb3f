import PostgreSQL

/// The rows of one customer, for an export.
enum ExportTables {
    /// Reads the rows of a table with a key, as JSON.
    ///
    /// - Parameters:
    ///   - table: The table with its schema.
    ///   - key: The name of the column after app and environment.
    ///   - values: App, environment and the key.
    /// - Returns: The statement.
    static func rows(of table: String, _ key: String, _ values: [SQLValue]) -> Statement {
        Statement(
            """
            SELECT row_to_json(found)::text FROM \(table) AS found
            WHERE app = $1::text AND environment = $2::text AND \(key) = $3::text
            """,
            values
        )
    }
}
