import EntitlementModel
import Foundation
import PostgreSQL

/// An event about the entitlements of a customer.
package struct EntitlementEvent: Hashable, Sendable {
    /// The kind of change.
    package enum EventType: String, Sendable {
        /// A name is granted that was not.
        case granted = "entitlements.granted"
        /// A name is no longer granted, and none is new.
        case revoked = "entitlements.revoked"
        /// The same names are granted, until another date or by another purchase.
        case changed = "entitlements.changed"
    }

    let customer: ScopedCustomer
    let sequence: Int64
    let id: UUID
    let type: EventType
    /// The entitlements after the change.
    let entitlements: EntitlementJSON
}

/// The tables of events and of their delivery.
enum EventTables {
    static func insert(_ events: [EntitlementEvent]) -> Statement {
        Statement(
            """
            INSERT INTO entitlements.event (app, environment, customer, sequence, id, type,
                entitlements)
            SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::uuid[],
                $6::text[], $7::text[])
            """,
            CustomerTables.columns(of: events.map(\.customer)) + [
                .column(events) { .integer($0.sequence) },
                .column(events) { .uuid($0.id) },
                .column(events) { .text($0.type.rawValue) },
                .column(events) { .text($0.entitlements.text) },
            ]
        )
    }

    /// Schedules events for delivery, beginning with the first undelivered one.
    static func schedule(_ events: [EntitlementEvent]) -> Statement {
        Statement(
            """
            INSERT INTO entitlements.delivery AS known (app, environment, customer,
                next_sequence, last_sequence)
            SELECT app, environment, customer, sequence, sequence
            FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[])
                AS event(app, environment, customer, sequence)
            ON CONFLICT (app, environment, customer)
                DO UPDATE SET last_sequence = excluded.last_sequence
            """,
            CustomerTables.columns(of: events.map(\.customer)) + [
                .column(events) { .integer($0.sequence) }
            ]
        )
    }

    /// Leases the next event of some customers, exclusively until the lease ends.
    ///
    /// - Parameters:
    ///   - seconds: The length of the lease.
    ///   - first: The greatest number of events that were not tried before.
    ///   - repeated: The greatest number of others.
    /// - Returns: The statement, whose rows `EntitlementEvent.decode` reads.
    static func lease(seconds: Int, first: Int, repeated: Int) -> Statement {
        Statement(
            """
            WITH first AS (
                SELECT app, environment, customer FROM entitlements.delivery
                WHERE least(attempts, 1) = 0 AND due_at <= now() ORDER BY due_at LIMIT $2::bigint
                FOR UPDATE SKIP LOCKED
            ), repeated AS (
                SELECT app, environment, customer FROM entitlements.delivery
                WHERE least(attempts, 1) = 1 AND due_at <= now() ORDER BY due_at LIMIT $3::bigint
                FOR UPDATE SKIP LOCKED
            ), leased AS (
                UPDATE entitlements.delivery SET attempts = attempts + 1,
                    due_at = now() + make_interval(secs => $1::bigint::float8)
                FROM (TABLE first UNION ALL TABLE repeated) AS due
                WHERE delivery.app = due.app AND delivery.environment = due.environment
                    AND delivery.customer = due.customer
                RETURNING delivery.*
            )
            SELECT event.app, event.environment, event.customer, event.sequence, event.id,
                event.type, event.entitlements, leased.attempts::bigint
            FROM leased JOIN entitlements.event ON event.app = leased.app
                AND event.environment = leased.environment
                AND event.customer = leased.customer AND event.sequence = leased.next_sequence
            """,
            [
                .integer(Int64(seconds)), .integer(Int64(first)), .integer(Int64(repeated)),
            ]
        )
    }

    /// Counts the customers with events that were not delivered yet, up to 100,000.
    static let waitingCount = Statement(
        "SELECT count(*) FROM (SELECT FROM entitlements.delivery LIMIT 100000) AS waiting"
    )

    /// Goes on to the next event of a customer, unless another process did so before.
    static func complete(_ event: EntitlementEvent) -> Statement {
        Statement(
            """
            UPDATE entitlements.delivery
            SET next_sequence = next_sequence + 1, attempts = 0, due_at = now()
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
                AND next_sequence = $4::bigint
            """,
            key(event)
        )
    }

