// The notifications that a back end gets, and how their delivery went.

import { get, patch, post } from "/page/api.js";
import { button, disclosure, element } from "/page/dom.js";
import { copy, copyable, decoded, json, record } from "/page/documents.js";
import { gather } from "/page/events.js";
import { Filters } from "/page/filters.js";
import { ask, field, form, input, select } from "/page/forms.js";
import { badge, time } from "/page/format.js";
import { announce, perform, problem } from "/page/notices.js";
import { Pages } from "/page/pages.js";
import { Panes } from "/page/panes.js";
import { customerOptions, isMeanwhile, productOptions } from "/page/shared.js";

const path = "#/notifications";
const pageSize = 50;
/** Where notifications are sent; undefined for nowhere. */
let address;

export function makeNotifications() {
    const fields = {
        type: ["Type", select("type", [["", "All"]])],
        failed: ["Failed only", element("input", { type: "checkbox", name: "failed" })],
    };
    const filters = new Filters(path, "notifications", fields, () => reload(), () => panes.id);
    const actions = element(
        "div",
        { class: "buttons", "data-errors": true },
        button("Trigger…", () => askForTrigger(triggers)),
        button("Send a test", (control) => perform(control, async () => {
            await post("/notifications/test");
            announce("A test notification is sent.");
        })),
        button("Replay all failed", (control) => perform(control, async () => {
            const { count } = await post("/notifications/replay");
            announce(count === 1 ? "1 notification is sent again."
                : `${count} notifications are sent again.`);
        })),
    );
    const [webhook, loadWebhook] = makeWebhook();
    const panes = new Panes(
        "Notifications", (id) => filters.href(id), webhook, actions, filters.bar,
    );
    let triggers = [];

    const query = () => filters.values;
    const pages = new Pages("notifications", pageSize, panes.below, query, (rows) => panes.setRows(
        rows.map((one) => notificationRow(panes, one)),
        filters.isEmpty ? "No notifications." : "No notifications match.",
    ));

    async function load() {
        await Promise.all([pages.load(), panes.isOpen && showDetails(panes)]);
    }

    /** Loads once what does not depend on the store's history. */
    async function prepare() {
        if (triggers.length) return;
        await loadWebhook();
        ({ triggers } = await get("/notifications/triggers"));
        const types = [...new Set(triggers.map((name) => name.split(".")[0]))];
        filters.offer("type", types);
    }

    const reload = gather(load);
    return {
        title: "Notifications",
        hasDetails: true,
        root: panes.root,
        panes,
        search: filters.search,
        href: () => filters.href(),
        async show(id, parameters) {
            if (filters.read(parameters)) pages.clear();
            panes.expect(id);
            prepare().catch(() => {});
            await Promise.all([pages.load(), id && showDetails(panes, id)]);
        },
        notify: () => reload(),
    };
}

/** The form of the notification settings, and what loads it. */
function makeWebhook() {
    const isRecording = element("input", { type: "checkbox", name: "isRecording" });
    const url = input("url", { type: "url", placeholder: "http://127.0.0.1:3000/notifications" });
    const show = (settings) => {
        isRecording.checked = settings.isRecording;
        address = settings.url;
        url.value = address ?? "";
    };
    const root = form({ class: "filters" }, [
        field("Send to", url),
        field("Record notifications", isRecording),
        element("button", { type: "submit" }, "Save"),
    ], async () => {
        show(await patch("/notification-settings", {
            isRecording: isRecording.checked, url: url.value || null,
        }));
        announce("The notification settings are saved.");
    });
    return [root, async () => show(await get("/notification-settings"))];
}

/** Asks which notification to cause; the events that lead to it happen to a customer. */
function askForTrigger(triggers) {
    ask({
        title: "Trigger a notification",
        children: [
            field("Notification", select("notification", triggers)),
            field("Customer", select("customerID", customerOptions(), ""),
                "The customer buys, renews, cancels and so on. The store's time may advance."),
            field("Product", select("productID", [["", "Any that fits"], ...productOptions()])),
        ],
        action: "Trigger",
        async work(data) {
            const { notifications } = await post("/notifications/trigger", {
                notification: data.get("notification"),
                customerID: Number(data.get("customerID")),
                ...(data.get("productID") && { productID: data.get("productID") }),
            });
            location.hash = `${path}/${notifications.at(-1).identifier}`;
        },
    });
}

/** Shows a notification beside the list; without an identifier, shows the open one anew. */
async function showDetails(panes, id = panes.id) {
    try {
        const one = await get(`/notifications/${id}`);
        panes.open(id, name(one), details(one));
    } catch (error) {
        panes.open(id, "Notification", problem(error, () => showDetails(panes, id)));
    }
}

/** The type, and after a dot the subtype, as Apple and `storectl` name them. */
const name = ({ type, subtype }) => (subtype ? `${type}.${subtype}` : type);

/** When an attempt was made, how it ended, and what the webhook answered. */
function attemptItem({ date, result, status, response }) {
    const isGood = result === "SUCCESS";
    const look = isGood ? "good" : result ? "danger" : "warning";
    return element(
        "li",
        {},
        time(date), " ",
        badge([result ?? "Under way", look]),
        status != null && ` Status ${status}`,
        response && disclosure("Response", copyable(response)),
    );
}

function delivery({ attempts, nextAttemptDate }) {
    const last = attempts.at(-1);
    if (last?.result === "SUCCESS") return badge(["Delivered", "good"]);
    if (nextAttemptDate) return badge([last ? "Retry due" : "Waits", "warning"]);
    return last ? badge(["Failed", "danger"]) : badge(["Not sent", "quiet"]);
}

function notificationRow(panes, one) {
    return panes.row(
        one.identifier,
        isMeanwhile(one.date) ? "notification meanwhile" : "notification",
        element("span", { class: "what" }, one.type,
            one.subtype && element("small", {}, one.subtype)),
        element("span", { class: "who" }, one.customer ?? ""),
        element("span", { class: "state" }, delivery(one)),
        element("span", { class: "when" }, time(one.date)),
    );
}

function details(one) {
    const { identifier, transactionID, nextAttemptDate, attempts, signedPayload } = one;
    const command = curl(signedPayload.jws);
    const commandPart = copyable(command);
    return [
        element("div", { class: "buttons", "data-errors": true },
            delivery(one),
            button("Replay", (control) => perform(control, async () => {
                await post(`/notifications/${identifier}/replay`);
                announce(`${name(one)} is sent again.`);
            })),
            button("Copy as curl", () => copy(command, commandPart.firstChild))),
        json(decoded(signedPayload.payload)),
        element("h3", {}, "Attempts"),
        element("ol", { class: "log" }, attempts.map(attemptItem)),
        !attempts.length && element("p", { class: "quiet" }, "None yet."),
        record([
            ["Next attempt", nextAttemptDate && time(nextAttemptDate)],
            ["Transaction", transactionID != null && element(
                "a", { href: `#/transactions/${transactionID}` }, `Transaction ${transactionID}`,
            )],
            ["Customer", one.customer && element(
                "a", { href: `#/customers/${one.customerID}` }, one.customer,
            )],
            ["Identifier", identifier],
        ]),
        disclosure("Signed payload", copyable(signedPayload.jws)),
        disclosure("As a command of curl", commandPart),
    ];
}

/** The command that sends a signed payload as the store does. */
function curl(jws) {
    const url = (address ?? "URL").replaceAll("'", "'\\''");
    return `curl -H 'Content-Type: application/json' -d '{"signedPayload":"${jws}"}' '${url}'`;
}
