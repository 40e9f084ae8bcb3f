"""What a person does with the rest of the page."""

import json

from browser import PageError
from person import YEARLY, Person

# The names of the controls that are too small; a checkbox is touched by its label.
SMALL_TARGETS = """() => [...document.querySelectorAll("a, button, summary, select, input")]
    .filter((one) => one.checkVisibility() && !one.matches(".skip"))
    .map((one) => one.type === "checkbox" ? one.closest("label") : one)
    .filter((one) => {
        const { width, height } = one.getBoundingClientRect();
        return width < 24 || height < 24;
    })
    .map((one) => one.outerHTML.slice(0, 80))"""


class OtherSteps(Person):
    """Addresses, time, faults, settings, and sizes of the window."""

    def read_unknown_addresses(self):
        for address in ["nothing", "time/1", "transactions/1/2"]:
            self.browser.evaluate(f"location.hash = '#/{address}'")
            self.sees("Unknown address", "h1")
            self.is_true("!document.querySelector('nav [aria-current]')", "no present view")
        self.click("All transactions", "main")
        for view, text in [("transactions", "no transaction 99"), ("customers", "no customer 99"),
                           ("subscriptions", "no subscription 99"),
                           ("notifications", "no notification 99")]:
            self.browser.evaluate(f"location.hash = '#/{view}/99'")
            self.sees(text, "main .error")
        self.expect_complaint(404)

    def travel(self):
        self.click("Time", "nav")
        field = "document.querySelector('[name=to]')"
        self.sees("To a date", "main")
        first = self.browser.evaluate(f"{field}.value")
        self.is_true(f"{field}.value > {json.dumps(first)}", "a date that follows the clock")
        self.fill("to", "2040-01-01T00:00:01", "main")
        clock = self.browser.evaluate("document.querySelector('main .clock').innerText")
        self.is_true(f"document.querySelector('main .clock').innerText > {json.dumps(clock)}",
                     "a clock that runs")
        self.is_true(f"{field}.value === '2040-01-01T00:00:01'", "a date that was chosen")
        self.click("+1 month", "main")
        self.sees("Meanwhile", "main")
        self.sees("Renewal", "ul.meanwhile")
        self.click("To the next event", "main")
        self.sees("Renewal", "ul.meanwhile")

    def plan_faults(self):
        self.click("Faults", "nav")
        self.click("Add a rule", "main")
        self.choose("point", "download", ".fault-rules")
        self.choose("failure", "downloadFailure", ".fault-rules")
        self.choose("value", "diskFull", ".fault-rules")
        self.choose("frequency", "always", ".fault-rules")
        self.sees("Your changes are not set yet.", ".unsaved")
        self.sees("unsaved", "nav .note")
        self.click("Time", "nav")
        self.click("Faults", "nav")
        self.sees("Your changes are not set yet.", ".unsaved")
        self.click("Set the plan", "main")
        self.sees("1 rule applies.", "main")
        self.is_true("!document.querySelector('.unsaved').innerText", "a plan that is set")
        self.is_true("!document.querySelector('nav .note')", "no note")
        plan = self.ask("/faults")["plan"]
        if plan["rules"] != [{"point": "download", "failure": {"downloadFailure": "diskFull"},
                              "frequency": "always"}]:
            raise PageError(f"Another plan than was chosen: {plan}")
        self.click("Plan as JSON", "main")
        plan = {"seed": 1, "rules": [{"point": "commit", "failure": "networkDown"}]}
        self.fill("plan", json.dumps(plan), "main")
        self.click("Set this JSON", "main")
        self.sees("is invalid", "main form .error")
        self.expect_complaint(400)
        self.click("Slow answers", "main")
        self.sees("1 rule applies.", "main")
        self.click("Remove the plan", "main")
        self.sees("Nothing goes wrong.", "main")

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

    def commit(self):
        """A year that is paid each month has its payments, and ends after them."""
        [customer] = self.add_customers("kim")
        self.click("Buy", "header")
        self.choose("product", YEARLY, "dialog")
        self.choose("billingPlan", "monthly", "dialog")
        self.choose("customer", str(customer), "dialog")
        self.click("Buy", "dialog .buttons")
        self.sees("Purchased", ".details")
        self.browser.evaluate(f"location.hash = '#/subscriptions?productID={YEARLY}'")
        self.sees("Commitment\nPayment 1 of 12", ".card .facts div")
        self.sees("Payments to come", ".card .legend")
        self.click("Cancel renewal", ".card")
        self.sees("After the commitment\nEnds", ".card .facts div")
        self.sees("Auto-renew\nOn", ".card .facts div")

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

    def touch(self):
        """What is touched has at least 24 pixels in each direction."""
        for width in [400, 1600]:
            self.browser.look(width, 900)
            for address in ["transactions", "transactions/1", "subscriptions", "customers",
                            "customers/1", "time", "faults", "notifications", "settings"]:
                self.browser.evaluate(f"location.hash = '#/{address}'")
                self.sees(address.split("/")[0].capitalize(), "h1")
                self.is_true(f"!({SMALL_TARGETS})().length",
                             f"controls of 24 pixels: {address} in {width} columns")
