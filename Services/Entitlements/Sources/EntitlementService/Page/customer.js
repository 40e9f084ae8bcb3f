// A customer: names, entitlements, purchases, and the history behind them.

import { scope } from "./address.js";
import { get, ofCustomer } from "./api.js";
import {
    askToErase, askToGrant, askToLink, askToRevoke, askToSetTester, askToUnlink,
} from "./actions.js";
import { button, element } from "./dom.js";
import { badge, time, words } from "./format.js";
import { eventTable, statementList, timelineList } from "./history.js";
import { perform } from "./notices.js";
import { purchaseCard } from "./purchases.js";

/**
 * Makes the parts of a customer.
 *
 * @param reload Reloads the customer, and shows the result.
 */
export async function customerParts(name, access, reload) {
    const customer = await get(ofCustomer(name));
    const { purchases, balances, statements, events, timeline } = customer;
    return [
        heading(customer, reload),
        element("div", { class: "columns" },
            element("div", {},
                part("Entitlements", entitlementList(customer)),
                part("Names", nameList(customer, reload),
                    button("Link a name…", () => askToLink(customer, reload))),
                part("Grants", grantList(customer, reload),
                    button("Grant…", () => askToGrant(customer, access, reload))),
                part("Purchases", purchases.map((one) => purchaseCard(one, customer))),
                part("Balances", balances.length > 0 && balanceTable(balances))),
            element("div", {},
                part("Timeline", timelineList(timeline)),
                part("Changes by your team", statementList(statements)),
                part("Events", eventTable(customer, events, reload)))),
    ];
}

function heading(customer, reload) {
    const isKnown = ["purchases", "statements", "events"].some((name) => customer[name].length);
    return [
        element("div", { class: "title" },
            element("h2", { tabindex: "-1" }, element("span", { class: "name" },
                customer.customer)),
            button("Reload", (control) => perform(control, reload), { class: "plain" })),
        !isKnown && element("p", { class: "notice warning" },
            "Nothing is known about this customer."),
        customer.isTester && element("p", { class: "notice warning" },
            "A tester: purchases in the sandbox count in production."),
        !customer.isComplete && element("p", { class: "notice" },
            "Some lists are incomplete. Each shows at most its newest 100 elements."),
        element("p", { class: "buttons writes" },
            scope.environment === "Production"
                && button(customer.isTester ? "Remove as tester…" : "Make a tester…",
                    () => askToSetTester(customer, reload)),
            button("Erase…", () => askToErase(customer, reload), { class: "danger" })),
    ];
}

/** A section of the page, with a note if it is empty. */
function part(title, content, ...below) {
    const found = [content].flat().filter(Boolean);
    return element("section", { "aria-label": title },
        element("h3", {}, title),
        found.length ? found : element("p", { class: "quiet" }, "Nothing."),
        below.length > 0 && element("p", { class: "buttons writes" }, below));
}

function nameList(customer, reload) {
    return element("ul", { class: "log names" }, customer.names.map((one) => element("li", {},
        element("span", { class: "name" }, one.name),
        one.parent && element("span", { class: "quiet" },
            one.parent !== customer.customer && `of ${one.parent}, `,
            one.linkedAt && ["linked ", time(one.linkedAt)], one.actor && ` by ${one.actor}`),
        one.parent && element("span", { class: "actions writes" },
            button("Unlink…", () => askToUnlink(customer, one.name, reload), {
                name: `unlink ${one.name}`, "aria-label": `Unlink ${one.name}`,
            })))));
}

const looks = { active: "good", gracePeriod: "warning", billingRetry: "danger" };

function entitlementList({ entitlements }) {
    return entitlements.length > 0 && element("ul", { class: "log" },
        entitlements.map((one) => element("li", {},
            element("strong", {}, one.name),
            badge([words(one.state), looks[one.state] ?? "quiet"]),
            element("span", { class: "quiet" },
                one.source === "grant" ? "a grant" : one.productId,
                one.seats != null && `, ${one.seats} seats`,
                one.role === "member" && ", a seat in another customer’s purchase",
                one.until ? [one.granted ? ", until " : ", ended ", time(one.until)]
                    : ", without an end"))));
}

function grantList(customer, reload) {
    const { grants } = customer;
    return grants.length > 0 && element("ul", { class: "log grants" },
        grants.map((grant) => element("li", {},
            element("strong", {}, grant.name),
            badge(grant.granted ? ["Granted", "good"] : ["Ended", "quiet"]),
            element("span", {}, grant.until ? ["until ", time(grant.until)] : "without an end"),
            element("span", { class: "actions writes" },
                button("Revoke…", () => askToRevoke(customer, grant, reload), {
                    name: `revoke ${grant.id}`, "aria-label": `Revoke the grant of ${grant.name}`,
                })),
            element("span", { class: "quiet details-of" },
                grant.reason, ", by ", grant.actor, ", ", time(grant.date)))));
}

function balanceTable(balances) {
    const titles = ["Product", "Credited", "Spent", "Balance"];
    return element("table", {},
        element("thead", {}, element("tr", {}, titles.map((title, index) => (
            element("th", { scope: "col", class: index > 0 && "count" }, title))))),
        element("tbody", {}, balances.map((one) => element("tr", {},
            element("td", {}, one.productId),
            [one.credited, one.spent, one.balance].map((count) => (
                element("td", { class: "count" }, `${count}`)))))));
}
