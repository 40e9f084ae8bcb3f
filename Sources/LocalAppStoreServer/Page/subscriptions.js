// Subscriptions: their status, their history as a picture, and what can happen to them.

import { get } from "/page/api.js";
import { element, renew } from "/page/dom.js";
import { gather } from "/page/events.js";
import { Filters } from "/page/filters.js";
import { select } from "/page/forms.js";
import { words } from "/page/format.js";
import { problem } from "/page/notices.js";
import { Pages } from "/page/pages.js";
import { customerOptions, productOptions } from "/page/shared.js";
import { shownPeriods, subscriptionCard } from "/page/subscription-card.js";

const path = "#/subscriptions";
const statuses = ["subscribed", "inGracePeriod", "inBillingRetryPeriod", "expired", "revoked"];
const pageSize = 20;

export function makeSubscriptions() {
    const status = select("status", [
        ["", "All"], ["active", "Not ended"], ...statuses.map((name) => [name, words(name)]),
    ]);
    const fields = {
        customerID: ["Customer", select("customerID", [["", "All"]])],
        productID: ["Product", select("productID", [["", "All"]])],
        status: ["Status", status],
    };
    const filters = new Filters(path, "subscriptions", fields, () => reload());
    const list = element("div", { class: "cards" });
    const below = element("div", { class: "below" });
    /** The subscription that the address names; it is shown alone. */
    let chosen = "";

    function query() {
        const { status: choice, ...rest } = filters.values;
        const state = choice === "active" ? { active: true } : { status: choice };
        return { ...rest, ...state, periods: shownPeriods };
    }

    const pages = new Pages("subscriptions", pageSize, below, query, (rows) => show(rows));

    function show(rows) {
        const nothing = filters.isEmpty ? "No subscriptions." : "No subscriptions match.";
        renew(list, rows.map((one) => subscriptionCard(one, load)));
        if (!rows.length) list.append(element("p", { class: "empty" }, nothing));
    }

    async function load() {
        filters.bar.hidden = chosen !== "";
        if (!chosen) return pages.load();
        pages.stop();
        const id = chosen;
        const all = element("p", {}, element("a", { href: filters.href() }, "All subscriptions"));
        below.replaceChildren(all);
        try {
            const one = await get(`/subscriptions/${id}`);
            if (id === chosen) show([one]);
        } catch (error) {
            if (id === chosen) list.replaceChildren(problem(error, load));
        }
    }

    const reload = gather(load);

    return {
        title: "Subscriptions",
        hasDetails: true,
        root: element("div", {}, filters.bar, list, below),
        search: filters.search,
        href: () => filters.href(),
        async show(id, parameters) {
            this.showCustomers();
            filters.offer("productID", productOptions());
            if (filters.read(parameters)) pages.clear();
            chosen = id;
            await load();
            if (id) document.getElementById(`subscription-${id}`)?.focus();
        },
        showCustomers: () => filters.offer("customerID", customerOptions()),
        notify: (kind) => kind !== "notification" && reload(),
    };
}
