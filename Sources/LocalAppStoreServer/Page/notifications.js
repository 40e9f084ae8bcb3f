// The notifications that a back end gets, and how their delivery went.

import { get, patch, post } from "/page/api.js";
import { button, disclosure, element } from "/page/dom.js";
import { copyable, documentParts, fetchedPart } from "/page/documents.js";
import { gather } from "/page/events.js";
import { Filters } from "/page/filters.js";
import { field, form, input, select } from "/page/forms.js";
import { badge, phrase, time } from "/page/format.js";
import { announce, perform, problem } from "/page/notices.js";
import { Panes } from "/page/panes.js";
import { isMeanwhile } from "/page/shared.js";

const path = "#/notifications";
const pageSize = 50;
const types = [
    "SUBSCRIBED", "DID_RENEW", "DID_CHANGE_RENEWAL_STATUS", "DID_CHANGE_RENEWAL_PREF",
    "DID_FAIL_TO_RENEW", "GRACE_PERIOD_EXPIRED", "EXPIRED", "OFFER_REDEEMED", "PRICE_INCREASE",
    "REFUND", "REVOKE", "ONE_TIME_CHARGE", "TEST",
];

export function makeNotifications() {
    const type = select("type", [["", "All"], ...types.map((name) => [name, phrase(name)])]);
    const failed = element("input", { type: "checkbox", name: "failed" });
    const filters = new Filters(path, { type, failed }, () => load());
    const bar = element(
        "form",
        {
            class: "filters", oninput: () => filters.changed(panes.id),
            onsubmit: (event) => event.preventDefault(),
        },
        field("Type", type),
        field("Failed only", failed),
        button("Send a test", (control) => perform(control, async () => {
            await post("/notifications/test");
            announce("A test notification is sent.");
        })),
    );
    const [webhook, loadWebhook] = makeWebhook();
    const panes = new Panes("Notifications", (id) => filters.href(id), webhook, bar);
    const more = button("Load more", (control) => perform(control, () => load(next)));
    let shown = [];
    let next = null;
    let run = 0;

    async function load(before = null) {
        const number = ++run;
        try {
            const page = await get("/notifications", {
                ...filters.values, before, limit: pageSize,
            });
            if (number === 1) await loadWebhook();
            if (number !== run) return;
            shown = before === null ? page.notifications : [...shown, ...page.notifications];
            next = page.next ?? null;
            panes.setRows(shown.map((one) => notificationRow(panes, one)), "No notifications.");
            panes.below.replaceChildren(...(next === null ? [] : [more]));
            if (panes.isOpen) showDetails(panes.id);
        } catch (error) {
            if (number === run) panes.below.replaceChildren(problem(error, () => load()));
        }
    }

    function showDetails(id) {
        const one = shown.find(({ identifier }) => identifier === id);
        if (one) panes.open(id, phrase(one.type), details(one));
        else panes.open(id, "Notification", element("p", {}, "It is not among those of the list."));
    }

    const reload = gather(() => load());
    return {
        title: "Notifications",
        root: panes.root,
        panes,
        href: () => filters.href(),
        async show(id, parameters) {
            filters.read(parameters);
            panes.expect(id);
            await load();
            if (id) showDetails(id);
        },
        notify: () => reload(),
    };
}

/** Where notifications go, and whether they are recorded. */
function makeWebhook() {
    const url = input("url", { type: "url", placeholder: "http://127.0.0.1:3000/notifications" });
    const isRecording = element("input", { type: "checkbox", name: "isRecording" });
    const save = form({ class: "filters" }, [
        field("Webhook", url),
        field("Record", isRecording),
        element("button", { type: "submit" }, "Save"),
    ], async () => {
        show(await patch("/notification-settings", {
            isRecording: isRecording.checked, url: url.value || null,
        }));
        announce("The webhook's settings are saved.");
    });
    function show(settings) {
        url.value = settings.url ?? "";
        isRecording.checked = settings.isRecording;
    }
    return [save, async () => show(await get("/notification-settings"))];
}

/** When an attempt was made, how it ended, and what the webhook answered. */
function attemptItem({ date, result, status, response }) {
    const isGood = result === "SUCCESS";
    const look = isGood ? "good" : result ? "danger" : "warning";
    return element(
        "li",
        {},
        time(date), " ",
        badge([phrase(result ?? "under way"), look]),
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
        element("span", { class: "what" }, phrase(one.type),
            one.subtype && element("small", {}, phrase(one.subtype))),
        element("span", { class: "who" }, one.customer ?? ""),
        element("span", { class: "state" }, delivery(one)),
        element("span", { class: "when" }, time(one.date)),
    );
}

function details(one) {
    const { identifier, transactionID, nextAttemptDate, attempts } = one;
    return [
        element("p", {}, one.subtype && badge([phrase(one.subtype), "quiet"]), " ", delivery(one)),
        element("div", { class: "buttons", "data-errors": true }, button("Replay", (control) => (
            perform(control, async () => {
                await post(`/notifications/${identifier}/replay`);
                announce(`${phrase(one.type)} is sent again.`);
            })
        ))),
        transactionID != null && element("p", {}, element(
            "a", { href: `#/transactions/${transactionID}` }, `Transaction ${transactionID}`,
        )),
        element("h3", {}, "Attempts"),
        element("ol", { class: "log" }, attempts.map(attemptItem)),
        !attempts.length && element("p", { class: "quiet" }, "None yet."),
        nextAttemptDate && element("p", { class: "quiet" }, "Next attempt ", time(nextAttemptDate)),
        element("p", { class: "quiet" }, identifier),
        fetchedPart("Signed payload", async () => (
            documentParts((await get(`/notifications/${identifier}`)).signedPayload)
        )),
    ];
}
