#!/usr/bin/env python3
"""A back end that receives App Store Server Notifications (version 2), and knows from them what
each customer may use: Examples/Backend in one page of Python.

    pip install app-store-server-library
    Examples/backend.py --bundle-id com.example.app --root root.der
"""
import argparse
import json
import sqlite3
import time
import uuid
from contextlib import closing
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException

LONGEST_BODY = 1_000_000

# Dates are milliseconds since 1970, as in the documents.
SCHEMA = """
    CREATE TABLE IF NOT EXISTS notification (
        identifier TEXT NOT NULL PRIMARY KEY, type TEXT NOT NULL, subtype TEXT,
        signedDate INTEGER NOT NULL, signedPayload TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS notificationByDate ON notification (signedDate);
    CREATE TABLE IF NOT EXISTS purchase (
        transactionID TEXT NOT NULL PRIMARY KEY, originalTransactionID TEXT NOT NULL,
        productID TEXT NOT NULL, appAccountToken TEXT, purchaseDate INTEGER NOT NULL,
        expirationDate INTEGER, revocationDate INTEGER, signedDate INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS purchaseByToken ON purchase (appAccountToken);
    CREATE INDEX IF NOT EXISTS purchaseByOriginal ON purchase (originalTransactionID);
    CREATE TABLE IF NOT EXISTS subscription (
        originalTransactionID TEXT NOT NULL PRIMARY KEY, status INTEGER,
        gracePeriodExpirationDate INTEGER, signedDate INTEGER NOT NULL);
"""

# Of each transaction and each subscription, what was signed last counts, in whatever order it came.
FOLD_TRANSACTION = """
    INSERT INTO purchase VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (transactionID) DO UPDATE SET
        appAccountToken = excluded.appAccountToken, expirationDate = excluded.expirationDate,
        revocationDate = excluded.revocationDate, signedDate = excluded.signedDate
    WHERE excluded.signedDate >= signedDate
"""
FOLD_RENEWAL_INFO = """
    INSERT INTO subscription VALUES (?, ?, ?, ?)
    ON CONFLICT (originalTransactionID) DO UPDATE SET
        status = excluded.status, signedDate = excluded.signedDate,
        gracePeriodExpirationDate = excluded.gracePeriodExpirationDate
    WHERE excluded.signedDate >= signedDate
"""

# The last transaction of a purchase decides. A column beside MAX() is of the row with the maximum.
ENTITLEMENTS = f"""
    SELECT productID, originalTransactionID, expirationDate,
        iif(status = {Status.BILLING_GRACE_PERIOD.value}, gracePeriodExpirationDate, NULL)
    FROM (
        SELECT *, MAX(purchaseDate) FROM purchase
        WHERE originalTransactionID IN (
            SELECT originalTransactionID FROM purchase WHERE appAccountToken = :token)
        GROUP BY originalTransactionID)
    LEFT JOIN subscription USING (originalTransactionID)
    WHERE appAccountToken = :token AND revocationDate IS NULL
"""


def record(database, verifier, signed_payload):
    """Verifies a notification and every document in it, and stores it once, in one transaction."""
    notification = verifier.verify_and_decode_notification(signed_payload)
    data, transaction, renewal = notification.data, None, None
    if data and data.signedTransactionInfo:
        transaction = verifier.verify_and_decode_signed_transaction(data.signedTransactionInfo)
    if data and data.signedRenewalInfo:
        renewal = verifier.verify_and_decode_renewal_info(data.signedRenewalInfo)
    with database:
        new = database.execute(
            "INSERT INTO notification VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (notification.notificationUUID, notification.rawNotificationType,
             notification.rawSubtype, notification.signedDate, signed_payload)).rowcount
        if new and transaction:
            token = transaction.appAccountToken
            database.execute(FOLD_TRANSACTION, (
                transaction.transactionId, transaction.originalTransactionId,
                transaction.productId, token and str(uuid.UUID(token)), transaction.purchaseDate,
                transaction.expiresDate, transaction.revocationDate, transaction.signedDate))
        if new and renewal:
            database.execute(FOLD_RENEWAL_INFO, (
                renewal.originalTransactionId, data.rawStatus, renewal.gracePeriodExpiresDate,
                renewal.signedDate))


def entitlements(database, token):
    """What the customer may use now; the App Store's clock counts where it is ahead of ours."""
    last_signed = database.execute("SELECT MAX(signedDate) FROM notification").fetchone()[0]
    now = max(int(time.time() * 1000), last_signed or 0)
    rows = database.execute(ENTITLEMENTS, {"token": token})
    for product, original, expiration, grace_end in rows:
        until = grace_end or expiration
        entitlement = {"productId": product, "originalTransactionId": original,
                       "state": "gracePeriod" if grace_end else "active"}
        if until:
            date = datetime.fromtimestamp(until // 1000, timezone.utc)
            entitlement["until"] = date.strftime("%Y-%m-%dT%H:%M:%SZ")
        if until is None or until > now:
            yield entitlement


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        if self.path != "/notifications":
            return self.answer(404)
        try:
            length = int(self.headers["Content-Length"])
            if not 0 <= length <= LONGEST_BODY:
                return self.answer(413)
            payload = json.loads(self.rfile.read(length))["signedPayload"]
        except (ValueError, KeyError, TypeError):
            return self.answer(400)
        try:
            self.with_database(lambda database: record(database, self.server.verifier, payload))
        except VerificationException:
            self.answer(403)

    def do_GET(self):
        folder, _, token = self.path.rpartition("/")
        if folder != "/entitlements":
            return self.answer(404)
        try:
            token = str(uuid.UUID(token))
        except ValueError:
            return self.answer(400)
        self.with_database(
            lambda database: {"entitlements": list(entitlements(database, token))})

    def with_database(self, work):
        """Answers with what a function returns, or with 500: the App Store then tries again."""
        try:
            with closing(self.server.open_database()) as database:
                content = work(database)
        except sqlite3.Error as error:
            self.log_error("%s", error)
            return self.answer(500)
        self.answer(200, content)

    def answer(self, status, content=None):
        text = json.dumps(content, sort_keys=True, separators=(",", ":")) if content else ""
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def main():
    parser = argparse.ArgumentParser(description="Receives notifications of the App Store.")
    parser.add_argument("--bundle-id", required=True, help="the bundle identifier of the app")
    parser.add_argument("--root", required=True, help="the store's root certificate, in DER")
    parser.add_argument("--database", default="backend.sqlite")
    parser.add_argument("--port", type=int, default=8081, help="0 is any free one")
    options = parser.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    server.verifier = SignedDataVerifier(
        [Path(options.root).read_bytes()], enable_online_checks=False,
        environment=Environment.SANDBOX, bundle_id=options.bundle_id)
    server.open_database = lambda: sqlite3.connect(options.database, isolation_level="IMMEDIATE")
    with closing(server.open_database()) as database:
        database.executescript(SCHEMA)
    print(f"Listening at http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
