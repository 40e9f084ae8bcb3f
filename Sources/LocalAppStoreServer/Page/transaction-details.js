// One transaction: everything the store knows about it, and what can be done with it.

import { get, post } from "/page/api.js";
import { button, disclosure, element } from "/page/dom.js";
import { fetchedPart, json, receiptParts, record, signedDocument } from "/page/documents.js";
import { ask, field, input, select } from "/page/forms.js";
import { badge, date, phrase, price, state, status, time, words } from "/page/format.js";
import { announce, perform, problem } from "/page/notices.js";
import { servicePart } from "/page/service.js";
import { nameOfProduct, now } from "/page/shared.js";
import { timeline } from "/page/timeline.js";

const requestReasons = [
    "UNINTENDED_PURCHASE", "FULFILLMENT_ISSUE", "UNSATISFIED_WITH_PURCHASE", "LEGAL", "OTHER",
];
const refundReasons = [["other", "Another reason"], ["developerIssue", "An issue within the app"]];

/** Shows a transaction beside the list; without an identifier, shows the open one anew. */
export async function showTransaction(panes, id = panes.id) {
    try {
        const answer = await get(`/transactions/${id}`);
        const { transaction, subscription, refundRequests } = answer;
        panes.open(
            id,
            `${nameOfProduct(transaction.productID)}, transaction ${id}`,
            element("p", {}, badge(state(transaction)), explanation(transaction)),
            actions(transaction, refundRequests.at(-1), panes),
            subscription && subscriptionPart(subscription, servicePart(transaction.originalID)),
            !subscription && isLasting(transaction) && servicePart(transaction.originalID),
            record(facts(transaction)),
            refundRequests.length > 0 && requestsPart(refundRequests),
            documents(answer),
        );
    } catch (error) {
        panes.open(id, `Transaction ${id}`, problem(error, () => showTransaction(panes, id)));
    }
}

/** Whether there may be something to use for longer than a moment. */
function isLasting({ state, kind }) {
    return state === "purchased" && kind !== "consumable";
}

/** What the badge alone does not tell. */
function explanation({ failure, revocationDate, revocationReason }) {
    if (revocationDate) {
        const reason = revocationReason === "developerIssue" ? ", an issue within the app" : "";
        return ` on ${date(revocationDate)}${reason}`;
    }
    return failure?.reason ? ` ${failure.reason}` : null;
}

/** What a person asks first comes first, and what says nothing is left out. */
function facts(one) {
    const link = (id) => id != null && id !== one.id && element(
        "a", { href: `#/transactions/${id}` }, `Transaction ${id}`,
    );
    const dateTitles = { failed: "Failed", deferred: "Asked for", scheduled: "Ordered" };
    const isOver = one.expirationDate && Date.parse(one.expirationDate) <= now();
    return [
        ["Price", amount(one)],
        ["Seats", one.seats && seatPrices(one.seats, one)],
        ["Refunded", one.amountRefunded && price(one.amountRefunded, one.currency)],
        ["Offer", one.offer && offer(one.offer)],
        [dateTitles[one.state] ?? (one.isRenewal ? "Renewed" : "Bought"), time(one.purchaseDate)],
        [isOver ? "Expired" : "Expires", one.expirationDate && time(one.expirationDate)],
        ["Refunded on", one.revocationDate && time(one.revocationDate)],
        ["Replaced on", one.upgradeDate && time(one.upgradeDate)],
        ["Customer", element(
            "a", { href: `#/customers/${one.customerID}` }, one.customer,
        )],
        ["Product", [one.productID, one.kind && element("small", {}, ` ${words(one.kind)}`)]],
        ["First purchase", link(one.originalID)],
        ["Shared by the family", link(one.sharedTransactionID)],
        ["Order", one.orderID],
        ["Account token", one.appAccountToken],
        ["Storefront", one.storefront],
        ["Bought with", one.purchaseAPI && interfaces[one.purchaseAPI]],
        ["Finished with", one.finishAPI && interfaces[one.finishAPI]],
        ["Error code", one.failure && `${one.failure.code}`],
        ["Delivery", !one.isFinished && "The app has not finished it"],
    ];
}

function amount(transaction) {
    const { state, price: unit, quantity, currency, ownership, seats } = transaction;
    if (ownership === "familyShared") return "Nothing, as the family shares it";
    if (ownership === "assigned") return "Nothing, as another customer pays for the seat";
    if (state !== "purchased") return "Nothing was charged";
    if (seats) return price(transaction.amountCharged, currency);
    if (Number(unit) === 0) return "Free";
    const one = price(unit, currency);
    return quantity > 1 ? `${quantity} × ${one} = ${price(unit * quantity, currency)}` : one;
}

