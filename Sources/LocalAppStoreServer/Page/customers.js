// The customers, their families, and what they paid.

import { get, post, put, remove } from "/page/api.js";
import { buy } from "/page/buy.js";
import { button, element, renew } from "/page/dom.js";
import { gather } from "/page/events.js";
import { Filters } from "/page/filters.js";
import { ask, field, form, input, select } from "/page/forms.js";
import { price } from "/page/format.js";
import { announce, perform, problem } from "/page/notices.js";
import { customerOptions, loadCustomers, nameOfCustomer } from "/page/shared.js";

const path = "#/customers";
const pageSize = 50;
const largestPage = 500;

export function makeCustomers() {
    const search = input("search", {
        type: "search", placeholder: "Search", "aria-keyshortcuts": "/",
        "aria-label": "Search customers",
    });
    const filters = new Filters(path, { search }, () => reload());
    const bar = element(
        "form",
        {
            class: "filters", role: "search", oninput: () => filters.changed(),
            onsubmit: (event) => event.preventDefault(),
        },
        search,
    );
    const body = element("tbody");
    const head = ["ID", "Name", "Family", "Paid", "Actions"].map((title) => (
        element("th", { scope: "col" }, title)
    ));
    const below = element("div", { class: "below" });
    const more = button("Load more", (control) => perform(control, () => load(next)));
    const table = element("table", {}, element("thead", {}, element("tr", {}, head)), body);
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
    let shown = [];
    let next = null;
    let run = 0;

    async function load(before = null) {
        const number = ++run;
        try {
            const count = before === null ? Math.max(shown.length, pageSize) : pageSize;
            const limit = Math.min(count, largestPage);
            const page = await get("/customers", { ...filters.values, before, limit });
            if (number !== run) return;
            shown = before === null ? page.customers : [...shown, ...page.customers];
            next = page.next ?? null;
            showRows();
            below.replaceChildren(...(next === null ? [] : [more]));
        } catch (error) {
            if (number === run) below.replaceChildren(problem(error, () => load()));
        }
    }

    const showRows = () => renew(body, shown.map((one) => customerRow(one, changed)));

    /** Loads the customers anew, also those that are offered in choices. */
    const changed = () => Promise.all([load(), loadCustomers()]);
    const reload = gather(() => load());

    return {
        title: "Customers",
        root: element("div", { class: "wide" }, add, bar, table, below),
        search,
        href: () => filters.href(),
        async show(_, parameters) {
            filters.read(parameters);
            await load();
        },
        // The names of organizers may have been missing.
        showCustomers: showRows,
        notify: (kind) => kind !== "notification" && reload(),
    };
}

function customerRow(one, changed) {
    const { id, name, balance = {} } = one;
    const amounts = Object.entries(balance).map(([currency, amount]) => price(amount, currency));
    const named = (title, action, word) => button(title, action, {
        name: `${id} ${title}`, "aria-label": `${title} ${word} ${name}`,
    });
    return element(
        "tr",
        {},
        element("td", {}, `${id}`),
        element("td", {}, element("a", { href: `#/transactions?customerID=${id}` }, name)),
        element("td", {}, family(one)),
        element("td", {}, amounts.join(", ") || "Nothing"),
        element("td", {}, element("div", { class: "actions" },
            named("Buy…", () => buy(id), "for"),
            named("Family…", () => askForFamily(one, changed), "of"))),
    );
}

/** What a customer is in a family, in words. */
function family({ id, familyOrganizerID: organizer, asksToBuy, sharesPurchases }) {
    if (organizer == null) return element("span", { class: "quiet" }, "None");
    return [
        organizer === id ? "Organizer" : `Member, with ${nameOfCustomer(organizer)}`,
        asksToBuy && "asks to buy",
        !sharesPurchases && "shares nothing",
    ].filter(Boolean).join(", ");
}

function askForFamily(one, changed) {
    const { id, name, familyOrganizerID: organizer } = one;
    const others = customerOptions().filter(([other]) => other !== id);
    const isMember = organizer != null && organizer !== id;
    const flag = (title, name, isOn) => {
        const control = element("input", { type: "checkbox", name });
        control.checked = isOn;
        return field(title, control);
    };
    const leave = button(
        isMember ? "Leave the family" : "End the family",
        (control) => perform(control, async () => {
            await remove(`/customers/${id}/family`);
            dialog.close();
            await changed();
            announce(`${name} has no family.`);
        }),
        { class: "danger" },
    );
    const dialog = ask({
        title: `Family of ${name}`,
        children: organizer == null
            ? [field("Join the family of", select("organizer", others))]
            : [
                element("p", {}, isMember ? `A member, with ${nameOfCustomer(organizer)}.`
                    : "The organizer."),
                flag("Shares purchases with the family", "shares-purchases", one.sharesPurchases),
                isMember && flag("Asks the organizer to buy", "asks-to-buy", one.asksToBuy),
                element("p", { class: "buttons" }, leave),
            ].filter(Boolean),
        action: organizer == null ? "Join" : "Save",
        async work(data) {
            if (organizer == null) {
                const organizerID = Number(data.get("organizer"));
                await put(`/customers/${id}/family`, { organizerID });
            } else {
                await saveFlags(one, data, isMember);
            }
            announce(`The family of ${name} is saved.`);
            await changed();
        },
    });
}

async function saveFlags({ id, sharesPurchases, asksToBuy }, data, isMember) {
    const flags = { "shares-purchases": sharesPurchases };
    if (isMember) flags["asks-to-buy"] = asksToBuy;
    for (const [name, former] of Object.entries(flags)) {
        const isEnabled = data.has(name);
        if (isEnabled !== former) await put(`/customers/${id}/${name}`, { isEnabled });
    }
}
