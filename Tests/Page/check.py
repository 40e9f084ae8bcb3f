"""Uses the transaction manager as a person would, and expects what a person would see.

Usage: check.py CHROMIUM STORECTL CATALOG FOLDER
"""

import contextlib
import http.server
import json
import os
import subprocess
import sys
import threading

from backend import KEY, Backend
from browser import Browser, PageError
from customer_steps import CustomerSteps
from notification_steps import NotificationSteps
from other_steps import OtherSteps
from person import TEAM
from purchase_steps import PurchaseSteps


class Check(PurchaseSteps, CustomerSteps, NotificationSteps, OtherSteps):
    """The steps, each of which leaves the page as the next one needs it."""

    def lose_connection(self, server):
        server.terminate()
        server.wait()
        self.sees("Not connected", "#connection")

    def run(self, server):
        steps = [
            self.begin, self.follow_link, self.buy, self.see_others_buy, self.use_keys,
            self.refund, self.decide_about_refunds, self.finish_all, self.filter,
            self.read_unknown_addresses, self.travel, self.see_timeline,
            self.filter_subscriptions, self.see_customer, self.expire, self.add_customer,
            self.plan_faults, self.replay, self.copy_as_curl, self.search_notifications,
            self.trigger, self.read_unknown_notification, self.see_months, self.replay_failed,
            self.compare_with_service, self.change_settings, self.commit, self.share_seats,
            self.fit, self.fit_beside_details, self.touch,
        ]
        for step in steps:
            step()
            self.browser.evaluate("1")
            if self.browser.complaints:
                raise PageError(f"{step.__name__}: {self.browser.complaints}")
            print(f"{step.__name__.replace('_', ' ')}: ok", flush=True)
        self.lose_connection(server)
        print("lose connection: ok")


def add_team(catalog, file):
    """Writes a catalog that has a subscription for groups, too."""
    with open(catalog, encoding="utf-8") as source:
        content = json.load(source)
    content["subscriptionGroups"].append({
        "id": "5A77E1A1", "name": "Team", "localizations": [],
        "subscriptions": [{
            "productID": TEAM, "type": "RecurringSubscription", "displayPrice": "2.00",
            "internalID": "5A77E1C1", "groupNumber": 1, "recurringSubscriptionPeriod": "P1M",
            "subscriptionGroupID": "5A77E1A1", "localizations": [],
            "_seats": {"priceTiers": [
                {"minimumSeats": 1, "displayPrice": "2.00"},
                {"minimumSeats": 3, "displayPrice": "1.50"},
            ]},
        }],
    })
    with open(file, "w", encoding="utf-8") as target:
        json.dump(content, target)


def main(chromium, storectl, catalog, folder):
    backend = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Backend)
    threading.Thread(target=backend.serve_forever, daemon=True).start()
    shop = f"{folder}/Shop.storekit"
    add_team(catalog, shop)
    service = f"http://127.0.0.1:{backend.server_port}"
    server = subprocess.Popen(
        [
            storectl, "serve", "--port", "0", "--config", shop, "--store", f"{folder}/ledger",
            "--bundle-id", "bay.teacup.app", "--entitlements", service,
        ],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "ENTITLEMENTS_KEY": KEY},
    )
    browser = Browser(chromium)
    try:
        url = next(word for line in server.stdout for word in line.split()
                   if word.startswith("http://"))
        check = Check(browser, url.rstrip("/."), f"{service}/notifications")
        check.ledger = f"{folder}/ledger"
        check.run(server)
    except PageError as error:
        with contextlib.suppress(PageError):
            browser.screenshot(f"{folder}/page.png")
        sys.exit(f"{error}\n{browser.complaints}\nThe page: {folder}/page.png")
    finally:
        browser.close()
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
