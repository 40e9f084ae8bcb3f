// The list of transactions.

import { get } from "/page/api.js";
import { button, element } from "/page/dom.js";
import { gather } from "/page/events.js";
import { field, input, select, setOptions } from "/page/forms.js";
import { badge, price, state, time, words } from "/page/format.js";
import { problem } from "/page/notices.js";
import { Panes, row } from "/page/panes.js";
import { customerOptions, isMeanwhile, nameOfProduct, shared } from "/page/shared.js";
import { showTransaction } from "/page/transaction-details.js";

const path = "#/transactions";
const pageSize = 50;
const largestPage = 500;
const states = ["purchased", "deferred", "failed", "restored", "scheduled"];
const kinds = [
    "consumable", "nonConsumable", "nonRenewingSubscription", "autoRenewableSubscription",
];

export function makeTransactions() {
    const search = input("search", {
        type: "search", placeholder: "Search", "aria-keyshortcuts": "/",
        "aria-label": "Search transactions",
    });
    const filters = {
        customer: select("customer", [["", "All"]]),
        product: select("product", [["", "All"]]),
        state: select("state", options(states)),
        kind: select("kind", options(kinds)),
    };
    const bar = element(
        "form",
        { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() },
        search,
        Object.entries(filters).map(([name, control]) => field(words(name), control)),
        button("Clear", clear, { class: "plain" }),
    );
    const panes = new Panes("Transactions", path, bar, heading());
    const more = button("Load more", loadMore);
    let rows = [];
    let next = null;
    let run = 0;

    bar.addEventListener("input", () => reload());
    new IntersectionObserver(([entry]) => entry.isIntersecting && loadMore()).observe(more);

    function clear() {
        bar.reset();
        load();
    }

    /** Loads rows up to a number, also over several pages. */
    async function fetchRows(wanted, before) {
        const found = [];
        const { kind, ...rest } = filters;
        const values = Object.entries(rest).map(([name, control]) => [name, control.value]);
        const query = { ...Object.fromEntries(values), search: search.value };
        let page;
        do {
            const limit = Math.min(wanted, largestPage);
            page = await get("/transactions", { ...query, before, limit });
            const { transactions } = page;
            found.push(...transactions.filter((one) => !kind.value || one.kind === kind.value));
            before = page.next;
        } while (page.hasMore && found.length < wanted);
        return [found, page.hasMore ? page.next : null];
    }

    /** Loads the rows anew, as many as there are; some of them are known to be different. */
    async function load(changed = []) {
        const number = ++run;
        try {
            const [found, place] = await fetchRows(Math.max(rows.length, pageSize));
            if (number !== run) return;
            [rows, next] = [found, place];
            show(changed);
        } catch (error) {
            if (number === run) panes.below.replaceChildren(problem(error, () => load()));
        }
    }

    async function loadMore() {
        if (next === null || more.ariaBusy === "true") return;
        more.ariaBusy = "true";
        const number = run;
        try {
            const [found, place] = await fetchRows(pageSize, next);
            if (number !== run) return;
            [rows, next] = [[...rows, ...found], place];
            show([]);
        } catch (error) {
            panes.below.replaceChildren(problem(error, () => load()));
        } finally {
            more.ariaBusy = null;
        }
    }

    function show(changed) {
        const isFiltered = search.value || Object.values(filters).some(({ value }) => value);
        panes.setRows(
            rows.map((one) => transactionRow(one, changed)),
            isFiltered ? "No transaction is like this." : "Nothing was bought yet.",
        );
        panes.below.replaceChildren(...(next === null ? [] : [more]));
    }

    const changedIDs = [];
    const reload = gather(async () => {
        await load(changedIDs.splice(0));
        if (panes.isOpen) await showTransaction(panes);
    });

    return {
        title: "Transactions",
        root: panes.root,
        panes,
        search,
        async show(id, values) {
            setOptions(filters.customer, [["", "All"], ...customerOptions()]);
            const products = shared.products.map(({ id }) => [id, nameOfProduct(id)]);
            setOptions(filters.product, [["", "All"], ...products]);
            for (const [name, value] of values) if (filters[name]) filters[name].value = value;
            panes.expect(id);
            await Promise.all([load(), id && showTransaction(panes, id)]);
        },
        notify(kind, content) {
            if (kind === "notification") return;
            changedIDs.push(...(content.transactions ?? []));
            reload();
        },
    };
}

const options = (names) => [["", "All"], ...names.map((name) => [name, words(name)])];

function heading() {
    const titles = ["ID", "Product", "Customer", "State", "Price", "Date"];
    return element(
        "div",
        { class: "row transaction heading", "aria-hidden": "true" },
        titles.map((title) => element("span", {}, title)),
    );
}

function transactionRow(one, changed) {
    const isNew = isMeanwhile(one.purchaseDate) || isMeanwhile(one.revocationDate);
    const classes = [
        "transaction", isNew && "meanwhile", changed.includes(one.id) && "changed",
    ].filter(Boolean).join(" ");
    const note = [
        one.quantity > 1 && `${one.quantity} times`, one.isRenewal && "renewal",
        one.offer && words(one.offer.kind).toLowerCase(), one.isFamilyShared && "family",
        !one.isFinished && "unfinished",
    ].filter(Boolean).join(", ");
    return row(
        `${path}/${one.id}`,
        classes,
        element("span", { class: "id" }, `${one.id}`),
        element("span", { class: "what" }, nameOfProduct(one.productID),
            note && element("small", {}, note)),
        element("span", { class: "who" }, one.customer),
        element("span", { class: "state" }, badge(state(one))),
        element("span", { class: "price" }, price(one.price, one.currency)),
        element("span", { class: "when" }, time(one.purchaseDate)),
    );
}
