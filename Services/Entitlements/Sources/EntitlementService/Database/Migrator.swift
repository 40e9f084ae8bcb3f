package import PostgreSQL

/// Migrates a database to the current schema.
///
/// Several processes can migrate at the same time.
package struct Migrator: Sendable {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// Applies the missing steps, all in one transaction.
    ///
    /// - Parameter last: The number of the last step.
    /// - Returns: The number of the schema.
    /// - Throws: ``UnknownSchema`` if a later version of the service made the schema.
    @discardableResult
    package func migrate(upTo last: Int = .max) async throws -> Int {
        try await makeList()
        // A process of another version may lock the same tables in another order.
        return try await retrying { try await apply(upTo: last) }
    }

    private func apply(upTo last: Int) async throws -> Int {
        try await database.transaction { session in
            // A second process waits here.
            _ = try await session.run(Statement("LOCK TABLE entitlements.migration"))
            let present: Int64 = try await session.run(
                Statement("SELECT coalesce(max(number), 0)::bigint FROM entitlements.migration")
            ).column()[0]
            let newest = Migrations.all.map(\.number).max() ?? 0
            guard present <= newest else {
                throw UnknownSchema(number: Int(present), newest: newest)
            }
            let steps = Migrations.all.filter { $0.number > present && $0.number <= last }
            for step in steps {
                _ = try await session.run(step.statements.map { Statement($0) })
                _ = try await session.run(
                    Statement(
                        "INSERT INTO entitlements.migration (number) VALUES ($1::bigint)",
                        [.integer(Int64(step.number))]
                    )
                )
            }
            return Commit(steps.last?.number ?? Int(present))
        }
    }

    /// Creates the list of steps; two processes can conflict despite `IF NOT EXISTS`.
    private func makeList() async throws {
        let statements = [
            "CREATE SCHEMA IF NOT EXISTS entitlements",
            """
            CREATE TABLE IF NOT EXISTS entitlements.migration (
                number bigint NOT NULL PRIMARY KEY,
                applied_at timestamptz NOT NULL DEFAULT now()
            )
            """,
        ]
        for text in statements {
            let isDone = try await make(text, butFor: Self.madeByAnother)
            if !isDone { _ = try await database.query(Statement(text)) }
        }
    }

    /// The error codes of a conflict with another process that creates the same object.
    private static let madeByAnother: Set = ["23505", "42710", "42P06", "42P07", "XX000"]

    /// Runs a statement; returns `false` if it failed with one of the codes.
    private func make(_ text: String, butFor states: Set<String>) async throws -> Bool {
        do {
            _ = try await database.query(Statement(text))
            return true
        } catch {
            guard case .server(let state, _) = error, states.contains(state) else { throw error }
            return false
        }
    }

    /// The error for a schema of a later version.
    package struct UnknownSchema: Error, Hashable, CustomStringConvertible {
        package let number: Int
        package let newest: Int

        package var description: String {
            "The database has schema \(number). This version supports schemas up to \(newest)."
        }
    }
}

extension Migrator {
    /// Creates missing partitions for documents of this month and the next ones.
    ///
    /// Without one, documents are stored in a default partition.
    package func makePartitions() async throws {
        let months = try await database.query(
            Statement(
                """
                SELECT to_char(month, '"document_"YYYY_MM'), month::date::text,
                    (month + interval '1 month')::date::text
                FROM generate_series(date_trunc('month', now()),
                    date_trunc('month', now()) + interval '3 months', interval '1 month') month
                WHERE to_regclass('entitlements.' || to_char(month, '"document_"YYYY_MM')) IS NULL
                """
            )
        ).map { row throws(SQLError) -> [String] in
            [try row.next(), try row.next(), try row.next()]
        }
        // 23514: the default partition already contains documents of the month.
        let harmless = Self.madeByAnother.union(["23514"])
        for month in months {
            _ = try await make(
                """
                CREATE TABLE IF NOT EXISTS entitlements.\(month[0])
                PARTITION OF entitlements.document
                FOR VALUES FROM ('\(month[1]) 00:00+00') TO ('\(month[2]) 00:00+00')
                """,
                butFor: harmless
            )
        }
    }
}
