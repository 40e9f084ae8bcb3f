import EntitlementModel
import Foundation
import PostgreSQL

/// An event about the entitlements of a customer.
package struct EntitlementEvent: Hashable, Sendable {
    /// The kind of change of the list.
    package enum EventType: String, Sendable {
        /// A name is granted that was not.
        case granted = "entitlements.granted"
        /// A name is no longer granted, and none is new.
        case revoked = "entitlements.revoked"
        /// The same names are granted, until another date or by another purchase.
        case changed = "entitlements.changed"
        /// The list is the same.
        case unchanged = "entitlements.unchanged"
    }

    let customer: ScopedCustomer
    let sequence: Int64
    let id: UUID
    let type: EventType
    /// What happened; `nil` if only a document about the past was corrected.
    var cause: TimelineEntry?
    /// Whether something later was known to have happened.
    var isLate = false
    /// The entitlements after the change.
    let entitlements: EntitlementJSON
}

/// The tables of events and of their delivery.
enum EventTables {
    /// Records an event.
    static func insert(_ event: EntitlementEvent) -> Statement {
        Statement(
            """
            INSERT INTO entitlements.event (app, environment, customer, sequence, id, type,
                entitlements, cause, is_late)
            VALUES ($1::text, $2::text, $3::text, $4::bigint, $5::uuid, $6::text, $7::text,
                $8::text, $9::boolean)
            """,
            event.customer.values + [
                .integer(event.sequence), .uuid(event.id), .text(event.type.rawValue),
                .text(event.entitlements.text),
                .text(event.cause?.text), .flag(event.isLate),
            ]
        )
    }

    /// Schedules the events of a customer from one on up to another for delivery, beginning with
    /// the first undelivered one.
    static func schedule(
        _ customer: ScopedCustomer,
        from first: Int64,
        upTo last: Int64
    ) -> Statement {
        Statement(
            """
            INSERT INTO entitlements.delivery AS known (app, environment, customer,
                next_sequence, last_sequence)
            VALUES ($1::text, $2::text, $3::text, $4::bigint, $5::bigint)
            ON CONFLICT (app, environment, customer)
                DO UPDATE SET last_sequence = excluded.last_sequence
            """,
            customer.values + [.integer(first), .integer(last)]
        )
    }

    // MARK: Delivery

    /// Finds customers whose next event is due: some that were not tried before, and some others.
    ///
    /// It reads all shards, and locks nothing.
    static func due(first: Int, repeated: Int) -> Statement {
        Statement(
            """
            (SELECT app, environment, customer, next_sequence, attempts::bigint
                FROM entitlements.delivery
                WHERE least(attempts, 1) = 0 AND due_at <= now()
                ORDER BY due_at LIMIT $1::bigint)
            UNION ALL
            (SELECT app, environment, customer, next_sequence, attempts::bigint
                FROM entitlements.delivery
                WHERE least(attempts, 1) = 1 AND due_at <= now()
                ORDER BY due_at LIMIT $2::bigint)
            """,
            [.integer(Int64(first)), .integer(Int64(repeated))]
        )
    }

    /// Leases the next event of a customer exclusively until the lease ends, unless another process
    /// leased it before.
    static func lease(_ due: Delivery, seconds: Int) -> Statement {
        Statement(
            """
            UPDATE entitlements.delivery
            SET attempts = attempts + 1, due_at = now() + $6::bigint * interval '1 second'
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
                AND next_sequence = $4::bigint AND attempts = $5::bigint AND due_at <= now()
            """,
            attempt(due) + [.integer(Int64(seconds))]
        )
    }

    /// Reads the event of a delivery.
    static func event(of delivery: Delivery) -> Statement {
        Statement(
            """
            SELECT id, type, entitlements, cause, is_late FROM entitlements.event
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
                AND sequence = $4::bigint
            """,
            delivery.customer.values + [.integer(delivery.sequence)]
        )
    }

    /// Reads the last events of a customer, the newest first, each with its sequence and date.
    static func last(of customer: ScopedCustomer, limit: Int) -> Statement {
        Statement(
            """
            SELECT sequence, (extract(epoch FROM created_at) * 1000)::bigint, id, type, cause
            FROM entitlements.event
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
            ORDER BY sequence DESC LIMIT $4::bigint
            """,
            customer.values + [.integer(Int64(limit))]
        )
    }

    /// Reads the first sequence of a customer that was not delivered: none if all were.
    static func delivery(of customer: ScopedCustomer) -> Statement {
        Statement(
            """
            SELECT next_sequence FROM entitlements.delivery
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
            """,
            customer.values
        )
    }

    /// Reads the sequences of a customer's dead letters.
    static func deadLetters(of customer: ScopedCustomer) -> Statement {
        Statement(
            """
            SELECT sequence FROM entitlements.dead_letter
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
            """,
            customer.values
        )
    }

    /// Counts the customers with events that were not delivered yet; it reads all shards.
    static let waitingCount = Statement("SELECT count(*) FROM entitlements.delivery")

    /// Goes on to the next event of a customer, unless another process did so before.
    static func complete(_ delivery: Delivery) -> Statement {
        Statement(advance, delivery.customer.values + [.integer(delivery.sequence)])
    }

