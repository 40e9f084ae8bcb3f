import PostgreSQL

/// The steps from an empty database to the current schema.
///
/// A step that was released is never changed. Every primary key begins with app, environment and
/// the original transaction, or the customer, so that the tables can be spread over machines by
/// that.
enum Migrations {
    struct Step {
        let number: Int
        let statements: [String]
    }

    static let all = [
        documentsAndState, customersAndEvents, backfillAndDeadLetters, detailsOfTransactions,
        deliveriesByAttempts, seatsAndPlans, shardsOfCustomers, consumptionRequests,
        statistics, refundedSeats,
    ]

    static let scope = """
        app text COLLATE "C" NOT NULL,
        environment text COLLATE "C" NOT NULL
        """

    private static let documentsAndState = Step(
        number: 1,
        statements: [
            // The identifiers of all documents, each of which is recorded once.
            """
            CREATE TABLE entitlements.inbox (
                \(scope),
                shard_key text COLLATE "C" NOT NULL,
                id uuid NOT NULL,
                PRIMARY KEY (app, environment, shard_key, id)
            )
            """,
            // The documents as they were signed: append-only, in monthly partitions.
            """
            CREATE TABLE entitlements.document (
                \(scope),
                shard_key text COLLATE "C" NOT NULL,
                id uuid NOT NULL,
                received_at timestamptz NOT NULL DEFAULT now(),
                kind text NOT NULL,
                type text,
                subtype text,
                signed_at bigint NOT NULL,
                content text NOT NULL,
                PRIMARY KEY (app, environment, shard_key, id, received_at)
            ) PARTITION BY RANGE (received_at)
            """,
            // Signed documents don't compress well, so PostgreSQL doesn't try.
            "ALTER TABLE entitlements.document ALTER content SET STORAGE EXTERNAL",
            // For months without a partition.
            "CREATE TABLE entitlements.document_default PARTITION OF entitlements.document DEFAULT",
            "CREATE INDEX document_by_arrival ON entitlements.document (received_at, id)",
            "CREATE SCHEMA entitlements_state",
            """
            CREATE TABLE entitlements_state.transaction (
                \(scope),
                original_id text COLLATE "C" NOT NULL,
                transaction_id text COLLATE "C" NOT NULL,
                signed_at bigint NOT NULL,
                is_revoked boolean NOT NULL,
                digest bytea NOT NULL,
                product_id text NOT NULL,
                purchased_at bigint NOT NULL,
                expires_at bigint,
                revoked_at bigint,
                account_signed_at bigint,
                account_is_revoked boolean,
                account_digest bytea,
                account_token uuid,
                product_type text,
                PRIMARY KEY (app, environment, original_id, transaction_id)
            )
            """,
            """
            CREATE TABLE entitlements_state.renewal (
                \(scope),
                original_id text COLLATE "C" NOT NULL,
                signed_at bigint NOT NULL,
                digest bytea NOT NULL,
                grace_period_end bigint,
                is_in_billing_retry boolean NOT NULL,
                PRIMARY KEY (app, environment, original_id)
            ) WITH (fillfactor = 80)
            """,
            // The state derived from both. Before the first transaction, product_id is NULL.
            """
            CREATE TABLE entitlements_state.purchase (
                \(scope),
                original_id text COLLATE "C" NOT NULL,
                owner uuid,
                product_id text,
                product_type text,
                purchased_at bigint,
                expires_at bigint,
                is_revoked boolean,
                renewal_signed_at bigint,
                grace_period_end bigint,
                is_in_billing_retry boolean,
                PRIMARY KEY (app, environment, original_id)
            ) WITH (fillfactor = 80)
            """,
            // From an account to its purchases.
            """
            CREATE TABLE entitlements_state.account (
                \(scope),
                token uuid NOT NULL,
                original_id text COLLATE "C" NOT NULL,
                PRIMARY KEY (app, environment, token, original_id)
            )
            """,
        ]
    )

