"""What a person does with transactions."""

import json

from backend import Backend
from person import CONSUMABLE, SUBSCRIPTION, Person


class PurchaseSteps(Person):
    """Transactions, and what happens to them."""

    def begin(self):
        self.browser.open(self.url)
        self.sees("Live", "#connection")
        self.sees("Nothing was bought yet.")

    def follow_link(self):
        """A link of another site leads to the page."""
        Backend.link = f"{self.url}/#/customers"
        self.browser.open(self.webhook)
        with self.browser.opening("the link"):
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
            self.sees("Refund requested", ".rows [href='#/transactions/1']")
            self.sees("1 open refund request", ".hints")
            self.is_true("document.querySelector('nav .note')?.ariaLabel === "
                         "'1 open refund request'", "a count beside the view")
            self.click(f"{decision} the refund", ".details")
            self.sees(badge, ".details")
        self.sees("Refunded", ".details")
        self.is_true("!document.querySelector('nav .note')", "no count")

    def finish_all(self):
        self.browser.press("Escape")
        self.is_true("document.querySelectorAll('.rows .dot').length === 2", "two dots")
        self.choose("state", "unfinished", ".filters")
        self.is_true("document.querySelectorAll('.rows a').length === 2", "two rows")
        self.click("Finish all", ".hints")
        self.sees("2 transactions finished.", "#notices")
        self.sees("No transactions match.")
        self.click("Clear", ".filters")
        self.is_true("document.querySelectorAll('.rows a').length === 2", "two rows")
        self.is_true("!document.querySelector('.dot, .hints button')", "no dots")

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
        self.sees("No transactions match.")
        self.click("Clear", ".filters")
        self.is_true("document.querySelectorAll('.rows a').length === 2", "two rows")
        self.browser.evaluate("document.activeElement.blur()")
        self.browser.press("/")
        self.focus_is_in("[name=search]")
        self.browser.type("no such thing")
        self.sees("No transactions match.")
        self.click("Clear", ".filters")
        with self.browser.opening("a filter by an unknown customer"):
            self.browser.evaluate("location.hash = '#/transactions?customerID=999';"
                                  " location.reload()")
        customer = "document.querySelector('[name=customerID]')"
        self.is_true(f"{customer}?.querySelector('[value=\"1\"]')", "the customers")
        self.is_true(f"{customer}.value === '999'", "the filter by an unknown customer")
        self.click("Clear", ".filters")
        self.is_true("document.querySelectorAll('.rows a').length === 2", "two rows")
