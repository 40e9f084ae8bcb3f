import PostgreSQL

/// How PostgreSQL plans the statements of a transaction.
enum Planning {
    /// Has the planner find rows by their keys until the end of the transaction.
    ///
    /// A plan is kept with its prepared statement. One that was made for an empty table, or one
    /// without statistics, reads all of the table, which may have a million rows by then. So there
    /// is one plan for all sizes, made once.
    static let byIndex = Statement(
        """
        SELECT set_config('enable_seqscan', 'off', true),
            set_config('enable_hashjoin', 'off', true),
            set_config('enable_mergejoin', 'off', true),
            set_config('plan_cache_mode', 'force_generic_plan', true)
        """
    )

    /// The same for a database of several shards.
    ///
    /// A generic plan is about no shard in particular, which Citus refuses.
    static let byIndexOfShard = Statement(
        """
        SELECT set_config('enable_seqscan', 'off', true),
            set_config('enable_hashjoin', 'off', true),
            set_config('enable_mergejoin', 'off', true)
        """
    )
}

extension SQLDatabase {
    /// Runs queries, each about one key: in one round trip unless the keys are in several shards.
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
