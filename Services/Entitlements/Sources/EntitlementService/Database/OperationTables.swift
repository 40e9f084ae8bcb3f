import EntitlementModel
import Foundation
import PostgreSQL

/// The statements about work that waits, and about events that were given up.
///
/// They read all shards: only people ask.
enum OperationTables {
    /// The greatest number of rows that are counted.
    private static let limit = 100_000

    private static func milliseconds(_ date: String) -> String {
        "(extract(epoch FROM \(date)) * 1000)::bigint"
    }

    private static let scope = "app = $1::text AND environment = $2::text"

    // MARK: Backlogs, each with the number and the date of the oldest

    /// Counts the changes that are in one shard and not yet in the others.
    static func changes(in scope: PurchaseScope) -> Statement {
        Statement(
            """
            SELECT count(*), min(\(milliseconds("created_at")))
            FROM (SELECT created_at FROM entitlements.outbox WHERE \(Self.scope)
                ORDER BY created_at LIMIT \(limit)) AS waiting
            """,
            scope.values
        )
    }

    /// Counts the customers whose entitlements time has changed.
    static func dueCustomers(in scope: PurchaseScope, at now: Milliseconds) -> Statement {
        Statement(
            """
            SELECT count(*), min(next_change)
            FROM (SELECT next_change FROM entitlements.customer
                WHERE \(Self.scope) AND next_change <= $3::bigint
                ORDER BY next_change LIMIT \(limit)) AS waiting
            """,
            scope.values + [.integer(now)]
        )
    }

    /// Counts the events that wait for their delivery.
    static func events(in scope: PurchaseScope) -> Statement {
        Statement(
            """
            SELECT coalesce(sum(count), 0)::bigint, min(\(milliseconds("created_at")))
            FROM (SELECT last_sequence - next_sequence + 1 AS count, event.created_at
                FROM entitlements.delivery AS delivery
                LEFT JOIN entitlements.event AS event ON event.app = delivery.app
                    AND event.environment = delivery.environment
                    AND event.customer = delivery.customer
                    AND event.sequence = delivery.next_sequence
                WHERE delivery.app = $1::text AND delivery.environment = $2::text
                    AND next_sequence <= last_sequence LIMIT \(limit)) AS waiting
            """,
            scope.values
        )
    }

    static func deadLetterCount(in scope: PurchaseScope) -> Statement {
        Statement(
            """
            SELECT count(*), min(\(milliseconds("given_up_at")))
            FROM (SELECT given_up_at FROM entitlements.dead_letter WHERE \(Self.scope)
                LIMIT \(limit)) AS waiting
            """,
            scope.values
        )
    }

    /// Counts the open consumption requests.
    static func consumptionRequests(in scope: PurchaseScope) -> Statement {
        Statement(
            """
            SELECT count(*), min(requested_at)
            FROM (SELECT requested_at FROM entitlements.consumption_request
                WHERE \(Self.scope) AND state = 'open'
                ORDER BY deadline LIMIT \(limit)) AS waiting
            """,
            scope.values
        )
    }

    // MARK: Dead letters

    /// A place among the dead letters, the newest first.
    struct Place: Hashable, Sendable {
        /// The date in microseconds since 1970.
        var date = Int64.max
        var sequence = Int64.max
        var customer = ""
    }

    /// Reads dead letters after a place, the newest first.
    static func deadLetters(
        in scope: PurchaseScope,
        after place: Place,
        limit: Int
    ) -> Statement {
        Statement(
            """
            SELECT customer, sequence, error, time, id, type, cause
            FROM (SELECT app, environment, customer, sequence, error,
                    (extract(epoch FROM given_up_at) * 1000000)::bigint AS time
                FROM entitlements.dead_letter WHERE \(Self.scope)) AS letter
                LEFT JOIN entitlements.event USING (app, environment, customer, sequence)
            WHERE (-time, -sequence, customer)
                > (-$3::bigint, -$4::bigint, $5::text COLLATE "C")
            ORDER BY time DESC, sequence DESC, customer LIMIT $6::bigint
            """,
            scope.values + [
                .integer(place.date), .integer(place.sequence), .text(place.customer),
                .integer(Int64(limit)),
            ]
        )
    }
}

/// A number of things that wait, and since when the oldest does.
struct Backlog: Hashable, Sendable {
    let count: Int64
    let oldest: Milliseconds?

    init(_ result: SQLResult) throws(SQLError) {
        guard var row = result.rows.first else { throw .decoding("a count has no row") }
        count = try row.next()
        oldest = try row.nextIfPresent()
    }
}

/// An event that was given up.
struct DeadLetter: Sendable {
    let place: OperationTables.Place
    let error: String
    /// `nil` if the event is missing.
    let id: UUID?
    let type: String?
    /// `nil` also if it cannot be read.
    let cause: TimelineEntry?

    /// Reads a row of ``OperationTables/deadLetters(in:after:limit:)``.
    static func decode(_ row: inout SQLRow) throws(SQLError) -> DeadLetter {
        let customer: String = try row.next()
        let sequence: Int64 = try row.next()
        let error: String = try row.next()
        return DeadLetter(
            place: .init(date: try row.next(), sequence: sequence, customer: customer),
            error: error,
            id: try row.nextIfPresent(),
            type: try row.nextIfPresent(),
            cause: try? row.nextEntry()
        )
    }
}
