"""Uses the transaction manager as a person would, and expects what a person would see.

Usage: check_page.py CHROMIUM STORECTL CATALOG FOLDER
"""

import http.server
import json
import os
import subprocess
import sys
import threading
import urllib.request

from backend import KEY, Backend
from browser import Browser, PageError

SUBSCRIPTION, CONSUMABLE = "bay.teacup.gazette.monthly", "bay.teacup.shells"
LASTING = "bay.teacup.lighthouse"


class Check:
    """The steps, each of which leaves the page as the next one needs it."""

    def __init__(self, browser, url, webhook):
        self.browser, self.url, self.webhook = browser, url, webhook

    # What a person sees, and does.

    def sees(self, text, place="body"):
        quoted = json.dumps(text)
        self.browser.wait_for(
            f"[...document.querySelectorAll({json.dumps(place)})]"
            f".some((one) => one.innerText.includes({quoted}))",
            f"{text!r} in {place}",
        )

    def is_true(self, condition, what):
        self.browser.wait_for(f"(async () => !!await ({condition}))()", what)

    def click(self, title, place="body"):
        self.browser.click(
            f"[...document.querySelectorAll({json.dumps(place + ' :is(a, button, summary)')})]"
            f".find((one) => one.checkVisibility() && one.innerText.startsWith({json.dumps(title)}))"
        )

    def choose(self, name, value, place):
        self.fill(name, value, place, "change")

    def fill(self, name, value, place, event="input"):
        control = f"document.querySelector({json.dumps(f'{place} [name={name}]')})"
        # A control that is at work takes no other value.
        self.is_true(f"{control}?.matches(':not([aria-busy=true])')", f"the control {name}")
        self.browser.evaluate(f"""(() => {{
            const control = {control};
            control.value = {json.dumps(value)};
            if (control.value !== {json.dumps(value)}) throw Error("{name} has no such value");
            for (const kind of ["input", "{event}"]) {{
                control.dispatchEvent(new Event(kind, {{ bubbles: true }}));
            }}
        }})()""")

    def focus_is_in(self, selector):
        self.is_true(f"document.activeElement.closest({json.dumps(selector)})",
                     f"the focus in {selector}")

    def expect_complaint(self, status):
        """Forgets that the browser logs an answer which the step provoked."""
        complaints = self.browser.complaints
        self.browser.evaluate("1")
        complaints[:] = [one for one in complaints if f"a status of {status} " not in one]

    def ask(self, path, body=None):
        """Another client of the server."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/control/v1{path}", data)
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    # The steps.

    def begin(self):
        self.browser.open(self.url)
        self.sees("Live", "#connection")
        self.sees("Nothing was bought yet.")

    def follow_link(self):
        """A link of another site leads to the page."""
        Backend.link = f"{self.url}/#/customers"
        self.browser.open(self.webhook)
        self.click("The store")
        self.sees("Customers", "h1")
        self.browser.open(self.url)

    def buy(self):
        self.click("Buy", "header")
        self.focus_is_in("dialog")
        self.choose("product", CONSUMABLE, "dialog")
        self.fill("quantity", "2", "dialog")
        self.click("Buy", "dialog")
        self.sees("transaction 1", "#notices")
        self.sees("Purchased", ".details")
        self.sees("2 times", ".rows")

    def see_others_buy(self):
        self.ask("/transactions", {"productID": SUBSCRIPTION})
        self.is_true("document.querySelectorAll('.rows a').length === 2", "two rows")
        self.is_true("document.querySelector('.rows a').hash === '#/transactions/2'",
                     "the newest one first")

    def use_keys(self):
        press = self.browser.press
        press("Escape")
        self.is_true("document.querySelector('.details').hidden", "closed details")
        self.focus_is_in("[href='#/transactions/1']")
        press("k")
        self.focus_is_in("[href='#/transactions/2']")
        press("ArrowDown")
        self.focus_is_in("[href='#/transactions/1']")
        press("?")
        self.focus_is_in("dialog")
        press("Escape")
        self.focus_is_in("[href='#/transactions/1']")
        press("Enter")
        self.focus_is_in(".details")

    def refund(self):
        self.click("Signed transaction", ".details")
        self.sees('"productId"', ".details pre")
        self.click("Receipt of the customer", ".details")
        self.sees('"in_app"', ".details pre")
        self.click("Refund", ".details")
        self.choose("reason", "developerIssue", "dialog")
        self.click("Refund", "dialog .buttons")
        self.sees("Refunded", ".details")
        self.sees("Refunded", ".rows [href='#/transactions/1']")
        self.sees("$1.98", ".details dl")

    def decide_about_refunds(self):
        self.click("Reverse the refund", ".details")
        self.sees("Purchased", ".details")
        for decision, badge in [("Decline", "Declined"), ("Grant", "Granted")]:
            self.click("Request a refund", ".details")
            self.click("Request", "dialog .buttons")
            self.sees("Not decided", ".details")
            self.click(f"{decision} the refund", ".details")
            self.sees(badge, ".details")
        self.sees("Refunded", ".details")

    def filter(self):
        self.browser.press("Escape")
        self.choose("productID", SUBSCRIPTION, ".filters")
        self.is_true("document.querySelectorAll('.rows a').length === 1", "one row")
        self.click("Clear", ".filters")
        self.is_true("document.querySelectorAll('.rows a').length === 2", "two rows")
        self.choose("kind", "consumable", ".filters")
        self.is_true("document.querySelectorAll('.rows a').length === 1", "one row")
        self.choose("state", "refunded", ".filters")
        self.is_true("location.hash === '#/transactions?state=refunded&kind=consumable'",
                     "filters in the address")
        self.click("Time", "nav")
        self.sees("Time", "h1")
        self.click("Transactions", "nav")
        self.is_true("document.querySelector('[name=state]')?.value === 'refunded'",
                     "filters that stay while another view is shown")
        self.click("1", ".rows")
        self.sees("Refunded", ".details")
        self.browser.press("Escape")
        self.is_true("document.querySelector('[name=state]')?.value === 'refunded'",
                     "filters that stay while details are shown")
        self.choose("state", "upgraded", ".filters")
        self.sees("No transaction is like this.")
        self.click("Clear", ".filters")
        self.is_true("document.querySelectorAll('.rows a').length === 2", "two rows")
        self.browser.evaluate("document.activeElement.blur()")
        self.browser.press("/")
        self.focus_is_in("[name=search]")
        self.browser.type("no such thing")
        self.sees("No transaction is like this.")
        self.click("Clear", ".filters")

    def travel(self):
        self.click("Time", "nav")
        self.click("+1 month", "main")
        self.sees("Meanwhile", "main")
        self.sees("Renewal", "ul.meanwhile")
        self.click("To the next event", "main")
        self.sees("Renewal", "ul.meanwhile")

    def see_timeline(self):
        self.click("Subscriptions", "nav")
        self.sees("Subscribed", ".card")
        self.is_true("document.querySelectorAll('.picture .segment rect').length >= 2", "periods")
        self.is_true("document.querySelector('.picture svg[role=img][aria-label] .now')", "now")
        self.click("Timeline as a table", ".card")
        self.sees("Paid period", ".card tbody")
        self.click("Signed renewal info", ".card")
        self.sees('"autoRenewStatus"', ".card pre")
        self.click("Cancel renewal", ".card")
        self.sees("Enable renewal", ".card")

    def expire(self):
        """What the store would refuse is not offered."""
        self.click("Ask about a price increase", ".card")
        self.sees("Agree", ".card .buttons")
        self.click("Expire", ".card")
        self.sees("Expired", ".card .badge")
        self.sees("Expired", ".card .legend")
        self.is_true("!document.querySelector('.card .buttons').innerText.trim()", "no buttons")

    def add_customer(self):
        self.click("Customers", "nav")
        self.fill("name", "<b>Ann</b>", "main")
        self.click("Add", "main")
        self.sees("<b>Ann</b>", "tbody")
        self.is_true("!document.querySelector('tbody b')", "a name that is no markup")
        self.click("Family", "tbody")
        self.click("Join", "dialog .buttons")
        self.sees("Member, with", "tbody")
        self.click("Family", "tbody")
        self.browser.click("document.querySelector('dialog [name=asks-to-buy]')")
        self.click("Save", "dialog .buttons")
        self.sees("asks to buy", "tbody")
        self.click("Family", "tbody")
        self.click("Leave the family", "dialog")
        self.is_true("!document.querySelector('tbody').innerText.includes('Member')", "no member")

    def plan_faults(self):
        self.click("Faults", "nav")
        self.click("Add a rule", "main")
        self.choose("point", "download", ".fault-rules")
        self.choose("failure", "downloadFailure", ".fault-rules")
        self.choose("value", "diskFull", ".fault-rules")
        self.choose("frequency", "always", ".fault-rules")
        self.click("Set the plan", "main")
        self.sees("1 rule applies.", "main")
        plan = self.ask("/faults")["plan"]
        if plan["rules"] != [{"point": "download", "failure": {"downloadFailure": "diskFull"},
                              "frequency": "always"}]:
            raise PageError(f"Another plan than was chosen: {plan}")
        self.click("Plan as JSON", "main")
        plan = {"seed": 1, "rules": [{"point": "commit", "failure": "networkDown"}]}
        self.fill("plan", json.dumps(plan), "main")
        self.click("Set this JSON", "main")
        self.sees("makes no sense", "main form .error")
        self.expect_complaint(400)
        self.click("Slow answers", "main")
        self.sees("1 rule applies.", "main")
        self.click("Remove the plan", "main")
        self.sees("Nothing goes wrong.", "main")

    def replay(self):
        self.click("Notifications", "nav")
        self.browser.click("document.querySelector('[name=isRecording]')")
        self.fill("url", self.webhook, "main")
        self.click("Save", "main")
        self.sees("saved", "#notices")
        self.ask("/transactions", {"productID": CONSUMABLE})
        self.sees("One time charge", ".rows")
        self.sees("Delivered", ".rows")
        self.click("One time charge", ".rows")
        self.click("Signed payload", ".details")
        self.sees('"ONE_TIME_CHARGE"', ".details pre")
        self.click("Replay", ".details")
        self.sees("is sent again", "#notices")
        for _ in ["at once", "again"]:
            if not Backend.arrived.acquire(timeout=30):
                raise PageError("The notification did not arrive as often as it should.")

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

    def change_settings(self):
        self.click("Settings", "nav")
        self.fill("storefront", "XXX", "main", "change")
        self.sees("code such as USA", "main .setting .error")
        self.expect_complaint(400)
        self.fill("storefront", "DEU", "main", "change")
        self.sees("Storefront: saved.", "#notices")
        for text, value in [("1234", "1234"), ("", "undefined")]:
            self.fill("appAppleID", text, "main", "change")
            self.is_true("fetch('/control/v1/settings').then((answer) => answer.json())"
                         f".then((settings) => settings.appAppleID === {value})", f"the ID {value}")

    def fit(self):
        """No view scrolls sideways."""
        for width, dark in [(400, False), (400, True), (1600, False)]:
            self.browser.look(width, 900, dark)
            for title in ["Transactions", "Subscriptions", "Customers", "Time", "Faults",
                          "Notifications", "Settings"]:
                self.click(title, "nav")
                self.sees(title, "h1")
                self.is_true("document.documentElement.scrollWidth <= innerWidth",
                             f"{title} in {width} columns")

    def fit_beside_details(self):
        """Beside details, rows keep the customer and do not break words."""
        self.browser.look(1280, 900)
        self.click("Transactions", "nav")
        self.browser.evaluate("location.hash = '#/transactions/2'")
        self.sees("transaction 2", ".details h2")
        self.is_true("[...document.querySelectorAll('.rows .who')].every((one) => "
                     "one.checkVisibility() && one.offsetHeight < 30)", "the customers")
        self.is_true("[...document.querySelectorAll('.rows small')].every((one) => "
                     "one.offsetHeight < 30)", "notes on one line")

    def lose_connection(self, server):
        server.terminate()
        server.wait()
        self.sees("Not connected", "#connection")

    def run(self, server):
        steps = [
            self.begin, self.follow_link, self.buy, self.see_others_buy, self.use_keys,
            self.refund, self.decide_about_refunds, self.filter, self.travel, self.see_timeline,
            self.expire, self.add_customer, self.plan_faults, self.replay,
            self.compare_with_service, self.change_settings, self.fit, self.fit_beside_details,
        ]
        for step in steps:
            step()
            self.browser.evaluate("1")
            if self.browser.complaints:
                raise PageError(f"{step.__name__}: {self.browser.complaints}")
            print(f"{step.__name__.replace('_', ' ')}: ok", flush=True)
        self.lose_connection(server)
        print("lose connection: ok")


def main(chromium, storectl, catalog, folder):
    backend = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Backend)
    threading.Thread(target=backend.serve_forever, daemon=True).start()
    service = f"http://127.0.0.1:{backend.server_port}"
    server = subprocess.Popen(
        [
            storectl, "serve", "--port", "0", "--config", catalog, "--store", f"{folder}/ledger",
            "--bundle-id", "bay.teacup.app", "--entitlements", service,
        ],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "ENTITLEMENTS_KEY": KEY},
    )
    browser = Browser(chromium)
    try:
        url = next(word for line in server.stdout for word in line.split()
                   if word.startswith("http://"))
        Check(browser, url.rstrip("/."), f"{service}/notifications").run(server)
    except PageError as error:
        browser.screenshot(f"{folder}/page.png")
        sys.exit(f"{error}\n{browser.complaints}\nThe page: {folder}/page.png")
    finally:
        browser.close()
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
