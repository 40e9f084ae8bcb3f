-- Fills the tables with the subscribers from :first to :last, each with a subscription and what one
-- notification leaves behind, but for the notification itself.
-- psql --set first=1 --set last=10000 --file fill.sql
\set QUIET on
SET synchronous_commit = off;
CREATE TEMPORARY TABLE filling AS
SELECT 'com.example.benchmark'::text AS app, 'Sandbox'::text AS environment, number,
    (2000000000000000 + scattered * 100000)::text AS original_id,
    (lpad(to_hex(scattered), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(number), 12, '0'))::uuid
        AS token,
    sha256(convert_to(number::text, 'UTF8')) AS digest,
    'com.example.benchmark.magazine.monthly'::text AS product_id,
    'Auto-Renewable Subscription'::text AS product_type,
    now_ms - 86400000 AS signed_at, now_ms - 86400000 AS purchased_at,
    now_ms + 86400000 * (10 + number % 20) AS expires_at
FROM generate_series(:first::bigint, :last::bigint) AS number,
    LATERAL (SELECT number * 268435399 & 4294967295 AS scattered) AS scattered,
    (SELECT (extract(epoch FROM now()) * 1000)::bigint AS now_ms) AS present;

INSERT INTO entitlements.inbox (app, environment, shard_key, id)
SELECT app, environment, original_id, gen_random_uuid() FROM filling;

INSERT INTO entitlements_state.transaction (app, environment, original_id, transaction_id, signed_at,
    is_revoked, digest, product_id, purchased_at, expires_at, account_signed_at, account_token,
    details_signed_at, product_type)
SELECT app, environment, original_id, original_id, signed_at, false, digest, product_id, purchased_at,
    expires_at, signed_at, token, signed_at, product_type
FROM filling;

INSERT INTO entitlements_state.renewal (app, environment, original_id, signed_at, digest,
    is_in_billing_retry)
SELECT app, environment, original_id, signed_at, digest, false FROM filling;

INSERT INTO entitlements_state.purchase (app, environment, original_id, revision, owners,
    product_id, product_type, purchased_at, expires_at, is_revoked, renewal_signed_at,
    is_in_billing_retry)
SELECT app, environment, original_id, 1, token::text, product_id, product_type, purchased_at,
    expires_at, false, signed_at, false
FROM filling;

INSERT INTO entitlements_state.owned_purchase (app, environment, customer, original_id, name,
    revision, is_owned, last_entry, settled_at, product_id, product_type, purchased_at, expires_at,
    is_revoked, is_assigned, is_billed_monthly, renewal_signed_at, is_in_billing_retry)
SELECT app, environment, token::text, original_id, token::text, 1, true, format(
    '{"date":%s,"originalTransactionId":"%s","productId":"%s","reason":"started",'
    '"transactionId":"%s"}', purchased_at, original_id, product_id, original_id), signed_at,
    product_id, product_type, purchased_at, expires_at, false, false, false, signed_at, false
FROM filling;

CREATE TEMPORARY TABLE filling_lists AS
SELECT app, environment, token::text AS customer, expires_at, format(
    '{"entitlements":[{"name":"magazine","productId":"%s","originalTransactionId":"%s",'
    '"state":"active","granted":true,"until":"%s"}]}', product_id, original_id,
    to_char(to_timestamp(expires_at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"'))
    AS entitlements
FROM filling;

INSERT INTO entitlements.customer (app, environment, customer, sequence, entitlements, next_change)
SELECT app, environment, customer, 1, entitlements, expires_at FROM filling_lists;

INSERT INTO entitlements.event (app, environment, customer, sequence, id, type, entitlements)
SELECT app, environment, customer, 1, gen_random_uuid(), 'entitlements.granted', entitlements
FROM filling_lists;
