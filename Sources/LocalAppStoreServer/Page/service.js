// What an entitlement service says of a purchase, beside the store.

import { get } from "/page/api.js";
import { element, renew } from "/page/dom.js";
import { gather } from "/page/events.js";
import { badge, time, words } from "/page/format.js";
import { nameOfProduct, shared } from "/page/shared.js";

/** How long the service may differ from the store before the page says so. */
const patience = 3000;
/** What was found last, by the numbers of purchases. */
const known = new Map();
const visible = new Set();
const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
        if (isIntersecting) visible.add(target);
        else visible.delete(target);
    }
    if (visible.size) refreshService();
});

/** Makes the part of a purchase, by the number of its first transaction; null without a service. */
export function servicePart(id) {
    if (!shared.store.entitlementService) return null;
    const place = element("section", { "aria-label": "Service", "data-purchase": id });
    fill(place);
    observer.observe(place);
    return place;
}

/** Asks the service anew about everything that can be seen. */
export const refreshService = gather(async () => {
    const ids = new Set([...visible].map(({ dataset }) => dataset.purchase));
    for (const id of ids) {
        const found = await get(`/transactions/${id}/entitlements`).catch((error) => ({ error }));
        // Who waited in vain does not wait for each of the others.
        const answered = found.error?.code === "serviceTimedOut" ? ids : [id];
        for (const one of answered) note(one, found);
        if (answered === ids) return;
    }
});

function note(id, found) {
    const differs = found.agreement === "differs";
    const since = differs ? known.get(id)?.since ?? Date.now() : null;
    known.set(id, { ...found, since });
    if (differs && Date.now() - since < patience) setTimeout(refreshService, patience);
    for (const place of visible) if (place.dataset.purchase === id) fill(place);
}

function fill(place) {
    const found = known.get(place.dataset.purchase);
    const verdict = verdictOf(found);
    place.className = `service ${verdict ?? ""}`;
    renew(place, content(found, verdict));
}

/** A service may need a moment after it has received a notification. */
function verdictOf(found) {
    const isEarly = found?.agreement === "differs" && Date.now() - found.since < patience;
    return isEarly ? "waiting" : found?.agreement;
}

const verdicts = {
    agrees: ["Agrees with the store", "quiet"],
    waiting: ["Waiting for the service", "warning"],
    differs: ["Differs from the store", "danger"],
};

function content(found, verdict) {
    const title = element("h4", {}, "Service");
    if (!found) return element("p", {}, title, " ", badge(["Being asked", "quiet"]));
    const { error, originalID, entitlements, expected, undeliveredNotification } = found;
    if (error) {
        return element("p", {}, title, " ", badge(["No answer", "danger"]), " ", error.message);
    }
    const isOwn = (one) => one.originalTransactionID === `${originalID}`;
    const own = entitlements.filter(isOwn);
    const others = entitlements.filter((one) => !isOwn(one));
    const isGranted = own.some((one) => one.isGranted);
    return [
        element(
            "p",
            {},
            title, " ",
            badge(isGranted ? ["Granted", "good"] : ["Not granted", "quiet"]), " ",
            own.length ? listed(own) : "It does not list this purchase.", " ",
            verdict && badge(verdicts[verdict]),
        ),
        verdict === "differs" && element(
            "p",
            {},
            "By the store: ", expectation(expected), ".",
            undeliveredNotification && [" ", element(
                "a",
                { href: `#/notifications/${undeliveredNotification}` },
                "A notification did not arrive.",
            )],
        ),
        others.length > 0 && element(
            "p", { class: "quiet" }, "Its owner also has ", listed(others, productNote),
        ),
    ];
}

/** Names with their states, which are mostly one. */
function listed(entitlements, note = () => "") {
    return entitlements.flatMap((one, index) => [
        index ? "; " : "", element("strong", {}, one.name), note(one), ", ", ...stateWords(one),
    ]);
}

const productNote = ({ productID }) =>
    productID ? ` by ${nameOfProduct(productID)}` : " by a grant";

function stateWords({ state, until }) {
    return [words(state).toLowerCase(), ...(until ? [" until ", time(until)] : [])];
}

function expectation(expected) {
    if (!expected.state) return "not granted";
    return [expected.isGranted ? "granted, " : "not granted, ", ...stateWords(expected)];
}
