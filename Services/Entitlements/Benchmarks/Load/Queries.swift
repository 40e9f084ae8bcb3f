import ArgumentParser
import Foundation
import PostgreSQL

/// Runs queries over the service's own connections, without HTTP.
struct Queries: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Counts the look-ups of a customer that callers get answered at the same time."
    )

    @Argument(help: "The database, as libpq reads it.")
    var database: String

    @Option(help: "The numbers of connections, one run each.")
    var connections: [Int] = [1, 2, 4, 8]

    @Option(help: "The number of callers.")
    var callers = 64

    @Option(help: "The length of a run, in seconds.")
    var seconds = 5

    func run() async throws {
        let address = try DatabaseAddress(database)
        for count in connections {
            var configuration = PostgresDatabase.Configuration(address: address)
            configuration.connectionCount = count
            let pool = PostgresDatabase(configuration)
            for callers in [1, callers] {
                print("\(count) connections, \(callers) callers:", try await measure(pool, callers))
            }
            await pool.finish()
        }
    }

    /// Runs the queries of several callers, each of which waits for the result before its next
    /// query.
    private func measure(_ pool: PostgresDatabase, _ callers: Int) async throws -> String {
        let end = ContinuousClock.now + .seconds(seconds)
        let latencies = try await withThrowingTaskGroup(of: Latencies.self) { group in
            for _ in 0..<callers {
                group.addTask {
                    var latencies = Latencies()
                    while ContinuousClock.now < end {
                        let start = ContinuousClock.now
                        _ = try await pool.query(Self.lookUp)
                        let time = (ContinuousClock.now - start).components
                        latencies.add(Int(time.attoseconds / 1_000_000_000_000))
                    }
                    return latencies
                }
            }
            return try await group.reduce(into: Latencies()) { $0.add($1) }
        }
        return "\(latencies.samples.count / seconds) a second, \(latencies.summary)"
    }

    private static let lookUp = Statement(
        """
        SELECT original_id FROM entitlements_state.owned_purchase
        WHERE app = $1::text AND environment = $2::text AND customer = $3::text
        """,
        [.text("com.example.benchmark"), .text("Sandbox"), .text(UUID().uuidString)]
    )
}
