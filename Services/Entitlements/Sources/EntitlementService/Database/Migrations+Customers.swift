extension Migrations {
    /// Replaces joined tables by two kinds of shards: purchases, and customers with copies of their
    /// purchases.
    ///
    /// Processes of the previous version can't serve this schema.
    static let shardsOfCustomers = Step(
        number: 7,
        statements: transactionsAndRenewals + ownedPurchases + statementsAndEvents
    )

    private static let transactionsAndRenewals = [
        """
        ALTER TABLE entitlements_state.transaction
            DROP COLUMN account_is_revoked,
            DROP COLUMN account_digest,
            ADD COLUMN last_revocation bigint,
            ADD COLUMN refunded_seats integer,
            ADD COLUMN seats_refunded_at bigint,
            ADD COLUMN details_digest bytea NOT NULL DEFAULT '',
            ADD COLUMN app_transaction_id text,
            ADD COLUMN price bigint,
            ADD COLUMN currency text,
            ADD COLUMN quantity integer,
            ADD COLUMN offer_type integer,
            ADD COLUMN offer_id text,
            ADD COLUMN offer_discount_type text,
            ADD COLUMN reason text,
            ADD COLUMN revocation_type text,
            ADD COLUMN revocation_percentage integer,
            ADD COLUMN revocation_reason integer,
            ADD COLUMN storefront text,
            ADD COLUMN group_id text
        """,
        "UPDATE entitlements_state.transaction SET last_revocation = signed_at WHERE is_revoked",
        // Keeps every statement: the newest determines the state, and all of them the timeline.
        """
        ALTER TABLE entitlements_state.renewal
            DROP CONSTRAINT renewal_pkey,
            ADD PRIMARY KEY (app, environment, original_id, signed_at, digest),
            ADD COLUMN auto_renews boolean,
            ADD COLUMN product_id text,
            ADD COLUMN price bigint,
            ADD COLUMN currency text,
            ADD COLUMN renews_at bigint,
            ADD COLUMN price_increase_status integer,
            ADD COLUMN expiration_intent integer,
            ADD COLUMN offer_type integer,
            ADD COLUMN offer_id text
        """,
        "ALTER TABLE entitlements_state.renewal RESET (fillfactor)",
        """
        ALTER TABLE entitlements_state.purchase
            ADD COLUMN revision bigint NOT NULL DEFAULT 0,
            ADD COLUMN owners text NOT NULL DEFAULT '',
            ADD COLUMN is_erased boolean NOT NULL DEFAULT false
        """,
        """
        UPDATE entitlements_state.purchase SET owners = coalesce(owner::text, original_id)
        WHERE product_id IS NOT NULL
        """,
    ]

    private static let ownedPurchases = [
        """
        CREATE TABLE entitlements_state.owned_purchase (
            \(scope),
            customer text COLLATE "C" NOT NULL,
            original_id text COLLATE "C" NOT NULL,
            name text COLLATE "C" NOT NULL,
            revision bigint NOT NULL,
            is_owned boolean NOT NULL,
            last_entry text,
            settled_at bigint NOT NULL,
            product_id text NOT NULL,
            product_type text,
            purchased_at bigint NOT NULL,
            expires_at bigint,
            is_revoked boolean NOT NULL,
            seats bigint,
            is_assigned boolean NOT NULL,
            is_billed_monthly boolean NOT NULL,
            renewal_signed_at bigint,
            grace_period_end bigint,
            is_in_billing_retry boolean,
            PRIMARY KEY (app, environment, customer, original_id, name)
        ) WITH (fillfactor = 80)
        """,
        """
        INSERT INTO entitlements_state.owned_purchase
        SELECT app, environment, owners, original_id, owners, 0, true, NULL,
            (extract(epoch FROM now()) * 1000)::bigint, product_id, product_type, purchased_at,
            expires_at, is_revoked, seats, is_assigned, is_billed_monthly, renewal_signed_at,
            grace_period_end, is_in_billing_retry
        FROM entitlements_state.purchase
        WHERE product_id IS NOT NULL AND product_type IS DISTINCT FROM 'Consumable'
        """,
        """
        CREATE TABLE entitlements_state.credit (
            \(scope),
            customer text COLLATE "C" NOT NULL,
            original_id text COLLATE "C" NOT NULL,
            name text COLLATE "C" NOT NULL,
            revision bigint NOT NULL,
            product_id text NOT NULL,
            units bigint NOT NULL,
            PRIMARY KEY (app, environment, customer, original_id, name)
        )
        """,
        """
        INSERT INTO entitlements_state.credit
        SELECT app, environment, owners, original_id, owners, 0, product_id,
            CASE WHEN is_revoked THEN 0 ELSE 1 END
        FROM entitlements_state.purchase WHERE product_type = 'Consumable'
        """,
        """
        INSERT INTO entitlements.customer (app, environment, customer)
        SELECT DISTINCT app, environment, owners FROM entitlements_state.purchase
        WHERE product_id IS NOT NULL ON CONFLICT DO NOTHING
        """,
        "ALTER TABLE entitlements_state.purchase DROP COLUMN owner",
        "DROP TABLE entitlements_state.account",
    ]

    private static let statementsAndEvents = [
        """
        ALTER TABLE entitlements.customer
            ADD COLUMN last_entry text,
            ADD COLUMN root text,
            ADD COLUMN has_grants boolean NOT NULL DEFAULT false,
            ADD COLUMN moves bigint NOT NULL DEFAULT 0,
            ADD COLUMN moved_at timestamptz
        """,
        """
        CREATE TABLE entitlements.member (
            \(scope),
            customer text COLLATE "C" NOT NULL,
            name text COLLATE "C" NOT NULL,
            number bigint NOT NULL,
            PRIMARY KEY (app, environment, customer, name)
        )
        """,
        // The team's statements and their authors: append-only, except for an erasure.
        """
        CREATE TABLE entitlements.statement (
            \(scope),
            customer text COLLATE "C" NOT NULL,
            id uuid NOT NULL,
            name text COLLATE "C" NOT NULL,
            made_at bigint NOT NULL,
            actor text NOT NULL,
            kind text NOT NULL,
            content text NOT NULL,
            product_id text COLLATE "C",
            quantity bigint,
            key text COLLATE "C",
            PRIMARY KEY (app, environment, customer, id)
        )
        """,
        """
        CREATE TABLE entitlements.outbox (
            \(scope),
            shard_key text COLLATE "C" NOT NULL,
            kind text COLLATE "C" NOT NULL,
            number bigint NOT NULL,
            body text NOT NULL,
            created_at timestamptz NOT NULL DEFAULT now(),
            PRIMARY KEY (app, environment, shard_key, kind, number)
        )
        """,
        "CREATE INDEX outbox_by_date ON entitlements.outbox (created_at)",
        """
        ALTER TABLE entitlements.event
            ADD COLUMN cause text,
            ADD COLUMN is_late boolean NOT NULL DEFAULT false,
            ALTER COLUMN created_at SET DEFAULT statement_timestamp()
        """,
        // For listeners. Uses the date of the insertion, because the transaction's start is too
        // early.
        "CREATE INDEX event_by_date ON entitlements.event (created_at)",
        """
        CREATE INDEX customer_by_move ON entitlements.customer (moved_at)
        WHERE moved_at IS NOT NULL
        """,
    ]
}
