// The list of transactions.

import { get } from "/page/api.js";
import { button, element } from "/page/dom.js";
import { gather } from "/page/events.js";
import { Filters } from "/page/filters.js";
import { field, input, select, setOptions } from "/page/forms.js";
import { badge, price, state, time, words } from "/page/format.js";
import { problem } from "/page/notices.js";
import { Panes } from "/page/panes.js";
import { customerOptions, isMeanwhile, nameOfProduct, shared } from "/page/shared.js";
import { showTransaction } from "/page/transaction-details.js";

const path = "#/transactions";
const pageSize = 50;
const largestPage = 500;
/** What happened to transactions since; each is some of those in the state before it. */
const conditions = ["refundRequested", "refunded", "upgraded", "interrupted"];
const states = [
    "purchased", "refundRequested", "refunded", "upgraded", "failed", "interrupted", "deferred",
    "restored",
];
const kinds = [
    "consumable", "nonConsumable", "nonRenewingSubscription", "autoRenewableSubscription",
];

export function makeTransactions() {
    const search = input("search", {
        type: "search", placeholder: "Search", "aria-keyshortcuts": "/",
        "aria-label": "Search transactions",
    });
    const controls = {
        customerID: select("customerID", [["", "All"]]),
        productID: select("productID", [["", "All"]]),
        state: select("state", stateOptions()),
        kind: select("kind", [["", "All"], ...kinds.map((name) => [name, words(name)])]),
    };
    const filters = new Filters(path, { search, ...controls }, () => reload());
    const bar = element(
        "form",
        {
            class: "filters", role: "search", oninput: () => filters.changed(panes.id),
            onsubmit: (event) => event.preventDefault(),
        },
        search,
        Object.entries(controls).map(([name, control]) => field(words(name.replace("ID", "")), control)),
        button("Clear", () => filters.clear(panes.id), { class: "plain" }),
    );
    const panes = new Panes("Transactions", (id) => filters.href(id), bar, heading());
    const more = button("Load more", loadMore);
    let rows = [];
    let next = null;
    let run = 0;

    new IntersectionObserver(([entry]) => entry.isIntersecting && loadMore()).observe(more);

    /** Loads rows up to a number, also over several pages. */
    async function fetchRows(wanted, before) {
        const { state: chosen, ...rest } = filters.values;
        const query = { ...rest, [conditions.includes(chosen) ? "condition" : "state"]: chosen };
        const found = [];
        let page;
        do {
            const limit = Math.min(wanted - found.length, largestPage);
            page = await get("/transactions", { ...query, before, limit });
            found.push(...page.transactions);
            before = page.next;
        } while (page.hasMore && found.length < wanted);
        return [found, page.next ?? null];
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
        panes.setRows(
            rows.map((one) => transactionRow(panes, one, changed)),
            filters.isEmpty ? "Nothing was bought yet." : "No transaction is like this.",
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
        href: () => filters.href(),
        async show(id, parameters) {
            this.showCustomers();
            const products = shared.products.map(({ id }) => [id, nameOfProduct(id)]);
            setOptions(controls.productID, [["", "All"], ...products]);
            const former = filters.href();
            filters.read(parameters);
            // Other filters show other rows, and as many of them as at first.
            if (filters.href() !== former) rows = [];
            panes.expect(id);
            await Promise.all([load(), id && showTransaction(panes, id)]);
        },
        showCustomers: () => setOptions(controls.customerID, [["", "All"], ...customerOptions()]),
        notify(kind, content) {
            if (kind === "notification") return;
            changedIDs.push(...(content.transactions ?? []));
            reload();
        },
    };
}

function stateOptions() {
    const title = (name) => `${conditions.includes(name) ? "– " : ""}${words(name)}`;
    return [["", "All"], ...states.map((name) => [name, title(name)])];
}

/** What was charged; nothing where nobody was asked to pay. */
function amount({ state, price: unit, quantity, currency, isFamilyShared }) {
    if (state !== "purchased" || isFamilyShared) return "";
    return Number(unit) === 0 ? "Free" : price(unit * quantity, currency);
}

function heading() {
    const titles = {
        id: "ID", what: "Product", who: "Customer", state: "State", price: "Price", when: "Date",
    };
    return element(
        "div",
        { class: "row transaction heading", "aria-hidden": "true" },
        Object.entries(titles).map(([name, title]) => element("span", { class: name }, title)),
    );
}

function transactionRow(panes, one, changed) {
    const isNew = isMeanwhile(one.purchaseDate) || isMeanwhile(one.revocationDate);
    const classes = [
        "transaction", isNew && "meanwhile", changed.includes(one.id) && "changed",
    ].filter(Boolean).join(" ");
    const note = [
        one.quantity > 1 && `${one.quantity} times`, one.isRenewal && "renewal",
        one.offer && words(one.offer.kind).toLowerCase(), one.isFamilyShared && "family",
        !one.isFinished && "unfinished",
    ].filter(Boolean).join(", ");
    return panes.row(
        one.id,
        classes,
        element("span", { class: "id" }, `${one.id}`),
        element("span", { class: "what" }, nameOfProduct(one.productID),
            note && element("small", {}, note)),
        element("span", { class: "who" }, one.customer),
        element("span", { class: "state" }, badge(state(one))),
        element("span", { class: "price" }, amount(one)),
        element("span", { class: "when" }, time(one.purchaseDate)),
    );
}