/** The seats by their price. */
function seatPrices({ priceTiers, revokedQuantity, isAddition }, { currency }) {
    const tiers = priceTiers.map((tier) => `${tier.quantity} × ${price(tier.price, currency)}`);
    return [
        tiers.join(" + "), isAddition && ", beside others of the period",
        revokedQuantity > 0 && `, ${revokedQuantity} of them refunded`,
    ].filter(Boolean).join("");
}

const interfaces = { storeKit1: "original API, SKPaymentQueue", storeKit2: "StoreKit 2" };

const offer = ({ kind, id }) => (id == null ? words(kind) : `${words(kind)}: ${id}`);

function actions(transaction, request, panes) {
    const { id } = transaction;
    const act = (title, verb, done, body) => button(title, (control) => (
        perform(control, async () => {
            await post(`/transactions/${id}/${verb}`, body);
            announce(`Transaction ${id}: ${done}.`);
            await showTransaction(panes);
        })
    ));
    const isDeferred = transaction.state === "deferred";
    const isOwn = transaction.state === "purchased" && transaction.ownership === "purchased";
    const isPaid = isOwn && !transaction.revocationDate;
    const isAsked = isPaid && request != null && request.decision == null;
    const decide = (title, decision, done) => (
        act(title, "refund-decision", done, { decision })
    );
    return element(
        "div",
        { class: "buttons", "data-errors": true },
        isDeferred && act("Approve", "approve", "approved"),
        isDeferred && act("Decline", "decline", "declined"),
        transaction.hasIssue && act("Resolve the issue", "resolve-issue", "paid"),
        isAsked && decide("Grant the refund", "approved", "refunded"),
        isAsked && decide("Decline the refund", "declined", "refund declined"),
        isPaid && !isAsked && button("Refund…", () => askForRefund(transaction, panes)),
        isPaid && !isAsked && button("Request a refund…", () => askForRequest(id, panes)),
        isOwn && (transaction.revocationDate || transaction.seats?.revokedQuantity > 0)
            && act("Reverse the refund", "refund-reversal", "refund reversed"),
        !transaction.isFinished && act("Finish", "finish", "finished"),
    );
}

function askForRefund({ id, seats }, panes) {
    const count = input("seats", { type: "number", min: 1, placeholder: "All" });
    ask({
        title: `Refund transaction ${id}`,
        children: [
            field("Reason", select("reason", refundReasons)),
            ...(seats ? [field("Seats", count, "Further seats are taken from the newest other transactions.")] : []),
        ],
        action: "Refund",
        look: "danger",
        async work(data) {
            const request = { reason: data.get("reason") };
            if (data.get("seats")) request.seats = Number(data.get("seats"));
            await post(`/transactions/${id}/refund`, request);
            announce(`Transaction ${id}: refunded.`);
            await showTransaction(panes);
        },
    });
}

/** Asks as the customer does; the decision is the App Store's. */
function askForRequest(id, panes) {
    const reasons = requestReasons.map((name) => [name, phrase(name)]);
    ask({
        title: `Request a refund of transaction ${id}`,
        children: [field("The customer's reason", select("reason", reasons))],
        action: "Request",
        async work(data) {
            await post(`/transactions/${id}/refund-request`, { reason: data.get("reason") });
            announce(`Transaction ${id}: refund requested.`);
            await showTransaction(panes);
        },
    });
}

function requestsPart(requests) {
    const titles = { approved: "Granted", declined: "Declined" };
    return element(
        "section",
        { "aria-label": "Requests for refunds" },
        element("h3", {}, "Requests for refunds"),
        element("ol", { class: "log" }, requests.map((one) => element(
            "li",
            {},
            time(one.requestDate), ` ${phrase(one.reason)} `,
            badge([titles[one.decision] ?? "Not decided", one.decision ? "quiet" : "warning"]),
            one.decisionDate && [" ", time(one.decisionDate)],
            one.consumption && disclosure("What the developer reported", json(one.consumption)),
        ))),
    );
}

function subscriptionPart(subscription, service) {
    return element(
        "section",
        { "aria-label": "Subscription" },
        element(
            "p",
            {},
            element("a", { href: `#/subscriptions/${subscription.id}` }, "Subscription"), " ",
            badge(status(subscription)),
        ),
        service,
        timeline(subscription),
    );
}

function documents({ transaction, signedTransaction }) {
    return [
        signedTransaction && signedDocument("Signed transaction", signedTransaction),
        fetchedPart("Receipt of the customer", async () => (
            receiptParts(await get(`/customers/${transaction.customerID}/receipt`))
        )),
        disclosure("All members", json(transaction)),
    ];
}
