"""Uses the page of a service as a support person would, and checks what the page shows.

Usage: check.py CHROMIUM URL KEY APP ENVIRONMENT CUSTOMER TRANSACTION FOLDER

The customer at the service must have bought something with the transaction, and have an event. The
key must have `writes` and `admin`. The check erases the customer at the end.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[4] / "Tests/Page"))

from browser import Browser, PageError  # noqa: E402
from other_steps import SMALL_TARGETS  # noqa: E402
from person import Person  # noqa: E402

NAME = "user:check/é 1"
MARKUP = "<img src=x onerror=alert(1)>"


def part(title):
    return f'section[aria-label="{title}"]'


class Check(Person):
    """The steps. Each one leaves the page in the state that the next one needs."""

    def __init__(self, browser, url, key, app, environment, customer, transaction):
        super().__init__(browser, url, None)
        self.key, self.scope = key, f"{app}, {environment}"
        self.customer, self.transaction = customer, transaction

    def run(self):
        steps = [
            self.begin, self.refuse_key, self.sign_in, self.find_nothing, self.find_transaction,
            self.see_purchase, self.grant, self.revoke, self.refuse_name, self.link, self.unlink,
            self.make_tester, self.replay, self.see_operation, self.use_keys, self.fit, self.touch,
            self.keep_address, self.leave_dialog, self.lose_connection, self.only_read,
            self.lose_key, self.erase, self.sign_out,
        ]
        for step in steps:
            step()
            self.browser.evaluate("1")
            if self.browser.complaints:
                raise PageError(f"{step.__name__}: {self.browser.complaints}")
            print(f"{step.__name__.replace('_', ' ')}: ok", flush=True)

    def enter(self, key):
        self.fill("key", key, "main")
        self.fill("actor", "sam", "main")
        self.click("Sign in", "main")

    def find(self, text):
        self.fill("text", text, "main")
        self.click("Find", "main")

    def open_customer(self):
        self.find(self.customer)
        self.sees(self.customer, "h2")
        self.sees(self.transaction, "article")

    def submit(self, title, notice):
        self.click(title, "dialog .buttons")
        self.sees(notice, "#notices")
        self.is_true("!document.querySelector('dialog')", "no dialog")

    # The steps.

    def begin(self):
        self.browser.open(self.url)
        self.sees("Sign in", "h2")
        self.focus_is_in("[name=key]")
        self.is_true("!document.querySelector('nav a')", "no views")

    def refuse_key(self):
        self.enter("not-a-key-of-the-service")
        self.sees("Missing or unknown API key.", "main .error")
        self.is_true("sessionStorage.getItem('entitlements.key') === null", "no key")
        self.expect_complaint(401)

    def sign_in(self):
        self.enter(self.key)
        self.sees("Customers", "h1")
        self.sees("sam", "header")
        self.is_true("localStorage.length === 0 && !document.cookie", "nothing that lasts")
        self.choose("scope", self.scope, "header")
        self.is_true(f"location.hash.includes({json.dumps(self.scope.split(', ')[1])})",
                     "the environment in the address")

    def find_nothing(self):
        self.find("user:no-such-customer")
        self.sees("No customer has this name", "main")

    def find_transaction(self):
        self.find(self.transaction)
        self.sees(self.customer, "h2")
        self.focus_is_in("h2")
        self.is_true("location.hash.startsWith('#/customers/')", "the customer in the address")

    def see_purchase(self):
        self.sees(self.transaction, "article")
        for title in ["transaction", "signed document"]:
            summary = (f"[...document.querySelectorAll('article summary')]"
                       f".find((one) => one.innerText.includes('{title}'))")
            self.browser.click(summary)
            self.is_true(f"{summary}?.parentElement.querySelectorAll('tbody tr').length > 0", title)
        self.sees("Started", part("Timeline"))

    def grant(self):
        self.click("Grant…", part("Grants"))
        self.focus_is_in("dialog")
        self.fill("name", "check", "dialog")
        self.click("30 days", "dialog")
        self.is_true("document.querySelector('[name=until]').value.length === 16", "a date")
        self.fill("reason", MARKUP, "dialog")
        self.submit("Grant", "Granted.")
        self.sees("check", part("Grants"))
        self.sees("a grant, until", part("Entitlements"))
        self.sees(MARKUP, part("Grants"))
        self.sees(f": {MARKUP}", part("Changes by your team"))
        self.sees("sam", part("Changes by your team"))
        self.sees("Granted", part("Timeline"))
        self.is_true("!document.querySelector('main img')", "text without markup")

    def revoke(self):
        self.click("Revoke…", part("Grants"))
        self.fill("reason", "by mistake", "dialog")
        self.submit("Revoke", "Revoked.")
        self.sees("Grant revoked", part("Timeline"))
        self.sees("by mistake", part("Changes by your team"))

    def refuse_name(self):
        """An error of the service is shown in the dialog, and Escape leads back."""
        self.click("Link a name…", part("Names"))
        self.fill("name", "no name of a customer", "dialog")
        self.click("Link", "dialog .buttons")
        self.sees("must be", "dialog .error")
        self.expect_complaint(400)
        self.browser.press("Escape")
        self.is_true("document.activeElement.innerText === 'Link a name…'", "the focus")

    def link(self):
        self.click("Link a name…", part("Names"))
        self.fill("name", NAME, "dialog")
        self.submit("Link", "Linked.")
        self.sees(NAME, part("Names"))
        self.find(NAME)
        self.sees(self.transaction, "article")

    def unlink(self):
        row = (f"[...document.querySelectorAll('{part('Names')} li')]"
               f".find((one) => one.innerText.includes({json.dumps(NAME)}))")
        self.browser.click(f"{row}?.querySelector('button')")
        self.submit("Unlink", "Unlinked.")
        self.open_customer()
        self.is_true(f"!{row}", "one name less")

    def make_tester(self):
        if not self.scope.endswith(", Production"):
            self.is_true("!document.querySelector('main').textContent.includes('Make a tester')",
                         "testers in production alone")
            return
        self.click("Make a tester…", "main")
        self.submit("Make a tester", "Saved.")
        self.sees("A tester", "main .notice")
        self.click("Remove as tester…", "main")
        self.submit("Remove as tester", "Saved.")
        self.sees("Make a tester…", "main")

    def replay(self):
        self.click("Replay…", part("Events"))
        self.submit("Replay", "sent again.")
        self.sees("sent events again", part("Changes by your team"))

    def see_operation(self):
        self.click("Operation", "nav")
        self.sees("Operation", "h1")
        self.sees("Undelivered events", "main td")
        self.sees("Dead letters", "main h2")
        self.click("Reload", "main")

    def use_keys(self):
        self.click("Customers", "nav")
        self.sees("Customers", "h1")
        self.browser.evaluate("document.activeElement.blur()")
        self.browser.press("/")
        self.focus_is_in("[name=text]")
        self.browser.type(self.customer)
        self.browser.press("Enter")
        self.sees(self.customer, "h2")

    def fit(self):
        """No view scrolls sideways."""
        for width, dark in [(400, False), (400, True), (1600, False)]:
            self.browser.look(width, 900, dark)
            for title in ["Operation", "Customers"]:
                self.click(title, "nav")
                self.sees(title, "h1")
                if title == "Customers":
                    self.open_customer()
                self.is_true("document.documentElement.scrollWidth <= innerWidth",
                             f"{title} in {width} columns")

    def touch(self):
        """Controls have at least 24 pixels in each direction."""
        for width in [400, 1600]:
            self.browser.look(width, 900)
            self.is_true(f"!({SMALL_TARGETS})().length", f"controls in {width} columns")

    def keep_address(self):
        """An address leads to the customer, and back to the previous view."""
        self.browser.evaluate("location.reload()")
        self.sees(self.transaction, "article")
        self.click("Operation", "nav")
        self.sees("Operation", "h1")
        self.browser.evaluate("history.back()")
        self.sees(self.transaction, "article")
        self.browser.evaluate("location.hash = '#/nothing'")
        self.sees("Unknown address", "h1")
        self.click("Customers", "main")
        self.open_customer()

    def leave_dialog(self):
        """A dialog closes with its address: it would change a customer of the next one."""
        self.click("Erase…", "main")
        self.sees("Erase the customer", "dialog")
        self.browser.evaluate("location.hash = '#/operation'")
        self.sees("Operation", "h1")
        self.is_true("!document.querySelector('dialog')", "no dialog")
        self.browser.evaluate("history.back()")
        self.sees(self.transaction, "article")

    def lose_connection(self):
        self.browser.call("Network.enable")
        self.connect(False)
        self.click("Reload", "main")
        self.sees("The service does not respond.", "main .error")
        self.connect(True)
        self.click("Try again", "main")
        self.sees(self.transaction, "article")
        self.browser.evaluate("1")
        complaints = self.browser.complaints
        complaints[:] = [one for one in complaints if "ERR_INTERNET_DISCONNECTED" not in one]

    def connect(self, isConnected):
        self.browser.call("Network.emulateNetworkConditions", offline=not isConnected, latency=0,
                          downloadThroughput=-1, uploadThroughput=-1)

    def only_read(self):
        """A key without write access has no controls for changes."""
        self.browser.evaluate("""(() => {
            const { fetch } = window;
            window.fetch = async (url, options) => {
                const response = await fetch(url, options);
                if (!url.pathname.endsWith("/access")) return response;
                return Response.json({ ...await response.json(), writes: false });
            };
        })()""")
        self.click("Sign out", "header")
        self.enter(self.key)
        self.sees(self.transaction, "article")
        self.is_true("![...document.querySelectorAll('main button')].some((one) => "
                     "one.checkVisibility() && one.innerText.endsWith('…'))", "no changes")
        self.browser.open(f"{self.url}?")
        self.open_customer()

    def lose_key(self):
        self.browser.evaluate("sessionStorage.setItem('entitlements.key', 'revoked-by-now')")
        self.click("Reload", "main")
        self.sees("The service no longer accepts the key.", "main .error")
        self.is_true(f"!document.body.innerText.includes({json.dumps(self.transaction)})",
                     "nothing of a customer")
        self.expect_complaint(401)
        self.browser.evaluate("sessionStorage.setItem('entitlements.key', 'revoked-by-now')")
        self.browser.open(f"{self.url}?another")
        self.sees("The service no longer accepts the key.", "main .error")
        self.expect_complaint(401)
        self.enter(self.key)
        self.choose("scope", self.scope, "header")
        self.open_customer()

    def erase(self):
        self.click("Erase…", "main")
        submit = "document.querySelector('dialog [type=submit]')"
        self.is_true(f"{submit}.disabled", "a button that waits for the name")
        self.fill("confirmation", self.customer[:-1], "dialog")
        self.is_true(f"{submit}.disabled", "a button that waits for the whole name")
        self.fill("confirmation", self.customer, "dialog")
        self.submit("Erase", "Erased:")
        self.is_true("!document.querySelector('article')", "no purchases")
        self.sees("Nothing.", part("Timeline"))

    def sign_out(self):
        self.click("Sign out", "header")
        self.sees("Sign in", "h2")
        self.is_true("sessionStorage.getItem('entitlements.key') === null", "no key")


def main(chromium, *subject, folder):
    browser = Browser(chromium)
    try:
        Check(browser, *subject).run()
    except PageError as error:
        browser.screenshot(f"{folder}/page.png")
        sys.exit(f"{error}\n{browser.complaints}\nThe page: {folder}/page.png")
    finally:
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:-1], folder=sys.argv[-1])
