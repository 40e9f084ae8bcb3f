"""What a person does with notifications."""

import contextlib
import shutil
import sqlite3
import subprocess

from backend import Backend
from browser import PageError
from person import CONSUMABLE, LASTING, SUBSCRIPTION, Person


class NotificationSteps(Person):
    """Notifications, and an entitlement service that gets them."""

    def replay(self):
        self.click("Notifications", "nav")
        self.browser.click("document.querySelector('[name=isRecording]')")
        self.fill("url", self.webhook, "main")
        self.click("Save", "main")
        self.sees("saved", "#notices")
        self.ask("/transactions", {"productID": CONSUMABLE})
        self.sees("ONE_TIME_CHARGE", ".rows")
        self.sees("Delivered", ".rows")
        self.click("ONE_TIME_CHARGE", ".rows")
        # The payload stands above the rest, and what is signed inside of it is decoded, too.
        self.sees('"notificationType": "ONE_TIME_CHARGE"', ".details pre")
        self.sees(f'"productId": "{CONSUMABLE}"', ".details pre")
        self.click("Replay", ".details")
        self.sees("is sent again", "#notices")
        self.receive("at once", "again")

    def receive(self, *times):
        for _ in times:
            if not Backend.arrived.acquire(timeout=30):
                raise PageError("A notification did not arrive as often as it should.")

    def copy_as_curl(self):
        self.browser.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.browser.call("Browser.grantPermissions",
                          permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.click("Copy as curl", ".details")
        self.sees("Copied.", "#notices")
        command = self.browser.evaluate("navigator.clipboard.readText()")
        if not command.startswith("curl ") or self.webhook not in command:
            raise PageError(f"Another command was copied: {command}")
        if shutil.which("curl"):
            subprocess.run(command, shell=True, check=True, capture_output=True)
            self.receive("by curl")

    def search_notifications(self):
        self.browser.press("Escape")
        self.browser.evaluate("document.activeElement.blur()")
        self.browser.press("/")
        self.browser.type("no such thing")
        self.sees("No notifications match.", "main")
        self.click("Clear", ".filters")
        self.choose("type", "ONE_TIME_CHARGE", ".filters")
        self.is_true("document.querySelectorAll('.rows a').length === 1", "one row")
        self.click("Clear", ".filters")

    def trigger(self):
        self.click("Trigger", "main")
        self.choose("notification", "EXPIRED.BILLING_RETRY", "dialog")
        self.choose("customerID", "1", "dialog")
        self.click("Trigger", "dialog .buttons")
        self.sees("EXPIRED.BILLING_RETRY", ".details h2")
        self.sees("BILLING_RETRY", ".rows")
        self.browser.press("Escape")
        self.click("Trigger", "main")
        self.choose("notification", "OFFER_REDEEMED.UPGRADE", "dialog")
        self.choose("productID", CONSUMABLE, "dialog")
        self.click("Trigger", "dialog .buttons")
        self.sees("OFFER_REDEEMED.UPGRADE", "dialog .error")
        self.expect_complaint(409)
        self.browser.press("Escape")

    def read_unknown_notification(self):
        """A type of a later version is shown as it is, with the documents inside of it."""
        rescission = {"notification": "RESCIND_CONSENT"}
        self.ask("/notifications/trigger", rescission)
        with contextlib.closing(sqlite3.connect(self.ledger)) as ledger, ledger:
            ledger.execute(
                """
                UPDATE notification SET type = 'SEATS_MOVED', subtype = 'SIDEWAYS',
                    payload = json_set(payload, '$.notificationType', 'SEATS_MOVED')
                WHERE type = 'RESCIND_CONSENT'
                """
            )
        self.ask("/notifications/trigger", rescission)
        self.sees("SEATS_MOVED", ".rows")
        self.click("SEATS_MOVED", ".rows")
        self.sees("SEATS_MOVED.SIDEWAYS", ".details h2")
        self.sees('"originalPlatform": "iOS"', ".details pre")
        self.browser.press("Escape")

    def see_months(self):
        """A long timeline has its ticks at the starts of months."""
        self.click("Subscriptions", "nav")
        self.sees("Expired", ".card .badge")
        self.is_true("""(() => {
            const ticks = [...document.querySelectorAll(".picture .tick text")];
            return ticks.length > 2 && ticks.every(({ innerHTML }) => (
                /^\\d{4}-\\d\\d$/.test(innerHTML)
            ));
        })()""", "months below the picture")
        self.click("Notifications", "nav")

    def replay_failed(self):
        self.is_true("[...document.querySelectorAll('.rows .state')]"
                     ".every((one) => one.innerText === 'Delivered')", "no failures so far")
        Backend.refuses = True
        self.ask("/transactions", {"productID": CONSUMABLE})
        self.sees("Retry due", ".rows")
        self.browser.click("document.querySelector('[name=failed]')")
        self.is_true("document.querySelectorAll('.rows a').length === 1", "one row")
        Backend.refuses = False
        self.click("Replay all failed", "main")
        self.sees("1 notification is sent again.", "#notices")
        self.sees("No notifications match.", "main")
        self.click("Clear", ".filters")
        while Backend.arrived.acquire(blocking=False):
            pass

    def compare_with_service(self):
        """What the service says stands beside the store, and follows the notifications."""
        self.ask("/transactions", {"productID": SUBSCRIPTION})
        self.click("Subscriptions", "nav")
        self.sees("Agrees with the store", ".card .service")
        self.sees("Granted reader, active until", ".card .service")
        Backend.answers.clear()
        self.click("Expire", ".card")
        self.sees("Waiting for the service", ".card .service.waiting")
        Backend.answers.set()
        self.sees("Not granted It does not list", ".card .service.agrees")
        number = self.ask("/transactions", {"productID": LASTING})["id"]
        self.click("Transactions", "nav")
        self.browser.evaluate(f"location.hash = '#/transactions/{number}'")
        self.sees("Agrees with the store", ".details .service")
        Backend.entitlements.clear()
        # What happens to others makes the page ask again.
        self.ask("/transactions", {"productID": CONSUMABLE})
        self.sees("Differs from the store", ".details .service.differs")
        self.sees("By the store: granted, active.", ".details .service")
        Backend.status = 500
        self.ask("/transactions", {"productID": CONSUMABLE})
        self.sees("No answer", ".details .service")
        self.sees("status 500", ".details .service")
        Backend.status = 200
        self.ask("/transactions", {"productID": CONSUMABLE})
        self.sees("Waiting for the service", ".details .service")
        self.expect_complaint(502)
        self.browser.press("Escape")
