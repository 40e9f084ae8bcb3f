import EntitlementModel
import Foundation
import Logging
import PostgreSQL
import ServiceLifecycle

/// Writes the events that time alone causes, such as the end of a subscription whose notification
/// was lost, and looks after partitions and clocks.
struct Maintenance: Service {
    private static let batch = 200
    private static let partitionPause: Duration = .seconds(3600)
    private static let measurementPause: Duration = .seconds(10)

    let database: any SQLDatabase
    let ledger: PurchaseLedger
    let metrics: ServiceMetrics
    let logger: Logger

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var partitionDate = ContinuousClock.now, measurementDate = ContinuousClock.now
            while !Task.isCancelled {
                if ContinuousClock.now >= partitionDate {
                    await attempt("partitions") { try await Migrator(database).makePartitions() }
                    partitionDate = .now + Self.partitionPause
                }
                await attempt("passing of time") { try await settle() }
                await attempt("outbox") { try await completeOutbox() }
                if ContinuousClock.now >= measurementDate {
                    await attempt("measurements") { try await measure() }
                    measurementDate = .now + Self.measurementPause
                }
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    private func settle() async throws {
        while try await ledger.recordPassingOfTime(limit: Self.batch, in: database) == Self.batch {
            try Task.checkCancellation()
        }
    }

    /// Completes what a killed process left behind.
    private func completeOutbox() async throws {
        _ = try await ledger.completeOutbox(olderThan: 2, in: database)
    }

    private func measure() async throws {
        let time = try await ServiceClock(lead: 0).now(in: database)
        metrics.clockSkew(Milliseconds(Date()) - time)
        let count: [Int64] = try await database.query(EventTables.waitingCount).column()
        metrics.waitingForDelivery(count.first ?? 0)
    }

    /// While the database is away there is nothing to do but to try again.
    private func attempt(_ work: String, _ body: () async throws -> Void) async {
        do {
            try await body()
        } catch {
            logger.warning("\(work) failed", metadata: ["error": .string("\(error)")])
        }
    }
}
