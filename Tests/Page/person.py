"""A person before the page, in a browser without windows."""

import json
import urllib.request

SUBSCRIPTION, CONSUMABLE = "bay.teacup.gazette.monthly", "bay.teacup.shells"
LASTING, YEARLY = "bay.teacup.lighthouse", "bay.teacup.gazette.yearly"
TEAM = "bay.teacup.team"


class Person:
    """One who sees the page, and uses it."""

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
            f".find((one) => one.checkVisibility() && !one.disabled"
            f" && one.innerText.startsWith({json.dumps(title)}))"
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

    def add_customers(self, *names):
        """Adds customers as another client, and opens the page anew until it knows them."""
        ids = [self.ask("/customers", {"name": name})["id"] for name in names]
        self.browser.open(self.url)
        for one in ids:
            self.is_true(f"document.querySelector('[name=customerID] [value=\"{one}\"]')",
                         f"the customer {one}")
        return ids

    # The steps.
