// How values are written.

import { element } from "./dom.js";

const names = {
    consumable: "Consumable",
    nonConsumable: "Non-consumable",
    nonRenewingSubscription: "Non-renewing subscription",
    autoRenewableSubscription: "Auto-renewable subscription",
    refundRequested: "Refund requested",
    inBillingRetryPeriod: "Billing retry",
    inGracePeriod: "Grace period",
    httpStatus: "HTTP status",
    verifyReceipt: "verifyReceipt",
    id: "ID",
    url: "URL",
};

/** The words of a name as in `isAutoRenewEnabled`: "Is auto renew enabled". */
export function words(name) {
    if (names[name]) return names[name];
    const text = String(name).replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ");
    const lower = text.replace(/ [A-Z](?![A-Z])/g, (letter) => letter.toLowerCase());
    return (lower.charAt(0).toUpperCase() + lower.slice(1)).replace(/ Id\b/i, " ID");
}

/** The words of a name in capitals, as notifications have it. */
export function phrase(name) {
    return words(String(name ?? "").toLowerCase());
}

const dateFormat = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium" });
const dayFormat = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short" });

/** A date in the time zone of the reader. */
export const date = (value) => dateFormat.format(new Date(value));

export const day = (value) => dayFormat.format(new Date(value));

/** A date that also has its form in UTC. */
export function time(value) {
    return element("time", { datetime: value, title: value }, date(value));
}

/** An amount as the reader's language writes it. */
export function price(amount, currency) {
    const options = { style: "currency", currency, currencyDisplay: "narrowSymbol" };
    return new Intl.NumberFormat("en", options).format(Number(amount));
}

const periodUnits = { D: "day", W: "week", M: "month", Y: "year" };

/** A period as in ISO 8601, P1M, in words. */
export function period(text) {
    const [, count, letter] = /^P(\d+)([DWMY])$/.exec(text) ?? [];
    return count ? `${count} ${periodUnits[letter]}${count === "1" ? "" : "s"}` : text;
}

const units = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** How long something takes, in its two largest units. */
export function duration(seconds) {
    let rest = Math.round(Math.abs(seconds));
    const parts = [];
    for (const [unit, length] of units) {
        const count = Math.floor(rest / length);
        rest -= count * length;
        if (count) parts.push(`${count} ${unit}${count === 1 ? "" : "s"}`);
    }
    return parts.slice(0, 2).join(" ") || "0 seconds";
}

/** The state of a transaction as the list tells it: its name, and the look of the badge. */
export function state(transaction) {
    if (transaction.revocationDate) return ["Refunded", "warning"];
    if (transaction.isRefundRequested) return ["Refund requested", "warning"];
    if (transaction.isUpgraded) return ["Upgraded", "quiet"];
    if (transaction.hasIssue) return ["Interrupted", "danger"];
    const looks = { purchased: "good", failed: "danger", deferred: "warning" };
    return [words(transaction.state), looks[transaction.state] ?? "quiet"];
}

/** The status of a subscription, and the look of the badge. */
export function status({ status }) {
    const looks = { subscribed: "good", expired: "quiet", revoked: "quiet" };
    return [words(status), looks[status] ?? "warning"];
}

export function badge([title, look]) {
    return element("span", { class: `badge ${look}` }, title);
}
