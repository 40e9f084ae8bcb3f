import EntitlementModel
import Foundation
import PostgreSQL

/// The table of consumption requests.
///
/// Dates are those of the service's clock.
enum ConsumptionTables {
    /// The state of a request.
    enum State: String {
        /// Without an answer.
        case open
        /// With an answer that the App Store has not accepted yet.
        case answered
        /// The App Store accepted the answer.
        case sent
        /// The App Store refused the answer.
        case failed
        /// The deadline passed before an answer was accepted.
        case expired
    }

    /// Records the request of a notification, once.
    static func insert(_ request: ConsumptionRequest, at now: Milliseconds) -> Statement {
        // A backfill may find expired requests.
        let state: State = request.deadline > now ? .open : .expired
        return Statement(
            """
            INSERT INTO entitlements.consumption_request (app, environment, original_id,
                transaction_id, id, product_id, reason, requested_at, deadline, state)
            VALUES ($1::text, $2::text, $3::text, $4::text, $5::uuid, $6::text, $7::text,
                $8::bigint, $9::bigint, $10::text)
            ON CONFLICT DO NOTHING
            RETURNING id
            """,
            key(request) + [
                .text(request.productID), .text(request.reason), .integer(request.date),
                .integer(request.deadline), .text(state.rawValue),
            ]
        )
    }

    // MARK: The list

    /// A place in the list, which is in the order of deadlines.
    struct Place: Hashable {
        var deadline: Milliseconds
        var id: UUID
    }

    /// Reads open requests after a place.
    static func open(in scope: PurchaseScope, after place: Place, limit: Int) -> Statement {
        Statement(
            """
            SELECT \(columns) FROM entitlements.consumption_request
            WHERE app = $1::text AND environment = $2::text AND state = 'open'
                AND (deadline, id) > ($3::bigint, $4::uuid)
            ORDER BY deadline, id LIMIT $5::bigint
            """,
            scope.values + [
                .integer(place.deadline), .uuid(place.id), .integer(Int64(limit)),
            ]
        )
    }

    /// Counts the open requests, and those without an accepted answer whose deadline is before a
    /// date, among the next 100,000.
    static func count(in scope: PurchaseScope, dueBy date: Milliseconds) -> Statement {
        Statement(
            """
            SELECT count(*) FILTER (WHERE state = 'open'),
                count(*) FILTER (WHERE deadline <= $3::bigint)
            FROM (SELECT state, deadline FROM entitlements.consumption_request
                WHERE app = $1::text AND environment = $2::text
                    AND state IN ('open', 'answered')
                ORDER BY deadline LIMIT 100000) AS pending
            """,
            scope.values + [.integer(date)]
        )
    }

    /// Reads the newest requests about a purchase.
    static func newest(of purchase: PurchaseKey, limit: Int) -> Statement {
        Statement(
            """
            SELECT \(columns) FROM entitlements.consumption_request
            WHERE app = $1::text AND environment = $2::text AND original_id = $3::text
            ORDER BY deadline DESC, id LIMIT $4::bigint
            """,
            purchase.values + [.integer(Int64(limit))]
        )
    }

    // MARK: Answers

    /// Answers the requests about a transaction that have no answer, or a refused one.
    ///
    /// - Returns: The statement. It returns a row like those of ``newest(_:of:)`` for each request.
    static func answer(
        _ transactionID: String,
        of purchase: PurchaseKey,
        with answer: ConsumptionAnswer,
        by actor: String,
        at now: Milliseconds
    ) -> Statement {
        Statement(
            """
            UPDATE entitlements.consumption_request
            SET state = 'answered', answer = $5::text, actor = $6::text, due_at = $7::bigint,
                attempts = 0, error = NULL
            WHERE app = $1::text AND environment = $2::text AND original_id = $3::text
                AND transaction_id = $4::text AND state IN ('open', 'failed')
                AND deadline > $7::bigint
            RETURNING state, answer
            """,
            purchase.values + [
                .text(transactionID), .text(answer.json), .text(actor), .integer(now),
            ]
        )
    }

    /// Reads the state and the answer of the newest request about a transaction.
    static func newest(_ transactionID: String, of purchase: PurchaseKey) -> Statement {
        Statement(
            """
            SELECT state, answer FROM entitlements.consumption_request
            WHERE app = $1::text AND environment = $2::text AND original_id = $3::text
                AND transaction_id = $4::text
            ORDER BY deadline DESC, id LIMIT 1
            """,
            purchase.values + [.text(transactionID)]
        )
    }

