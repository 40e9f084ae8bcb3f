/// A query that waits for a connection.
struct PendingQuery: Sendable {
    let statement: EncodedStatement
    let deadline: ContinuousClock.Instant
    /// Whether it has been sent already, to a session that ended before it did anything.
    var isRepeated = false
    let complete: @Sendable (Result<SQLResult, SQLError>) -> Void
}
