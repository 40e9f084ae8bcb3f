// The customers, their families, and what they paid.

import { post } from "/page/api.js";
import { buy } from "/page/buy.js";
import { customerParts } from "/page/customer-details.js";
import { button, element, renew } from "/page/dom.js";
import { gather } from "/page/events.js";
import { askForFamily, family, paid } from "/page/family.js";
import { Filters } from "/page/filters.js";
import { field, form, input } from "/page/forms.js";
import { announce } from "/page/notices.js";
import { Pages } from "/page/pages.js";
import { loadCustomers } from "/page/shared.js";

const path = "#/customers";
const pageSize = 50;

export function makeCustomers() {
    const filters = new Filters(path, "customers", {}, () => reload());
    const body = element("tbody");
    const titles = {
        id: "ID", name: "Name", family: "Family", paid: "Paid", actions: "Actions",
    };
    const head = Object.entries(titles).map(([name, title]) => (
        element("th", { class: name, scope: "col" }, title)
    ));
    const below = element("div", { class: "below" });
    const header = element("thead", {}, element("tr", {}, head));
    const table = element("table", { class: "customers" }, header, body);
    const name = input("name", { required: true });
    const add = form({ class: "line" }, [
        field("New customer", name),
        element("button", { type: "submit", class: "primary" }, "Add"),
    ], async () => {
        const customer = await post("/customers", { name: name.value });
        name.value = "";
        announce(`${customer.name} added.`);
        await changed();
    });
    const list = element("div", {}, add, filters.bar, table, below);
    const details = element("div", { hidden: true });
    /** The customer that the address names, who is shown alone. */
    let chosen = "";

    const pages = new Pages("customers", pageSize, below, () => filters.values, (rows) => (
        renew(body, rows.map((one) => customerRow(one, changed)))
    ));
    const load = () => (chosen ? loadChosen() : pages.load());

    async function loadChosen() {
        const id = chosen;
        const parts = await customerParts(id, load, changed);
        if (id === chosen) renew(details, parts);
    }

    /** Loads the customers anew, also those that are offered in choices. */
    const changed = () => Promise.all([load(), loadCustomers()]);
    const reload = gather(load);

    return {
        title: "Customers",
        hasDetails: true,
        root: element("div", { class: "wide" }, list, details),
        search: filters.search,
        href: () => filters.href(),
        async show(id, parameters) {
            if (filters.read(parameters)) pages.clear();
            if (id !== chosen) details.replaceChildren();
            chosen = id;
            list.hidden = id !== "";
            details.hidden = id === "";
            await load();
        },
        notify: (kind) => kind !== "notification" && reload(),
    };
}

function customerRow(one, changed) {
    const { id, name } = one;
    const named = (title, action, word) => button(title, action, {
        name: `${id} ${title}`, "aria-label": `${title} ${word} ${name}`,
    });
    return element(
        "tr",
        {},
        element("td", { class: "id" }, `${id}`),
        element("td", {}, element("a", { href: `${path}/${id}` }, name)),
        element("td", {}, family(one)),
        element("td", {}, paid(one)),
        element("td", { class: "actions" },
            named("Buy…", () => buy(id), "for"), " ",
            named("Family…", () => askForFamily(one, changed), "of")),
    );
}
