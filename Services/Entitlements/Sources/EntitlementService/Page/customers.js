// Customers: the search, and the customer that it found.

import { customerHref, href } from "./address.js";
import { get } from "./api.js";
import { customerParts } from "./customer.js";
import { element, renew } from "./dom.js";
import { field, form, input } from "./forms.js";
import { problem } from "./notices.js";

export function makeCustomers() {
    const text = input("text", { type: "search", required: true, maxlength: 205 });
    const search = form({ class: "search", role: "search" }, [
        field("Customer or transaction", text),
        element("button", { type: "submit", class: "primary" }, "Find"),
    ], async () => {
        const found = href("customers", null, { text: text.value.trim() });
        if (location.hash === found) await load();
        else location.hash = found;
    });
    const place = element("div");
    /** Loads the content of the address, and shows it unless the address has changed. */
    let load = async () => {};

    async function show(parts) {
        const own = load;
        let content;
        try {
            content = await parts();
        } catch (error) {
            content = problem(error, () => load());
        }
        if (own === load) renew(place, content);
    }

    return {
        title: "Customers",
        root: element("div", { class: "wide" }, search, place),
        async show(id, query, access) {
            const wanted = query.get("text") ?? "";
            if (id === undefined) text.value = wanted;
            place.replaceChildren(...(id ?? wanted) ? [loading()] : [hint()]);
            load = () => show(() => {
                if (id) return customerParts(id, access, () => load());
                return wanted ? foundParts(wanted) : hint();
            });
            await load();
            place.querySelector("h2, caption")?.focus();
        },
    };
}

const loading = () => element("p", { class: "empty" }, "Loading…");

const hint = () => element("p", { class: "quiet" },
    "Enter an account token, an app transaction, or the beginning of your own identifier. ",
    "You can also enter the identifier of any transaction.");

async function foundParts(text) {
    const { customers } = await get("search", { text });
    if (customers.length === 1) {
        // Replaces the search, so that the Back button skips it.
        location.replace(customerHref(customers[0].customer));
        return loading();
    }
    if (!customers.length) {
        return element("p", { class: "empty", role: "status" },
            "No customer has this name, and no transaction has this identifier.");
    }
    return element("table", {},
        element("caption", { class: "quiet", tabindex: "-1" }, `${customers.length} customers`),
        element("thead", {}, element("tr", {},
            element("th", { scope: "col" }, "Customer"),
            element("th", { scope: "col" }, "Other names"))),
        element("tbody", {}, customers.map(({ customer, names }) => element("tr", {},
            element("td", {}, element("a", { class: "name", href: customerHref(customer) },
                customer)),
            element("td", {}, names.filter((name) => name !== customer).join(", "))))));
}
