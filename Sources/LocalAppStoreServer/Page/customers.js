// The customers, and what they paid.

import { post } from "/page/api.js";
import { element, renew } from "/page/dom.js";
import { gather } from "/page/events.js";
import { field, form, input } from "/page/forms.js";
import { price } from "/page/format.js";
import { announce, problem } from "/page/notices.js";
import { loadCustomers, shared } from "/page/shared.js";

export function makeCustomers() {
    const body = element("tbody");
    const head = ["ID", "Name", "Family of", "Paid"].map((title) => (
        element("th", { scope: "col" }, title)
    ));
    const place = element("div");
    const table = element("table", {}, element("thead", {}, element("tr", {}, head)), body);
    const name = input("name", { required: true });
    const add = form({ class: "line" }, [
        field("New customer", name),
        element("button", { type: "submit", class: "primary" }, "Add"),
    ], async () => {
        const customer = await post("/customers", { name: name.value });
        name.value = "";
        announce(`${customer.name} added.`);
        await load();
    });

    async function load() {
        try {
            await loadCustomers();
            place.replaceChildren();
            renew(body, shared.customers.map(customerRow));
        } catch (error) {
            place.replaceChildren(problem(error, load));
        }
    }
    const reload = gather(load);

    return {
        title: "Customers",
        root: element("div", { class: "narrow" }, add, table, place),
        show: load,
        notify: (kind) => kind !== "notification" && reload(),
    };
}

function customerRow({ id, name, familyOrganizerID, balance = {} }) {
    const organizer = shared.customers.find((one) => one.id === familyOrganizerID);
    const amounts = Object.entries(balance).map(([currency, amount]) => price(amount, currency));
    const href = `#/transactions?customer=${id}`;
    return element(
        "tr",
        {},
        element("td", {}, `${id}`),
        element("td", {}, element("a", { href }, name)),
        element("td", {}, organizer?.name ?? ""),
        element("td", {}, amounts.join(", ") || "Nothing"),
    );
}