    /// Answers a request by the rule, unless it was answered before.
    static func answer(
        _ request: ConsumptionRequest,
        with answer: ConsumptionAnswer,
        at now: Milliseconds
    ) -> Statement {
        Statement(
            """
            UPDATE entitlements.consumption_request
            SET state = 'answered', answer = $6::text, due_at = $7::bigint
            WHERE \(isRequest) AND state = 'open' AND deadline > $7::bigint
            """,
            key(request) + [.text(answer.json), .integer(now)]
        )
    }

    // MARK: Sending

    /// Reads requests that have to expire, to be answered by the rule, or to be sent.
    ///
    /// A separate statement changes each one and checks it again, because another process may be
    /// faster.
    static func due(
        in scope: PurchaseScope,
        at now: Milliseconds,
        by rule: ConsumptionRule?,
        sends: Bool,
        limit: Int
    ) -> Statement {
        Statement(
            """
            SELECT \(columns), state FROM entitlements.consumption_request
            WHERE app = $1::text AND environment = $2::text AND state IN ('open', 'answered')
                AND (deadline <= $3::bigint AND coalesce(due_at, $3::bigint) <= $3::bigint
                    OR state = 'answered' AND due_at <= $4::bigint
                    OR state = 'open' AND requested_at <= $5::bigint
                        AND product_id = ANY($6::text[]))
            ORDER BY deadline LIMIT $7::bigint
            """,
            scope.values + [
                .integer(now), .integer(sends ? now : nil),
                .integer(rule.map { now - $0.delay }),
                .array((rule?.answers.keys.sorted() ?? []).map { .text($0) }),
                .integer(Int64(limit)),
            ]
        )
    }

    /// Leases a due answer until a date; returns it with the number of the attempt.
    static func lease(
        _ request: ConsumptionRequest,
        at now: Milliseconds,
        until end: Milliseconds
    ) -> Statement {
        Statement(
            """
            UPDATE entitlements.consumption_request
            SET attempts = attempts + 1, due_at = $7::bigint
            WHERE \(isRequest) AND state = 'answered' AND due_at <= $6::bigint
                AND deadline > $6::bigint
            RETURNING answer, attempts::bigint
            """,
            key(request) + [.integer(now), .integer(end)]
        )
    }

    /// Ends a request after an attempt, unless the lease ended first.
    static func end(
        _ request: ConsumptionRequest,
        _ attempt: Int64,
        as state: State,
        because error: String? = nil
    ) -> Statement {
        Statement(
            """
            UPDATE entitlements.consumption_request
            SET state = $7::text, error = $8::text, due_at = NULL
            WHERE \(isRequest) AND state = 'answered' AND attempts = $6::bigint
            """,
            key(request) + [.integer(attempt), .text(state.rawValue), .text(error)]
        )
    }

    /// Schedules another attempt, no later than the deadline.
    static func postpone(
        _ request: ConsumptionRequest,
        _ attempt: Int64,
        until date: Milliseconds,
        because error: String
    ) -> Statement {
        Statement(
            """
            UPDATE entitlements.consumption_request
            SET due_at = least($7::bigint, deadline), error = $8::text
            WHERE \(isRequest) AND state = 'answered' AND attempts = $6::bigint
            """,
            key(request) + [.integer(attempt), .integer(date), .text(error)]
        )
    }

    /// Ends a request whose deadline has passed, unless an attempt is under way.
    static func expire(_ request: ConsumptionRequest, at now: Milliseconds) -> Statement {
        Statement(
            """
            UPDATE entitlements.consumption_request SET state = 'expired', due_at = NULL
            WHERE \(isRequest) AND state IN ('open', 'answered') AND deadline <= $6::bigint
                AND coalesce(due_at, $6::bigint) <= $6::bigint
            """,
            key(request) + [.integer(now)]
        )
    }

    // MARK: Values

    private static let columns = """
        app, environment, original_id, transaction_id, id, product_id, reason, deadline
        """

    private static let isRequest = """
        app = $1::text AND environment = $2::text AND original_id = $3::text
            AND transaction_id = $4::text AND id = $5::uuid
        """

    private static func key(_ request: ConsumptionRequest) -> [SQLValue] {
        request.key.values + [.text(request.transactionID), .uuid(request.id)]
    }
}

extension ConsumptionRequest {
    /// Reads a row of a list.
    static func decode(_ row: inout SQLRow) throws(SQLError) -> ConsumptionRequest {
        ConsumptionRequest(
            key: try row.nextPurchaseKey(),
            transactionID: try row.next(),
            id: try row.next(),
            productID: try row.next(),
            reason: try row.nextIfPresent(),
            deadline: try row.next()
        )
    }
}

extension ConsumptionTables.State: SQLColumnValue {
    /// Reads the name.
    init?(column: String) { self.init(rawValue: column) }
}
