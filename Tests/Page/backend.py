"""A back end as the page's check needs it: it receives notifications, and knows what they say."""

import base64
import datetime
import http.server
import json
import threading
import urllib.parse

KEY = "a-reader-of-the-page"


def payload(document):
    """What a signed document says; nobody verifies it here."""
    part = document.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


class Backend(http.server.BaseHTTPRequestHandler):
    """Accepts every notification, answers for entitlements, and has a page that links elsewhere."""

    arrived = threading.Semaphore(0)
    # Whether notifications are answered now.
    answers = threading.Event()
    answers.set()
    # Whether they are refused.
    refuses = False
    link = ""
    entitlements = {}
    # The status for those who ask for entitlements.
    status = 200

    def do_GET(self):
        if not urllib.parse.urlsplit(self.path).path.endswith("/entitlements"):
            body = f'<!doctype html><a href="{self.link}">The store</a>'
            self.answer(200, "text/html", body)
        elif self.headers["Authorization"] != f"Bearer {KEY}":
            self.answer(401, "application/json", "{}")
        else:
            known = {"entitlements": list(self.entitlements.values())}
            self.answer(self.status, "application/json", json.dumps(known))

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        notification = payload(json.loads(body)["signedPayload"])
        self.arrived.release()
        self.answers.wait()
        if self.refuses:
            return self.answer(500, "text/plain", "out of order")
        self.note(notification)
        self.answer(200, "application/json", "")

    def answer(self, status, kind, text):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def note(self, notification):
        """What a notification changes about a purchase that lasts."""
        data = notification.get("data", {})
        if "signedTransactionInfo" not in data:
            return
        transaction = payload(data["signedTransactionInfo"])
        if transaction["type"] == "Consumable":
            return
        renewal = payload(data["signedRenewalInfo"]) if "signedRenewalInfo" in data else {}
        original = transaction["originalTransactionId"]
        ended = notification["notificationType"] in ["EXPIRED", "REFUND", "REVOKE"]
        self.entitlements.pop(original, None)
        if ended:
            return
        grace, end = renewal.get("gracePeriodExpiresDate"), transaction.get("expiresDate")
        failed = renewal.get("isInBillingRetryPeriod", False)
        state = "gracePeriod" if grace else "billingRetry" if failed else "active"
        self.entitlements[original] = {
            "name": "reader", "productId": transaction["productId"],
            "originalTransactionId": original, "state": state, "granted": state != "billingRetry",
            "until": date(grace or end),
        }

    def log_message(self, *_):
        pass


def date(milliseconds):
    if milliseconds is None:
        return None
    instant = datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc)
    return instant.strftime("%Y-%m-%dT%H:%M:%SZ")
