// Subscriptions: their status, their history as a picture, and what can happen to them.

import { get, post, put } from "/page/api.js";
import { button, element, renew } from "/page/dom.js";
import { documentParts, fetchedPart } from "/page/documents.js";
import { gather } from "/page/events.js";
import { Filters } from "/page/filters.js";
import { field, select, setOptions } from "/page/forms.js";
import { badge, status, time, words } from "/page/format.js";
import { announce, perform, problem } from "/page/notices.js";
import { servicePart } from "/page/service.js";
import { customerOptions, nameOfProduct } from "/page/shared.js";
import { timeline } from "/page/timeline.js";

const path = "#/subscriptions";
const activeStatuses = ["subscribed", "inGracePeriod", "inBillingRetryPeriod"];
const pageSize = 20;
const largestPage = 500;
const shownPeriods = 24;

export function makeSubscriptions() {
    const customerID = select("customerID", [["", "All"]]);
    const active = element("input", { type: "checkbox", name: "active" });
    const filters = new Filters(path, { customerID, active }, () => load());
    const bar = element(
        "form",
        {
            class: "filters", oninput: () => filters.changed(),
            onsubmit: (event) => event.preventDefault(),
        },
        field("Customer", customerID),
        field("Active only", active),
    );
    const list = element("div", { class: "cards" });
    const below = element("div", { class: "below" });
    const more = button("Load more", (control) => perform(control, () => load(next)));
    let shown = [];
    let next = null;
    let run = 0;
    /** The subscription that the address names; it is shown alone. */
    let chosen = "";

    async function load(before = null) {
        const number = ++run;
        try {
            const page = await (chosen ? fetchChosen() : fetchPage(before));
            if (number !== run) return;
            shown = before === null ? page.subscriptions : [...shown, ...page.subscriptions];
            next = page.next ?? null;
            renew(list, shown.map((one) => card(one, () => load())));
            if (!shown.length) list.append(element("p", { class: "empty" }, "No subscriptions."));
            const all = element("a", { href: filters.href() }, "All subscriptions");
            below.replaceChildren(...(chosen ? [all] : next === null ? [] : [more]));
            bar.hidden = chosen !== "";
        } catch (error) {
            if (number === run) list.replaceChildren(problem(error, () => load()));
        }
    }

    async function fetchChosen() {
        return { subscriptions: [await get(`/subscriptions/${chosen}`)] };
    }

    /** The page before a subscription, or as many of the newest as are shown. */
    function fetchPage(before) {
        const count = before === null ? Math.max(shown.length, pageSize) : pageSize;
        const limit = Math.min(count, largestPage);
        const query = { ...filters.values, before, limit, periods: shownPeriods };
        return get("/subscriptions", query);
    }
    const reload = gather(() => load());

    return {
        title: "Subscriptions",
        root: element("div", {}, bar, list, below),
        href: () => filters.href(),
        async show(id, parameters) {
            this.showCustomers();
            filters.read(parameters);
            chosen = id;
            shown = [];
            await load();
            if (id) document.getElementById(`subscription-${id}`)?.focus();
        },
        showCustomers: () => setOptions(customerID, [["", "All"], ...customerOptions()]),
        notify: (kind) => kind !== "notification" && reload(),
    };
}

function card(one, load) {
    return element(
        "article",
        { class: "card", "aria-labelledby": `subscription-${one.id}` },
        element(
            "div",
            { class: "title" },
            element("h2", { id: `subscription-${one.id}`, tabindex: "-1" },
                nameOfProduct(one.productID), " ", element("small", {}, one.customer)),
            badge(status(one)),
        ),
        element("p", { class: "facts" }, facts(one)),
        servicePart(one.id),
        timeline(one),
        one.isFamilyShared ? null : actions(one, load),
        fetchedPart("Signed renewal info", async () => (
            documentParts((await get(`/subscriptions/${one.id}`)).signedRenewalInfo)
        )),
    );
}

/** What the picture does not tell, in a few words. */
function facts(one) {
    const product = one.renewalProductID !== one.productID && [
        " as ", nameOfProduct(one.renewalProductID),
    ];
    const items = [
        [nextStep(one), product, " ", time(one.revocationDate ?? one.expirationDate)],
        ["since ", time(one.startDate)],
        one.expirationReason && [words(one.expirationReason).toLowerCase()],
        one.priceConsent && [`price increase ${one.priceConsent}`],
        one.billingIssue && ["payment tried until ", time(one.billingIssue.retryEnd)],
        one.isFamilyShared && ["shared by the family"],
        [element(
            "a",
            { href: `#/transactions/${one.transactionID}` },
            `transaction ${one.transactionID}`,
        )],
    ];
    return items.filter(Boolean).flatMap((item, index) => (index ? [" · ", ...item] : item));
}

/** What happens, or happened, at the end of the period. */
function nextStep({ status, billingIssue, isAutoRenewEnabled }) {
    if (!activeStatuses.includes(status)) return "Ended";
    if (billingIssue) return "Payment due since";
    return isAutoRenewEnabled ? "Renews" : "Ends";
}

/** What the store would do now; everything else it would refuse. */
function actions(one, load) {
    const act = (title, name, done, work) => button(
        title,
        (control) => perform(control, async () => {
            await work();
            announce(`${nameOfProduct(one.productID)} of ${one.customer}: ${done}.`);
            await load();
        }),
        { name: `${one.id} ${name}` },
    );
    const send = (verb, body) => () => post(`/subscriptions/${one.id}/${verb}`, body);
    const isEnabled = !one.isAutoRenewEnabled;
    const isActive = activeStatuses.includes(one.status);
    const isPaid = one.status === "subscribed";
    const isAsked = isActive && one.priceConsent === "pending";
    return element(
        "div",
        { class: "buttons", "data-errors": true },
        isPaid && act("Renew now", "renew", "renewed", send("renew")),
        isPaid && act("Expire", "expire", "expired", send("expire")),
        isActive && act(
            isEnabled ? "Enable renewal" : "Cancel renewal",
            "auto-renew",
            isEnabled ? "renewal enabled" : "renewal cancelled",
            () => put(`/subscriptions/${one.id}/auto-renew`, { isEnabled }),
        ),
        one.billingIssue && act("Retry payment", "retry", "payment tried",
            () => post(`/transactions/${one.transactionID}/retry`)),
        isActive && !isAsked && act("Ask about a price increase", "ask",
            "asked about a price increase", send("consent", { answer: "ask" })),
        isAsked && act("Agree", "agree", "price increase agreed",
            send("consent", { answer: "agree" })),
        isAsked && act("Decline", "decline", "price increase declined",
            send("consent", { answer: "decline" })),
    );
}
