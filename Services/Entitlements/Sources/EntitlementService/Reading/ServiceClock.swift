package import EntitlementModel
import Foundation
import PostgreSQL
import Synchronization

/// The clock of the service: the database's, so that all processes agree, or a local store's.
package final class ServiceClock: Sendable {
    private let offset = Mutex<Milliseconds>(0)
    private let fixed = Mutex<Milliseconds?>(nil)

    /// Creates a clock that is ahead of the database by a number of milliseconds.
    package init(lead: Milliseconds = 0) {
        setLead(lead)
    }

    /// Creates a stopped clock, for tests.
    package init(at date: Milliseconds) {
        fixed.withLock { $0 = date }
    }

    /// The lead of the clock over the database, in milliseconds.
    package var lead: Milliseconds { offset.withLock { $0 } }

    /// Sets the clock ahead of the database.
    package func setLead(_ milliseconds: Milliseconds) {
        offset.withLock { $0 = milliseconds }
    }

    /// Stops the clock at a date.
    package func set(to date: Milliseconds) {
        fixed.withLock { $0 = date }
    }

    /// The service's time at a time of the database.
    func now(_ databaseTime: Milliseconds) -> Milliseconds {
        fixed.withLock { $0 } ?? databaseTime + offset.withLock { $0 }
    }

    /// The time by the result of ``Clock/statement``.
    func now(_ result: SQLResult) throws(SQLError) -> Milliseconds {
        let times: [Milliseconds] = try result.column()
        guard let time = times.first else { throw .decoding("the clock has no row") }
        return now(time)
    }

    func now(in database: any SQLDatabase) async throws -> Milliseconds {
        try now(try await database.query(Clock.statement))
    }

    /// The time by the process's own clock, for checks before a query.
    func approximateNow() -> Milliseconds { now(Milliseconds(Date())) }
}
