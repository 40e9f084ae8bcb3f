// One customer: what the customer is entitled to, subscribes to and shares, and the receipt.

import { get } from "/page/api.js";
import { buy } from "/page/buy.js";
import { button, element } from "/page/dom.js";
import { fetchedPart, receiptParts } from "/page/documents.js";
import { askForFamily, family, paid } from "/page/family.js";
import { time } from "/page/format.js";
import { problem } from "/page/notices.js";
import { nameOfProduct } from "/page/shared.js";
import { shownPeriods, subscriptionCard } from "/page/subscription-card.js";

const shownLimit = 20;

/**
 * Makes the page of a customer, or what stands there if it cannot be loaded.
 *
 * @param load Loads the page anew.
 * @param changed Called after the customer was changed here.
 */
export async function customerParts(id, load, changed) {
    const all = element("p", { class: "buttons" },
        element("a", { href: "#/customers" }, "All customers"));
    try {
        const customer = await get(`/customers/${id}`);
        const query = { customerID: id, limit: shownLimit, periods: shownPeriods };
        const [{ transactions }, { subscriptions, next }, members] = await Promise.all([
            get(`/customers/${id}/entitlements`),
            get("/subscriptions", query),
            fetchFamily(customer),
        ]);
        return [
            all,
            heading(customer, changed),
            part("Entitled to", transactions.length > 0 && element(
                "ul", { class: "log" },
                transactions.map((one) => entitlement(one, subscriptions)),
            )),
            part("Subscriptions", subscriptions.map((one) => subscriptionCard(one, load)),
                next && element("a", {
                    href: `#/subscriptions?customerID=${id}`,
                }, "All subscriptions")),
            part("Family", members.length > 0 && element(
                "ul", { class: "log" }, members.map((one) => element("li", {}, member(one, id))),
            )),
            fetchedPart("Receipt", async () => receiptParts(await get(`/customers/${id}/receipt`))),
        ];
    } catch (error) {
        return [all, problem(error, load)];
    }
}

async function fetchFamily({ familyOrganizerID }) {
    if (familyOrganizerID == null) return [];
    const { customers } = await get("/customers", { familyOrganizerID, balances: false });
    return customers.reverse();
}

function heading(customer, changed) {
    const { id, name } = customer;
    return element(
        "div",
        {},
        element("h2", {}, name, " ", element("small", {}, `Customer ${id}`)),
        element("p", {}, "Paid: ", paid(customer)),
        element(
            "div",
            { class: "buttons" },
            button("Buy…", () => buy(id)),
            button("Family…", () => askForFamily(customer, changed)),
            element("a", { href: `#/transactions?customerID=${id}` }, "Transactions"),
        ),
    );
}

/** A part of the page; one without content says so. */
function part(title, ...content) {
    const found = content.flat().filter(Boolean);
    return element(
        "section",
        { "aria-label": title },
        element("h3", {}, title),
        found.length ? found : element("p", { class: "quiet" }, "Nothing."),
    );
}

/** What may be used; of a subscription, until when, to which a grace period adds. */
function entitlement({ id, productID, ownership, expirationDate }, subscriptions) {
    const subscription = subscriptions.find(({ transactionID }) => transactionID === id);
    const end = subscription?.accessEndDate ?? expirationDate;
    return element(
        "li",
        {},
        element("a", { href: `#/transactions/${id}` }, nameOfProduct(productID)),
        end && [", until ", time(end)],
        ownership === "familyShared" && ", shared by the family",
        ownership === "assigned" && ", a seat of another customer's",
    );
}

function member(one, id) {
    const { name } = one;
    return [
        one.id === Number(id) ? name : element("a", { href: `#/customers/${one.id}` }, name), " ",
        element("span", { class: "quiet" }, family(one)),
    ];
}