    private static let customersAndEvents = Step(
        number: 2,
        statements: [
            // The entitlements of a customer's last event, and when time changes them.
            """
            CREATE TABLE entitlements.customer (
                \(scope),
                customer text COLLATE "C" NOT NULL,
                sequence bigint NOT NULL DEFAULT 0,
                entitlements text NOT NULL DEFAULT '{"entitlements":[]}',
                next_change bigint,
                PRIMARY KEY (app, environment, customer)
            ) WITH (fillfactor = 80)
            """,
            """
            CREATE INDEX customer_by_change ON entitlements.customer (next_change)
            WHERE next_change IS NOT NULL
            """,
            """
            CREATE TABLE entitlements.event (
                \(scope),
                customer text COLLATE "C" NOT NULL,
                sequence bigint NOT NULL,
                id uuid NOT NULL,
                type text NOT NULL,
                entitlements text NOT NULL,
                created_at timestamptz NOT NULL DEFAULT now(),
                PRIMARY KEY (app, environment, customer, sequence)
            )
            """,
            // A row for each customer with events that were not delivered yet.
            """
            CREATE TABLE entitlements.delivery (
                \(scope),
                customer text COLLATE "C" NOT NULL,
                next_sequence bigint NOT NULL,
                last_sequence bigint NOT NULL,
                due_at timestamptz NOT NULL DEFAULT now(),
                attempts integer NOT NULL DEFAULT 0,
                PRIMARY KEY (app, environment, customer)
            ) WITH (fillfactor = 50)
            """,
            "CREATE INDEX delivery_by_date ON entitlements.delivery (due_at)",
        ]
    )

    private static let backfillAndDeadLetters = Step(
        number: 3,
        statements: [
            """
            CREATE TABLE entitlements.dead_letter (
                \(scope),
                customer text COLLATE "C" NOT NULL,
                sequence bigint NOT NULL,
                error text NOT NULL,
                given_up_at timestamptz NOT NULL DEFAULT now(),
                PRIMARY KEY (app, environment, customer, sequence)
            )
            """,
            // The progress of a backfill, for resuming it.
            """
            CREATE TABLE entitlements.backfill (
                \(scope),
                source text NOT NULL,
                position text NOT NULL,
                PRIMARY KEY (app, environment, source)
            )
            """,
        ]
    )

    /// `account_is_revoked` and `account_digest` remain for processes of the version before, which
    /// serve until all are new.
    private static let detailsOfTransactions = Step(
        number: 4,
        statements: [
            """
            ALTER TABLE entitlements_state.transaction
                ADD COLUMN details_signed_at bigint,
                ADD COLUMN is_upgraded boolean NOT NULL DEFAULT false,
                ADD COLUMN shares_period boolean NOT NULL DEFAULT false
            """
        ]
    )

    private static let deliveriesByAttempts = Step(
        number: 5,
        statements: [
            """
            CREATE INDEX delivery_by_attempts
            ON entitlements.delivery (least(attempts, 1), due_at)
            """,
            "DROP INDEX entitlements.delivery_by_date",
        ]
    )

    private static let seatsAndPlans = Step(
        number: 6,
        statements: [
            """
            ALTER TABLE entitlements_state.transaction
                ADD COLUMN seats integer,
                ADD COLUMN is_assigned boolean NOT NULL DEFAULT false,
                ADD COLUMN is_billed_monthly boolean NOT NULL DEFAULT false
            """,
            // Like the others, the columns have no value before the first transaction.
            """
            ALTER TABLE entitlements_state.purchase
                ADD COLUMN seats bigint,
                ADD COLUMN is_assigned boolean DEFAULT false,
                ADD COLUMN is_billed_monthly boolean DEFAULT false
            """,
        ]
    )

    private static let consumptionRequests = Step(
        number: 8,
        statements: [
            // Dates are by the service's clock. due_at is the date to send an answer, or the end of
            // the lease during an attempt.
            """
            CREATE TABLE entitlements.consumption_request (
                \(scope),
                original_id text COLLATE "C" NOT NULL,
                transaction_id text COLLATE "C" NOT NULL,
                id uuid NOT NULL,
                product_id text NOT NULL,
                reason text,
                requested_at bigint NOT NULL,
                deadline bigint NOT NULL,
                state text NOT NULL,
                answer text,
                actor text,
                attempts integer NOT NULL DEFAULT 0,
                due_at bigint,
                error text,
                PRIMARY KEY (app, environment, original_id, transaction_id, id)
            ) WITH (fillfactor = 80)
            """,
            """
            CREATE INDEX consumption_request_by_deadline
            ON entitlements.consumption_request (app, environment, deadline, id)
            WHERE state IN ('open', 'answered')
            """,
        ]
    )
}
