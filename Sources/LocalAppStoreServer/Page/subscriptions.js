// Subscriptions: their status, their history as a picture, and what can happen to them.

import { get, post, put } from "/page/api.js";
import { button, element, renew } from "/page/dom.js";
import { signedDocument } from "/page/documents.js";
import { gather } from "/page/events.js";
import { field, select, setOptions } from "/page/forms.js";
import { badge, status, time, words } from "/page/format.js";
import { announce, perform, problem } from "/page/notices.js";
import { customerOptions, nameOfProduct } from "/page/shared.js";
import { timeline } from "/page/timeline.js";

const activeStatuses = ["subscribed", "inGracePeriod", "inBillingRetryPeriod"];

export function makeSubscriptions() {
    const customer = select("customer", [["", "All"]]);
    const isActive = element("input", { type: "checkbox", name: "active" });
    const bar = element(
        "form",
        { class: "filters", oninput: load, onsubmit: (event) => event.preventDefault() },
        field("Customer", customer),
        field("Active only", isActive),
    );
    const list = element("div", { class: "cards" });
    let run = 0;

    async function load() {
        const number = ++run;
        try {
            const answer = await get("/subscriptions", { customer: customer.value });
            if (number !== run) return;
            const shown = answer.subscriptions.filter((one) => (
                !isActive.checked || activeStatuses.includes(one.status)
            ));
            renew(list, shown.map((one) => card(one, load)));
            if (!shown.length) list.append(element("p", { class: "empty" }, "No subscriptions."));
        } catch (error) {
            if (number === run) list.replaceChildren(problem(error, load));
        }
    }
    const reload = gather(load);

    return {
        title: "Subscriptions",
        root: element("div", {}, bar, list),
        async show(id) {
            setOptions(customer, [["", "All"], ...customerOptions()]);
            await load();
            const heading = document.getElementById(`subscription-${id}`);
            heading?.scrollIntoView();
            heading?.focus();
        },
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
        timeline(one),
        actions(one, load),
        one.signedRenewalInfo && signedDocument("Signed renewal info", one.signedRenewalInfo),
    );
}

/** What the picture does not tell, in a few words. */
function facts(one) {
    const isActive = activeStatuses.includes(one.status);
    const product = one.renewalProductID !== one.productID && [
        " as ", nameOfProduct(one.renewalProductID),
    ];
    const items = [
        [nextStep(one), product, " ", time(one.revocationDate ?? one.expirationDate)],
        ["since ", time(one.startDate)],
        one.expirationReason && [words(one.expirationReason).toLowerCase()],
        one.priceConsent && [`price increase ${one.priceConsent}`],
        one.billingIssue && ["payment tried until ", time(one.billingIssue.retryEnd)],
        [element("a", { href: `#/transactions/${one.entryID}` }, `transaction ${one.entryID}`)],
    ];
    return items.filter(Boolean).flatMap((item, index) => (index ? [" · ", ...item] : item));
}

/** What happens, or happened, at the end of the period. */
function nextStep({ status, billingIssue, isAutoRenewEnabled }) {
    if (!activeStatuses.includes(status)) return "Ended";
    if (billingIssue) return "Payment due since";
    return isAutoRenewEnabled ? "Renews" : "Ends";
}

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
    const isAsked = one.priceConsent === "pending";
    return element(
        "div",
        { class: "buttons", "data-errors": true },
        isActive && act("Renew now", "renew", "renewed", send("renew")),
        isActive && act("Expire", "expire", "expired", send("expire")),
        isActive && act(
            isEnabled ? "Enable renewal" : "Cancel renewal",
            "auto-renew",
            isEnabled ? "renewal enabled" : "renewal cancelled",
            () => put(`/subscriptions/${one.id}/auto-renew`, { isEnabled }),
        ),
        one.billingIssue && act("Retry payment", "retry", "payment tried",
            () => post(`/transactions/${one.entryID}/retry`)),
        isActive && !isAsked && act("Ask about a price increase", "ask",
            "asked about a price increase", send("consent", { answer: "ask" })),
        isAsked && act("Agree", "agree", "price increase agreed",
            send("consent", { answer: "agree" })),
        isAsked && act("Decline", "decline", "price increase declined",
            send("consent", { answer: "decline" })),
    );
}
