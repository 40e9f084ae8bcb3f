import PostgreSQL

/// The planner settings of a transaction.
enum Planning {
    /// Makes the planner use indexes until the end of the transaction.
    ///
    /// A prepared statement keeps its plan. A plan made for an empty table, or without statistics,
    /// still scans the whole table when it has a million rows. These settings give one plan for
    /// tables of all sizes.
    static let byIndex = Statement(
        """
        SELECT set_config('enable_seqscan', 'off', true),
            set_config('enable_hashjoin', 'off', true),
            set_config('enable_mergejoin', 'off', true),
            set_config('plan_cache_mode', 'force_generic_plan', true)
        """
    )

    /// The same settings for a database of several shards.
    ///
    /// Citus rejects a generic plan, because it doesn't determine a shard.
    static let byIndexOfShard = Statement(
        """
        SELECT set_config('enable_seqscan', 'off', true),
            set_config('enable_hashjoin', 'off', true),
            set_config('enable_mergejoin', 'off', true)
        """
    )
}

extension SQLDatabase {
    /// Runs queries about one key each, in one round trip unless the database is sharded.
    func read(_ statements: [Statement]) async throws -> [SQLResult] {
        guard isSharded else {
            return try await transaction { session in
                Commit(Array(try await session.run([Planning.byIndex] + statements).dropFirst()))
            }
        }
        var results: [SQLResult] = []
        for statement in statements { results.append(try await query(statement)) }
        return results
    }
}
