import Foundation
import PostgreSQL
import TestCluster

/// A database of its own in the shared cluster, with a pool.
func makePool(
    _ tables: String = "",
    connections: Int = 2,
    timeout: Duration = .seconds(30)
) async throws -> PostgresDatabase {
    let address = try await TestCluster.shared().makeDatabase()
    let maker = try PostgresDatabase(address, connections: 1)
    for text in tables.split(separator: ";") { _ = try await maker.query(Statement(String(text))) }
    return try PostgresDatabase(address, connections: connections, timeout: timeout)
}

extension PostgresDatabase {
    convenience init(
        _ address: String,
        connections: Int = 2,
        timeout: Duration = .seconds(30)
    ) throws {
        var configuration = Configuration(address: try DatabaseAddress(address))
        configuration.connectionCount = connections
        configuration.timeout = timeout
        self.init(configuration)
    }

    /// The one value that a statement returns.
    func value<Value: SQLColumnValue>(
        _ text: String,
        _ values: [SQLValue] = [],
        as: Value.Type = Value.self
    ) async throws -> Value {
        try await query(Statement(text, values)).value()
    }

    /// Repeats a statement until it succeeds, as a client of the service would.
    func queryInsisting(_ text: String) async throws -> SQLResult {
        let end = ContinuousClock.now + .seconds(30)
        while true {
            do {
                return try await query(Statement(text))
            } catch {
                guard ContinuousClock.now < end, error.isConnectionLoss || error == .deadline
                else { throw error }
                await Task.yield()
            }
        }
    }
}

extension SQLResult {
    /// The one value of the one row.
    func value<Value: SQLColumnValue>() throws -> Value {
        let values: [Value] = try map { row throws(SQLError) in try row.next() }
        guard let value = values.first else { throw SQLError.decoding("there is no row") }
        return value
    }
}

/// An event that tests wait for.
actor Event {
    private var isOver = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func signal() {
        isOver = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    func wait() async {
        guard !isOver else { return }
        await withCheckedContinuation { waiting.append($0) }
    }
}

/// The connection string of a database of the shared cluster.
func sharedAddress(of database: String) async throws -> String {
    try await TestCluster.shared().connectionString(database)
}
