package import EntitlementModel
import Foundation
import PostgreSQL
import Synchronization

/// The time by which entitlements are judged: that of the database, so that all processes judge
/// alike, and with a local store that store's time.
package final class ServiceClock: Sendable {
    private let offset = Mutex<Milliseconds>(0)
    private let fixed = Mutex<Milliseconds?>(nil)

    /// Makes a clock that is ahead of the database by a number of milliseconds.
    package init(lead: Milliseconds = 0) {
        setLead(lead)
    }

    /// Makes a clock that stands still, for tests.
    package init(at date: Milliseconds) {
        fixed.withLock { $0 = date }
    }

    /// How far ahead of the database the clock is, in milliseconds.
    package var lead: Milliseconds { offset.withLock { $0 } }

    /// Sets the clock ahead of the database.
    package func setLead(_ milliseconds: Milliseconds) {
        offset.withLock { $0 = milliseconds }
    }

    /// Sets a clock that stands still.
    package func set(to date: Milliseconds) {
        fixed.withLock { $0 = date }
    }

    /// The time at which the clock of the database has a time.
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

    /// The time by the clock of this process, for checks before the database is asked.
    func approximateNow() -> Milliseconds { now(Milliseconds(Date())) }
}
