// The history of a customer: the timeline, changes by the team, and events.

import { askToReplay } from "./actions.js";
import { button, element } from "./dom.js";
import { badge, time, words } from "./format.js";
import { customerLink, longList, offerText, price, table } from "./parts.js";

/** The timeline, newest first. */
export function timelineList(entries) {
    return longList(entries.map((entry) => element("li", {},
        time(entry.date),
        element("strong", {}, words(entry.reason)),
        element("span", {}, entry.productId ?? entry.name,
            price(entry) != null && `, ${price(entry)}`,
            entry.offer && `, ${offerText(entry.offer)}`,
            entry.customer && [" with ", customerLink(entry.customer)]),
        entry.periodEnd && element("span", { class: "quiet" },
            "until ", time(entry.periodEnd)))));
}

/** Each kind of statement in words. */
const sentences = {
    link: ({ customer, to }) => ["linked ", customerLink(customer), " to ", customerLink(to)],
    unlink: ({ customer }) => ["unlinked ", customerLink(customer)],
    grant: ({ name, until, reason }) => [
        `granted ${name} `, until ? ["until ", time(until)] : "without an end", quoted(reason),
    ],
    revokeGrant: ({ grant, reason }, statements) => {
        const name = statements.find(({ id }) => id === grant)?.name;
        return [name ? `revoked the grant of ${name}` : "revoked a grant", quoted(reason)];
    },
    spend: ({ quantity, productId, key }) => `spent ${quantity} of ${productId}, key ${key}`,
    setTester: ({ isTester }) => (isTester ? "made a tester" : "removed as tester"),
    replay: ({ from }) => `sent events again from ${from} on`,
    erase: () => "erased the customer",
};

const quoted = (reason) => reason && `: ${reason}`;

/** The statements, newest first. */
export function statementList(statements) {
    return longList(statements.map((one) => element("li", {},
        time(one.date),
        element("strong", {}, one.actor),
        element("span", {}, sentences[one.type]?.(one, statements) ?? words(one.type)))));
}

/** The reason and the type of an event. */
export const eventText = ({ reason, type }) => [
    words(reason ?? type ?? "missing"), reason && element("small", {}, type),
];

export const replayButton = (customer, sequence, reload) => button(
    "Replay…",
    () => askToReplay(customer, sequence, reload),
    {
        class: "writes",
        name: `replay ${customer} ${sequence}`,
        "aria-label": `Replay from event ${sequence} of ${customer}`,
    },
);

const looks = { pending: "warning", delivered: "good", dead: "danger" };

/** The newest events, each with a button to replay from it. */
export function eventTable(customer, events, reload) {
    return events.length > 0 && table(["No.", "Written", "Event", "Delivery", ""],
        events.map((event) => [
            `${event.sequence}`,
            time(event.date),
            eventText(event),
            event.delivery && badge([words(event.delivery), looks[event.delivery] ?? "quiet"]),
            replayButton(customer.customer, event.sequence, reload),
        ]));
}
