// One subscription: what it costs, until when it lasts, and what can happen to it.

import { get, post, put } from "/page/api.js";
import { confirmCancellation } from "/page/cancellation.js";
import { button, element } from "/page/dom.js";
import { documentParts, fetchedPart, record } from "/page/documents.js";
import { ask, field, input } from "/page/forms.js";
import { badge, price, status, time, words } from "/page/format.js";
import { announce, perform } from "/page/notices.js";
import { servicePart } from "/page/service.js";
import { seatsPart } from "/page/seats.js";
import { nameOfProduct, now } from "/page/shared.js";
import { timeline } from "/page/timeline.js";

/** The number of periods of a timeline that a card shows. */
export const shownPeriods = 24;
const activeStatuses = ["subscribed", "inGracePeriod", "inBillingRetryPeriod"];

/** @param load Loads the card anew, after something was done. */
export function subscriptionCard(one, load) {
    return element(
        "article",
        { class: "card", "aria-labelledby": `subscription-${one.id}` },
        element(
            "div",
            { class: "title" },
            element("h2", { id: `subscription-${one.id}`, tabindex: "-1" },
                nameOfProduct(one.productID), " ",
                element("a", { href: `#/customers/${one.customerID}` }, one.customer)),
            badge(status(one)),
        ),
        record(facts(one), "facts"),
        servicePart(one.id),
        timeline(one),
        one.ownership === "purchased" && actions(one, load),
        one.ownership === "purchased" && one.seats != null && seatsPart(one),
        fetchedPart("Signed renewal info", async () => (
            documentParts((await get(`/subscriptions/${one.id}`)).signedRenewalInfo)
        )),
    );
}

/** What the customer pays, and until when there is access, first. */
function facts(one) {
    const isOver = Date.parse(one.accessEndDate) <= now();
    const link = element(
        "a", { href: `#/transactions/${one.transactionID}` }, `Transaction ${one.transactionID}`,
    );
    return [
        ["Product", one.productID],
        ["Price", payment(one)],
        ["Seats", one.seats != null && `${one.seats}`],
        ["Next price", one.renewalPrice && nextPrice(one)],
        ["Commitment", one.commitment && commitment(one)],
        ["After the commitment", one.commitment && afterCommitment(one)],
        ["Group", one.group ?? one.groupID],
        ["Auto-renew", one.isAutoRenewEnabled ? "On" : "Off"],
        [isOver ? "Access ended" : "Access until", time(one.accessEndDate)],
        ["Ended because", one.expirationReason && words(one.expirationReason)],
        ["Price increase", one.priceConsent && words(one.priceConsent)],
        ["Payment tried until", one.billingIssue && time(one.billingIssue.retryEnd)],
        ["Subscriber since", time(one.startDate)],
        [activeStatuses.includes(one.status) ? "Present period" : "Last period", link],
    ];
}

function payment({ ownership, price, currency }) {
    if (ownership === "assigned") return "A seat of another customer's";
    return ownership === "familyShared" ? "Shared by the family" : amount(price, currency);
}

function nextPrice(one) {
    const isOther = one.renewalProductID !== one.productID;
    return [
        amount(one.renewalPrice, one.currency),
        one.renewalSeats != null && ` for each of ${one.renewalSeats} seats`,
        isOther && ` for ${nameOfProduct(one.renewalProductID)}`,
        one.billingIssue ? ", due since " : " on ", time(one.expirationDate),
    ].filter(Boolean);
}

function commitment({ commitment, currency }) {
    const { periodNumber, periodCount, price, expirationDate } = commitment;
    return [
        `Payment ${periodNumber} of ${periodCount}, in all ${amount(price, currency)}, until `,
        time(expirationDate),
    ];
}

function afterCommitment({ commitment, currency }) {
    const { isAutoRenewEnabled, renewalPrice, renewalProductID, renewalBillingPlan } = commitment;
    if (!isAutoRenewEnabled) return "Ends";
    const price = renewalPrice ? `${amount(renewalPrice, currency)} for ` : "";
    const plan = renewalBillingPlan === "monthly" ? "each month" : "up front";
    return `${price}${nameOfProduct(renewalProductID)}, ${plan}`;
}

const amount = (value, currency) => (Number(value) === 0 ? "Free" : price(value, currency));

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
    // Within a commitment the customer cancels the renewal after it.
    const isEnabled = !(one.commitment ?? one).isAutoRenewEnabled;
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
        isActive && one.seats > 1 && one.renewalSeats != null
            && button("Renewal seats…", () => askForSeats(one, load), {
                name: `${one.id} renewal-seats`,
            }),
        isActive && !isEnabled && button(
            "Choose to cancel",
            (control) => perform(control, () => confirmCancellation(one, load)),
            { name: `${one.id} cancel` },
        ),
        one.billingIssue && act("Resolve the issue", "resolve", "paid",
            () => post(`/transactions/${one.transactionID}/resolve-issue`)),
        isActive && !isAsked && act("Ask about a price increase", "ask",
            "asked about a price increase", send("consent", { answer: "ask" })),
        isAsked && act("Agree", "agree", "price increase agreed",
            send("consent", { answer: "agree" })),
        isAsked && act("Decline", "decline", "price increase declined",
            send("consent", { answer: "decline" })),
    );
}

/** Asks how many seats renew; more than the present ones are a purchase. */
function askForSeats(one, load) {
    const seats = input("seats", {
        type: "number", min: 1, max: one.seats, value: one.renewalSeats, required: true,
    });
    ask({
        title: `Seats of ${nameOfProduct(one.productID)}`,
        children: [field("Seats of the next period", seats)],
        action: "Choose",
        async work(data) {
            await put(`/subscriptions/${one.id}/renewal-seats`, { seats: Number(data.get("seats")) });
            announce(`${nameOfProduct(one.productID)} of ${one.customer}: seats chosen.`);
            await load();
        },
    });
}
