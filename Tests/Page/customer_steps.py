"""What a person does with subscriptions and customers."""

from person import SUBSCRIPTION, TEAM, Person


class CustomerSteps(Person):
    """Subscriptions, customers and families."""

    def see_timeline(self):
        self.click("Subscriptions", "nav")
        self.sees("Subscribed", ".card")
        for title, value in [("Price", "$1.99"), ("Next price", "$1.99 on "), ("Auto-renew", "On"),
                             ("Group", "The Teacup Gazette"), ("Access until", "20"),
                             ("Product", SUBSCRIPTION)]:
            self.sees(f"{title}\n{value}", ".card .facts div")
        self.is_true("document.querySelectorAll('.picture .segment rect').length >= 2", "periods")
        self.is_true("document.querySelector('.picture svg[role=img][aria-label] .now')", "now")
        self.click("Timeline as a table", ".card")
        self.sees("Paid period", ".card tbody")
        self.click("Signed renewal info", ".card")
        self.sees('"autoRenewStatus"', ".card pre")
        self.click("Choose to cancel", ".card")
        self.sees("No message.", "dialog")
        self.sees("no approved default message", "dialog")
        self.click("Keep subscription", "dialog")
        self.sees("Auto-renew\nOn", ".card .facts div")
        self.click("Cancel renewal", ".card")
        self.sees("Enable renewal", ".card")
        self.sees("Auto-renew\nOff", ".card .facts div")
        self.is_true("!document.querySelector('.card .facts').innerText.includes('Next price')",
                     "no next price")

    def filter_subscriptions(self):
        self.choose("status", "expired", ".filters")
        self.sees("No subscriptions match.", "main")
        self.choose("status", "active", ".filters")
        self.choose("productID", SUBSCRIPTION, ".filters")
        self.sees("Subscribed", ".card")
        self.is_true(f"location.hash === '#/subscriptions?productID={SUBSCRIPTION}&status=active'",
                     "filters in the address")
        self.browser.evaluate("document.activeElement.blur()")
        self.browser.press("/")
        self.browser.type("no such thing")
        self.sees("No subscriptions match.", "main")
        self.click("Clear", ".filters")
        self.sees("Subscribed", ".card")

    def see_customer(self):
        self.click("customer", ".card h2")
        self.sees("customer Customer 1", "h2")
        self.sees("The Teacup Gazette", "[aria-label='Entitled to']")
        self.sees("until 20", "[aria-label='Entitled to']")
        self.sees("Access until", "[aria-label=Subscriptions] .card")
        self.sees("Nothing.", "[aria-label=Family]")
        self.click("Receipt", "main")
        self.sees('"in_app"', "main pre")
        self.click("Transactions", "main")
        self.is_true("document.querySelector('[name=customerID]')?.value === '1'",
                     "the customer's transactions")
        self.click("Clear", ".filters")
        self.click("Subscriptions", "nav")

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
        self.click("<b>Ann</b>", "tbody")
        self.sees("customer Organizer", "[aria-label=Family]")
        self.sees("<b>Ann</b> Member, with customer, asks to buy", "[aria-label=Family]")
        self.click("customer", "[aria-label=Family]")
        self.sees("customer Customer 1", "h2")
        self.click("All customers", "main")
        self.click("Family", "tbody")
        self.click("Leave the family", "dialog")
        self.is_true("!document.querySelector('tbody').innerText.includes('Member')", "no member")

    def share_seats(self):
        """A group loses a seat by a refund, gets it back, and has a member."""
        purchaser, member = self.add_customers("leonard", "monica")
        self.click("Buy", "header")
        self.choose("product", TEAM, "dialog")
        self.fill("seats", "4", "dialog")
        self.choose("customer", str(purchaser), "dialog")
        self.click("Buy", "dialog .buttons")
        self.sees("Purchased", ".details")
        self.sees("Seats\n2 × ", ".details dl div")
        self.click("Refund", ".details")
        self.fill("seats", "1", "dialog")
        self.click("Refund", "dialog .buttons")
        self.sees("1 of them refunded", ".details dl div")
        self.sees("Purchased", ".details")
        self.click("Subscription", ".details")
        self.sees("Seats\n3", ".card .facts div")
        self.click("Seats", ".card")
        self.sees("Seats\n3, 2 free", ".seats .facts div")
        self.click("Invite", ".seats")
        self.sees("Invitation", ".seats h4")
        self.click("Accept as", ".seats")
        self.choose("customer", str(member), "dialog")
        self.click("Choose", "dialog .buttons")
        self.sees("monica", ".seats tbody")
        self.sees("Seats\n3, 1 free", ".seats .facts div")
        self.click("Transaction ", ".card .facts")
        self.click("Reverse the refund", ".details")
        self.is_true("!document.querySelector('.details dl').innerText.includes('refunded')",
                     "no refunded seat")
        self.click("Subscription", ".details")
        self.sees("Seats\n4", ".card .facts div")
        # What was opened stays open.
        self.sees("Seats\n4, 2 free", ".seats .facts div")
        self.click("Remove", ".seats")
        self.sees("Nobody but the purchaser has a seat.", ".seats")