    private static let advance = """
        UPDATE entitlements.delivery
        SET next_sequence = next_sequence + 1, attempts = 0, due_at = now()
        WHERE app = $1::text AND environment = $2::text AND customer = $3::text
            AND next_sequence = $4::bigint
        """

    /// Removes the row of a customer whose last event was delivered.
    static func removeIfDone(_ delivery: Delivery) -> Statement {
        Statement(
            """
            DELETE FROM entitlements.delivery
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
                AND next_sequence > last_sequence AND next_sequence > $4::bigint
            """,
            delivery.customer.values + [.integer(delivery.sequence)]
        )
    }

    /// Schedules an event again after a pause, unless another process leased it meanwhile.
    static func postpone(_ delivery: Delivery, milliseconds: Int64) -> Statement {
        Statement(
            """
            UPDATE entitlements.delivery
            SET due_at = now() + $6::bigint * interval '1 millisecond'
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
                AND next_sequence = $4::bigint AND attempts = $5::bigint
            """,
            attempt(delivery) + [.integer(milliseconds)]
        )
    }

    /// Gives an event up and goes on to the next one, unless another process leased or completed it
    /// meanwhile.
    static func giveUp(_ delivery: Delivery) -> Statement {
        Statement(advance + " AND attempts = $5::bigint", attempt(delivery))
    }

    /// Keeps an event that was given up as a dead letter.
    static func insertDeadLetter(_ delivery: Delivery, because error: String) -> Statement {
        Statement(
            """
            INSERT INTO entitlements.dead_letter (app, environment, customer, sequence, error)
            VALUES ($1::text, $2::text, $3::text, $4::bigint, $5::text)
            ON CONFLICT (app, environment, customer, sequence)
                DO UPDATE SET error = excluded.error, given_up_at = excluded.given_up_at
            """,
            delivery.customer.values + [.integer(delivery.sequence), .text(error)]
        )
    }

    private static func attempt(_ delivery: Delivery) -> [SQLValue] {
        delivery.customer.values + [.integer(delivery.sequence), .integer(delivery.attempts)]
    }

    // MARK: Replay

    /// Schedules the events of a customer again from a sequence on.
    static func replay(_ customer: ScopedCustomer, from sequence: Int64) -> Statement {
        Statement(
            """
            INSERT INTO entitlements.delivery AS known (app, environment, customer,
                next_sequence, last_sequence)
            SELECT app, environment, customer, greatest($4::bigint, 1), sequence
            FROM entitlements.customer
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
                AND sequence >= greatest($4::bigint, 1)
            ON CONFLICT (app, environment, customer) DO UPDATE SET attempts = 0,
                due_at = excluded.due_at,
                next_sequence = least(known.next_sequence, excluded.next_sequence),
                last_sequence = greatest(known.last_sequence, excluded.last_sequence)
            """,
            customer.values + [.integer(sequence)]
        )
    }

    /// Reads a page of customers with dead letters, each with the first one; it reads all shards.
    static func deadLetters(after customer: ScopedCustomer?, limit: Int) -> Statement {
        Statement(
            """
            SELECT app, environment, customer, min(sequence) FROM entitlements.dead_letter
            WHERE (app, environment, customer) > ($1::text, $2::text, $3::text)
            GROUP BY app, environment, customer ORDER BY app, environment, customer
            LIMIT $4::bigint
            """,
            (customer?.values ?? [.text(""), .text(""), .text("")]) + [.integer(Int64(limit))]
        )
    }

    /// Removes the dead letters of a customer from a sequence on.
    static func removeDeadLetters(of customer: ScopedCustomer, from sequence: Int64) -> Statement {
        Statement(
            """
            DELETE FROM entitlements.dead_letter
            WHERE app = $1::text AND environment = $2::text AND customer = $3::text
                AND sequence >= $4::bigint
            """,
            customer.values + [.integer(sequence)]
        )
    }
}

/// The delivery of a customer's next event.
struct Delivery: Sendable {
    let customer: ScopedCustomer
    let sequence: Int64
    /// The number of attempts, including a current one.
    var attempts: Int64

    /// Reads a row of ``EventTables/due(first:repeated:)``.
    init(_ row: inout SQLRow) throws(SQLError) {
        customer = ScopedCustomer(scope: try row.nextScope(), id: try row.nextCustomer())
        sequence = try row.next()
        attempts = try row.next()
    }
}

extension EntitlementEvent {
    /// Reads a row of ``EventTables/event(of:)``.
    init(_ delivery: Delivery, _ row: inout SQLRow) throws(SQLError) {
        let id: UUID = try row.next()
        let name: String = try row.next()
        guard let type = EventType(rawValue: name) else {
            throw .decoding("unknown type of event \(name)")
        }
        let list: String = try row.next()
        self.init(
            customer: delivery.customer,
            sequence: delivery.sequence,
            id: id,
            type: type,
            cause: try row.nextEntry(),
            isLate: try row.next(),
            entitlements: EntitlementJSON(text: list)
        )
    }
}