    /// Removes the row of a customer whose last event was delivered.
    static func removeIfDone(_ event: EntitlementEvent) -> Statement {
        Statement(
            """
            DELETE FROM entitlements.delivery
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
                AND next_sequence > last_sequence AND next_sequence > $4::bigint
            """,
            key(event)
        )
    }

    /// Schedules an event again after a pause.
    static func postpone(_ event: EntitlementEvent, milliseconds: Int64) -> Statement {
        Statement(
            """
            UPDATE entitlements.delivery
            SET due_at = now() + $5::bigint * interval '1 millisecond'
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
                AND next_sequence = $4::bigint
            """,
            key(event) + [.integer(milliseconds)]
        )
    }

    /// Keeps an event that was never accepted as a dead letter.
    static func giveUp(_ event: EntitlementEvent, because error: String) -> Statement {
        Statement(
            """
            INSERT INTO entitlements.dead_letter (app, environment, customer, sequence, error)
            VALUES ($1::text, $2::text, $3::text, $4::bigint, $5::text)
            ON CONFLICT (app, environment, customer, sequence)
                DO UPDATE SET error = excluded.error, given_up_at = now()
            """,
            key(event) + [.text(error)]
        )
    }

    private static func key(_ event: EntitlementEvent) -> [SQLValue] {
        [
            .text(event.customer.scope.app), .text(event.customer.scope.environment.rawValue),
            .text(event.customer.id.description), .integer(event.sequence),
        ]
    }

    /// Schedules the events of a customer again from a sequence on; `nil` for all customers
    /// with dead letters, from the first of those on.
    static func replay(_ customer: ScopedCustomer?, from sequence: Int64) -> [Statement] {
        guard let customer else { return replayOfDeadLetters }
        let values = CustomerTables.columns(of: [customer]) + [.integer(sequence)]
        return [
            Statement(
                """
                INSERT INTO entitlements.delivery AS known (app, environment, customer,
                    next_sequence, last_sequence)
                SELECT customer.app, customer.environment, customer.customer,
                    greatest($4::bigint, 1), customer.sequence
                FROM unnest($1::text[], $2::text[], $3::text[])
                    AS wanted(app, environment, customer)
                    JOIN entitlements.customer USING (app, environment, customer)
                WHERE customer.sequence >= greatest($4::bigint, 1)
                ON CONFLICT (app, environment, customer) DO UPDATE SET attempts = 0,
                    due_at = now(),
                    next_sequence = least(known.next_sequence, excluded.next_sequence)
                """,
                values
            )
        ]
    }

    private static let replayOfDeadLetters = [
        Statement(
            """
            INSERT INTO entitlements.delivery AS known (app, environment, customer,
                next_sequence, last_sequence)
            SELECT customer.app, customer.environment, customer.customer, dead.first,
                customer.sequence
            FROM (SELECT app, environment, customer, min(sequence) AS first
                FROM entitlements.dead_letter GROUP BY app, environment, customer) AS dead
                JOIN entitlements.customer USING (app, environment, customer)
            ON CONFLICT (app, environment, customer) DO UPDATE SET attempts = 0, due_at = now(),
                next_sequence = least(known.next_sequence, excluded.next_sequence)
            """
        ),
        Statement("DELETE FROM entitlements.dead_letter"),
    ]
}

extension EntitlementEvent {
    /// Reads a leased event, and how often it was sent with this attempt.
    static func decode(_ row: inout SQLRow) throws(SQLError) -> (EntitlementEvent, Int64) {
        let scope = try row.nextScope()
        let text: String = try row.next()
        guard let id = CustomerID(text) else { throw .decoding("unknown kind of customer \(text)") }
        let sequence: Int64 = try row.next()
        let uuid: UUID = try row.next()
        let name: String = try row.next()
        guard let type = EventType(rawValue: name) else {
            throw .decoding("unknown type of event \(name)")
        }
        let event = EntitlementEvent(
            customer: ScopedCustomer(scope: scope, id: id),
            sequence: sequence,
            id: uuid,
            type: type,
            entitlements: EntitlementJSON(text: try row.next())
        )
        return (event, try row.next())
    }
}
