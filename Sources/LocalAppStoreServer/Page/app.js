// The transaction manager: which view is shown, and what the server tells it.

import { buy } from "/page/buy.js";
import { makeCustomers } from "/page/customers.js";
import { element } from "/page/dom.js";
import { gather, listen } from "/page/events.js";
import { makeFaults } from "/page/faults.js";
import { date } from "/page/format.js";
import { listenToKeys } from "/page/keys.js";
import { problem } from "/page/notices.js";
import { makeNotifications } from "/page/notifications.js";
import { refreshService } from "/page/service.js";
import { makeSettings } from "/page/settings.js";
import { loadCustomers, loadShared, loadStore, now, setNow, shared } from "/page/shared.js";
import { makeSubscriptions } from "/page/subscriptions.js";
import { makeTime } from "/page/time.js";
import { makeTransactions } from "/page/transactions.js";

const views = {
    transactions: makeTransactions(),
    subscriptions: makeSubscriptions(),
    customers: makeCustomers(),
    time: makeTime(),
    faults: makeFaults(),
    notifications: makeNotifications(),
    settings: makeSettings(),
};
const names = Object.keys(views);
const main = document.getElementById("view");
const links = names.map((name) => element("a", { href: `#/${name}` }, views[name].title));
/** In place of a view, where the address has none. */
const nowhere = {
    title: "Unknown address",
    root: element(
        "p",
        {},
        "The transaction manager has no view at this address. ",
        element("a", { href: "#/transactions" }, "All transactions"),
    ),
    show() {},
    notify() {},
};
let current = views.transactions;

document.getElementById("navigation").append(...links);
const buyButton = document.getElementById("buy");
buyButton.addEventListener("click", () => buy());

/** The view in the address, what is open in it, and the filters. */
function address() {
    const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
    const [name, id = "", ...rest] = path.split("/");
    const view = name === "" ? views.transactions : names.includes(name) && views[name];
    const isKnown = view && !rest.length && (!id || view.hasDetails);
    return [isKnown ? view : nowhere, id, new URLSearchParams(query)];
}

async function showAddress() {
    if (!shared.store) return;
    const [view, id, filters] = address();
    document.title = `${view.title} – Local App Store`;
    links.forEach((link, index) => {
        const other = views[names[index]];
        link.ariaCurrent = other === view ? "page" : null;
        // The filters of a view stay while another one is shown.
        link.href = other.href?.() ?? `#/${names[index]}`;
    });
    if (!main.contains(view.root)) {
        const isFirst = !main.querySelector("h1");
        current = view;
        main.replaceChildren(element("h1", {}, view.title), view.root);
        if (!isFirst) main.focus({ preventScroll: true });
    }
    await view.show(id, filters);
}

/** Shows beside the name of a view what waits there. */
function showNotes() {
    links.forEach((link, index) => {
        const { title, note } = views[names[index]];
        const [text, meaning] = note?.() || [];
        const attributes = { class: "note", role: "img", title: meaning, "aria-label": meaning };
        link.replaceChildren(title, text ? element("span", attributes, text) : "");
    });
}

async function start() {
    try {
        await loadShared();
    } catch (error) {
        main.replaceChildren(problem(error, start));
        return;
    }
    buyButton.disabled = false;
    tick();
    showNotes();
    await showAddress();
    await refreshCustomers();
}

/** Loads what the navigation counts. */
async function refreshStore() {
    await loadStore().catch(() => {});
    showNotes();
    current.showStore?.();
}

/** Loads the customers, whom no list waits for. */
async function refreshCustomers() {
    await loadCustomers().catch(() => {});
    current.showCustomers?.();
}

/** Whether a change is that of a customer whom another client added. */
const isByStranger = ({ customerID }) => {
    return !shared.customers.some(({ id }) => id === customerID);
};

const gatherCustomers = gather(refreshCustomers, 300);
const gatherStore = gather(refreshStore);

async function notify(kind, content) {
    if (!shared.store) {
        if (kind === "resume") await start();
        return;
    }
    if (kind === "time") setNow(content.now);
    if (kind === "resume" || kind === "settings") await loadShared().catch(() => {});
    if (kind === "resume" || kind === "change" && isByStranger(content)) gatherCustomers();
    if (kind === "resume" || kind === "change") gatherStore();
    tick();
    current.notify(kind, content);
    // A notification that has arrived changes what the service says, and nothing of the store.
    refreshService();
}

function showConnection(isConnected) {
    const place = document.getElementById("connection");
    place.textContent = isConnected ? "Live" : "Not connected, trying again";
    place.className = isConnected ? "live" : "lost";
}

/** Shows what the header tells of the store. */
function tick() {
    if (!shared.store) return;
    const { bundleIdentifier, environment } = shared.store;
    document.getElementById("bundle").textContent = bundleIdentifier;
    document.getElementById("environment").textContent = environment;
    document.getElementById("clock").textContent = date(now());
    current.tick?.();
}

window.addEventListener("hashchange", showAddress);
window.addEventListener("note", showNotes);
setInterval(tick, 1000);
listenToKeys(() => current, (index) => links[index].click(), () => shared.store && buy());
listen(notify, showConnection);
start();
