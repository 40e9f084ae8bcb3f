"""A browser without windows, driven through the pipes of the DevTools protocol."""

import base64
import contextlib
import json
import os
import select
import subprocess
import tempfile
import time


class PageError(Exception):
    """What the browser, or the page in it, has against a step."""


class Browser:
    """One page of Chromium; its profile is removed with it."""

    def __init__(self, program, width=1600, height=1000, dark=False):
        self.number = 0
        self.received = b""
        self.complaints = []
        # The loader of the document that was loaded last.
        self.loaded = None
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command_end, commands = os.pipe()
        answers, answer_end = os.pipe()
        self.commands, self.answers = commands, answers
        self.process = subprocess.Popen(
            [
                program, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
                "--disable-dev-shm-usage", "--remote-debugging-pipe",
                "--no-startup-window", f"--user-data-dir={self.profile.name}",
            ],
            # The browser reads commands from 3 and writes answers to 4.
            preexec_fn=lambda: (
                os.dup2(os.dup(command_end), 3), os.dup2(os.dup(answer_end), 4)
            ),
            pass_fds=(3, 4, command_end, answer_end),
            stderr=subprocess.DEVNULL,
        )
        os.close(command_end)
        os.close(answer_end)
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ["Page", "Runtime", "Log"]:
            self.call(f"{domain}.enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)
        self.wait_for_load("about:blank", lambda: self.loaded is not None)
        self.look(width, height, dark)

    def look(self, width, height, dark=False):
        """Sets the size of the page, and light or dark."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def close(self):
        self.process.terminate()
        self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        self.profile.cleanup()

    def call(self, method, **parameters):
        """Calls a method of the protocol and returns its result."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive(60)
            if answer is None:
                raise PageError(f"The browser does not answer {method}.")
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise PageError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def receive(self, seconds):
        """The next message of the browser; None if there is none in time."""
        while b"\0" not in self.received:
            if not select.select([self.answers], [], [], seconds)[0]:
                return None
            part = os.read(self.answers, 65536)
            if not part:
                raise PageError("The browser ended.")
            self.received += part
        message, self.received = self.received.split(b"\0", 1)
        return json.loads(message)

    def note(self, event):
        """Notes what is loaded, and what the page complains about: errors, and violations of its
        policy."""
        method, parameters = event.get("method"), event.get("params", {})
        if method == "Page.lifecycleEvent" and parameters["name"] == "load":
            self.loaded = parameters["loaderId"]
        elif method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            text = details.get("exception", {}).get("description", details["text"])
            self.complaints.append(text)
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ["error", "warning"]:
            entry = parameters["entry"]
            self.complaints.append(f"{entry['text']} {entry.get('url', '')}")
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ["error", "warning"]:
            values = [str(one.get("value", one.get("description"))) for one in parameters["args"]]
            self.complaints.append(" ".join(values))

    def open(self, url):
        answer = self.call("Page.navigate", url=url)
        if "errorText" in answer:
            raise PageError(f"{url}: {answer['errorText']}")
        # Within a document nothing is loaded.
        loader = answer.get("loaderId", self.loaded)
        self.wait_for_load(url, lambda: self.loaded == loader)

    @contextlib.contextmanager
    def opening(self, what):
        """What is done opens another document, which is loaded afterwards."""
        former = self.loaded
        yield
        self.wait_for_load(what, lambda: self.loaded != former)

    def wait_for_load(self, what, is_loaded, seconds=30):
        end = time.monotonic() + seconds
        while not is_loaded():
            event = self.receive(max(end - time.monotonic(), 0))
            if event is None:
                raise PageError(f"Waited {seconds} s for {what} to load")
            self.note(event)

    def evaluate(self, script):
        """The value of an expression of JavaScript."""
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise PageError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def wait_for(self, condition, what, seconds=30):
        """Waits until an expression is true, and returns its value."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.evaluate(condition)
            if value:
                return value
            event = self.receive(0.05)
            if event:
                self.note(event)
        raise PageError(f"Waited {seconds} s for {what}: {condition}")

    def click(self, control, attempts=5):
        """Clicks an element, which an expression finds, with the mouse."""
        for _ in range(attempts):
            x, y = self.place(control)
            for kind in ["mousePressed", "mouseReleased"]:
                self.call(
                    "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1
                )
            # An element that is replaced between pressing and releasing gets no click. Another
            # document has no such value.
            if self.evaluate("window.isClicked !== false"):
                return
        raise PageError(f"Clicked in vain {attempts} times: {control}")

    def place(self, control):
        """The point at which an element is clicked; `isClicked` tells that it was."""
        # What was loaded a moment ago may still move the control.
        return self.wait_for(f"""(async () => {{
            const control = {control};
            if (!control) return null;
            control.scrollIntoView({{ block: "center" }});
            const place = () => control.getBoundingClientRect();
            const {{ x, y, width, height }} = place();
            await new Promise((done) => setTimeout(done, 50));
            const point = [x + Math.min(width / 2, 60), y + height / 2];
            const isStill = place().x === x && place().y === y;
            if (!isStill || !control.contains(document.elementFromPoint(...point))) return null;
            // The element that takes its place before is as good.
            const {{ localName, innerText }} = control;
            window.isClicked = false;
            document.addEventListener("click", ({{ target }}) => {{
                window.isClicked = target.closest(localName)?.innerText === innerText;
            }}, {{ capture: true, once: true }});
            return point;
        }})()""", f"a control to click, {control}")

    def press(self, key, modifiers=0):
        """Presses a key, by its name or its letter."""
        codes = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowDown": 40, "ArrowUp": 38}
        code = codes.get(key, ord(key.upper()) if len(key) == 1 and key.isalnum() else 0)
        text = "\r" if key == "Enter" else key if len(key) == 1 else ""
        common = {"key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
