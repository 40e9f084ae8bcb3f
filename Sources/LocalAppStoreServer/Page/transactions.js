// The list of transactions.

import { post } from "/page/api.js";
import { button, element } from "/page/dom.js";
import { gather } from "/page/events.js";
import { Filters } from "/page/filters.js";
import { select } from "/page/forms.js";
import { badge, price, state, time, words } from "/page/format.js";
import { announce, perform } from "/page/notices.js";
import { Pages } from "/page/pages.js";
import { Panes } from "/page/panes.js";
import {
    customerOptions, isMeanwhile, nameOfProduct, productOptions, shared,
} from "/page/shared.js";
import { showTransaction } from "/page/transaction-details.js";

const path = "#/transactions";
const pageSize = 50;
/** The parameters of the choices of a state; what happened since is indented below a state. */
const states = {
    purchased: { state: "purchased" },
    refundRequested: { condition: "refundRequested" },
    refunded: { condition: "refunded" },
    upgraded: { condition: "upgraded" },
    unfinished: { finished: false },
    failed: { state: "failed" },
    interrupted: { condition: "interrupted" },
    deferred: { state: "deferred" },
    restored: { state: "restored" },
};
const kinds = [
    "consumable", "nonConsumable", "nonRenewingSubscription", "autoRenewableSubscription",
];

export function makeTransactions() {
    const kind = select("kind", [["", "All"], ...kinds.map((name) => [name, words(name)])]);
    const fields = {
        customerID: ["Customer", select("customerID", [["", "All"]])],
        productID: ["Product", select("productID", [["", "All"]])],
        state: ["State", select("state", stateOptions())],
        kind: ["Kind", kind],
    };
    const filters = new Filters(path, "transactions", fields, () => reload(), () => panes.id);
    const hints = element("p", { class: "hints", "data-errors": true });
    const panes = new Panes(
        "Transactions", (id) => filters.href(id), filters.bar, hints, heading(),
    );
    const changedIDs = [];

    function query() {
        const { state: chosen, ...rest } = filters.values;
        return { ...rest, ...states[chosen] };
    }

    const pages = new Pages("transactions", pageSize, panes.below, query, (rows) => {
        const changed = changedIDs.splice(0);
        panes.setRows(
            rows.map((one) => transactionRow(panes, one, changed)),
            filters.isEmpty ? "Nothing was bought yet." : "No transactions match.",
        );
        showHints();
    });

    /** Says what waits for somebody to act, which rows further down may hide. */
    function showHints() {
        const { openRefundRequests: count } = shared.store;
        const isUnfinished = pages.rows.some(waitsForApp);
        hints.replaceChildren(...[
            count > 0 && filters.values.state !== "refundRequested" && element(
                "a",
                { href: `${path}?state=refundRequested` },
                openRequests(count),
            ),
            isUnfinished && element("span", {}, dot(), " unfinished"),
            isUnfinished && button("Finish all", (control) => perform(control, finishAll)),
        ].filter(Boolean));
    }

    /** Finishes what the filter of customers lets pass. */
    async function finishAll() {
        const { customerID } = filters.values;
        const body = customerID ? { customerID: Number(customerID) } : {};
        const { count } = await post("/transactions/finish", body);
        announce(count === 1 ? "1 transaction finished." : `${count} transactions finished.`);
    }

    const reload = gather(async () => {
        await pages.load();
        if (panes.isOpen) await showTransaction(panes);
    });

    return {
        title: "Transactions",
        hasDetails: true,
        root: panes.root,
        panes,
        search: filters.search,
        href: () => filters.href(),
        note() {
            const { openRefundRequests: count } = shared.store;
            return count > 0 && [count, openRequests(count)];
        },
        async show(id, parameters) {
            this.showCustomers();
            filters.offer("productID", productOptions());
            // Other filters show other rows, and as many of them as at first.
            if (filters.read(parameters)) pages.clear();
            panes.expect(id);
            await Promise.all([pages.load(), id && showTransaction(panes, id)]);
        },
        showCustomers: () => filters.offer("customerID", customerOptions()),
        showStore: showHints,
        notify(kind, content) {
            if (kind === "notification") return;
            changedIDs.push(...(content.transactions ?? []));
            reload();
        },
    };
}

const openRequests = (count) => `${count} open refund request${count === 1 ? "" : "s"}`;

function stateOptions() {
    const title = (name) => `${states[name].state ? "" : "– "}${words(name)}`;
    return [["", "All"], ...Object.keys(states).map((name) => [name, title(name)])];
}

/** Whether the app has something left to do for a transaction. */
const waitsForApp = ({ isFinished, state }) => !isFinished && state !== "deferred";

const dot = () => element("span", { class: "dot", role: "img", "aria-label": "unfinished" });

/** What was charged; nothing where nobody was asked to pay. */
function amount({ state, amountCharged, currency, ownership }) {
    if (state !== "purchased" || ownership !== "purchased") return "";
    return Number(amountCharged) === 0 ? "Free" : price(amountCharged, currency);
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
        one.offer && words(one.offer.kind).toLowerCase(),
        one.ownership === "familyShared" && "family", one.ownership === "assigned" && "assigned",
    ].filter(Boolean).join(", ");
    return panes.row(
        one.id,
        classes,
        element("span", { class: "id" }, `${one.id}`),
        element("span", { class: "what" }, nameOfProduct(one.productID),
            note && element("small", {}, note), waitsForApp(one) && dot()),
        element("span", { class: "who" }, one.customer),
        element("span", { class: "state" }, badge(state(one))),
        element("span", { class: "price" }, amount(one)),
        element("span", { class: "when" }, time(one.purchaseDate)),
    );
}
