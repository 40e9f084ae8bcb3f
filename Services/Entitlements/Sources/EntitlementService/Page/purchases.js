// A purchase: its state, the next renewal, refunds, and the transactions and documents behind it.

import { scope } from "./address.js";
import { record } from "./documents.js";
import { disclosure, element } from "./dom.js";
import { badge, time, words } from "./format.js";
import { customerLink, offerText, price, table } from "./parts.js";

const looks = {
    active: "good", credited: "good", gracePeriod: "warning", billingRetry: "danger",
    revoked: "danger",
};

export function purchaseCard(purchase, customer) {
    const { originalTransactionId: id, productId, state, refunds } = purchase;
    const others = purchase.owners.filter((owner) => (
        !customer.names.some(({ name }) => name === owner)
    ));
    return element("article", { class: "card", "aria-labelledby": `purchase-${id}` },
        element("div", { class: "title" },
            element("h4", { id: `purchase-${id}` }, productId),
            badge([words(state), looks[state] ?? "quiet"])),
        record([
            ["Original transaction", element("span", { class: "name" }, id)],
            ["Type", purchase.type],
            ["Environment", purchase.environment !== scope.environment && purchase.environment],
            ["First purchased", time(purchase.startedAt)],
            ["Last purchased", purchase.purchasedAt !== purchase.startedAt
                && time(purchase.purchasedAt)],
            ["Ends", purchase.expiresAt && time(purchase.expiresAt)],
            ["Price", price(purchase)],
            ["Offer", purchase.offer && offerText(purchase.offer)],
            ["Seats", purchase.seats],
            ["Role", purchase.role && words(purchase.role)],
            ["Other owners", others.length > 0
                && others.map((one, index) => [index > 0 && ", ", customerLink(one)])],
        ].map(([title, value]) => [title, Array.isArray(value) ? wrapped(value) : value]), "facts"),
        purchase.renewal && renewalText(purchase.renewal),
        refunds.length > 0 && element("ul", { class: "log" }, refunds.map(refundRow)),
        transactionTable(purchase.transactions),
        documentTable(purchase.documents));
}

const wrapped = (parts) => element("span", {}, parts);

const intents = [
    "", "The customer cancelled.", "The payment failed.", "The customer declined a price increase.",
    "The product was unavailable.", "The subscription ended for another reason.",
];

function renewalText(renewal) {
    const { renews, productId, date, priceIncreaseStatus, expirationIntent } = renewal;
    const cost = price(renewal);
    const sentence = renews === false ? ["Does not renew."] : [
        renews ? "Renews" : "May renew",
        date && [" ", time(date)], productId && ` as ${productId}`, cost && ` for ${cost}`,
        renewal.offer && ` (${offerText(renewal.offer)})`, ".",
    ];
    const needsCare = renews === false || priceIncreaseStatus === 0 || expirationIntent > 0;
    return element("p", { class: `notice ${needsCare ? "warning" : ""}` }, sentence,
        priceIncreaseStatus === 0 && " The customer has not agreed to the higher price yet.",
        expirationIntent > 0 && ` ${intents[expirationIntent] ?? intents[5]}`);
}

const refundTypes = {
    REFUND_FULL: "in full", REFUND_PRORATED: "in part", FAMILY_REVOKE: "no longer shared",
};

function refundRow({ transactionId, date, type, percentage, reason, seats }) {
    const extent = [
        type && (refundTypes[type] ?? words(type.toLowerCase())),
        percentage != null && percentage !== "100" && `${percentage} %`,
        seats != null && `${seats} seats`,
        reason != null && (reason === 1 ? "due to an issue in the app" : "for another reason"),
    ].filter(Boolean).join(", ");
    return element("li", {}, time(date), element("strong", {}, "Refunded"),
        element("span", {}, extent),
        element("span", { class: "quiet" }, `transaction ${transactionId}`));
}

function transactionTable(transactions) {
    const titles = ["Transaction", "Product", "Period"];
    return disclosure(counted(transactions.length, "transaction"), table(titles,
        transactions.map((one) => [
            [one.id, element("small", {}, [
                one.reason && words(one.reason.toLowerCase()), one.isUpgraded && "upgraded",
                one.storefront,
            ].filter(Boolean).join(", "))],
            [one.productId, one.quantity > 1 && `, ${one.quantity} times`,
                one.seats != null && `, ${one.seats} seats`,
                price(one) != null && element("small", {},
                    price(one), one.offer && `, ${offerText(one.offer)}`)],
            [time(one.purchasedAt), one.expiresAt && [" to ", time(one.expiresAt)],
                one.revokedAt && [", refunded ", time(one.revokedAt)]],
        ])));
}

function documentTable(documents) {
    return disclosure(counted(documents.length, "signed document"), table(
        ["Document", "Signed"],
        documents.map((one) => [
            [words(one.kind), element("small", {},
                [one.type, one.subtype].filter(Boolean).join(" ")),
            element("small", { class: "name" }, one.id)],
            [time(one.signedAt), element("small", {}, "received ", time(one.receivedAt))],
        ]),
    ));
}

const counted = (count, name) => `${count} ${name}${count === 1 ? "" : "s"}`;
