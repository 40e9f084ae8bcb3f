// What several views know about the store.

import { get } from "/page/api.js";
import { period as wordsOfPeriod } from "/page/format.js";

/** The store, its products and its newest customers, as they were last loaded. */
export const shared = {
    store: null,
    products: [],
    customers: [],
    /** Between which dates the page last advanced the time. */
    meanwhile: null,
};

const shownCustomers = 500;
let offset = 0;

/** Loads what the views need at once. */
export async function loadShared() {
    const [{ products }] = await Promise.all([get("/products"), loadStore()]);
    shared.products = products.map((one) => ({ ...one, displayName: nameAmong(products, one) }));
}

/** Loads what the header and the navigation show of the store. */
export async function loadStore() {
    shared.store = await get("/store");
    setNow(shared.store.now);
}

/** The name of a product; products that share one have their period too, or their identifier. */
function nameAmong(products, { id, displayName, subscription }) {
    const others = products.filter((other) => other.id !== id && other.displayName === displayName);
    if (!others.length) return displayName;
    const period = subscription?.period;
    const isOwn = others.every((other) => other.subscription?.period !== period);
    return `${displayName}, ${isOwn && period ? wordsOfPeriod(period) : id}`;
}

/** Loads the customers for choices; a store with more of them has the newest there. */
export async function loadCustomers() {
    const { customers } = await get("/customers", { balances: false, limit: shownCustomers });
    shared.customers = customers.reverse();
}

/** Notes the store's time, which goes on by the clock of this machine. */
export function setNow(text) {
    shared.store.now = text;
    offset = Date.parse(text) - Date.now();
}

/** The store's time in milliseconds. */
export function now() {
    return shared.store.isManualClock ? Date.parse(shared.store.now) : Date.now() + offset;
}

export const nameOfProduct = (id) => {
    return shared.products.find((product) => product.id === id)?.displayName || id;
};

export const productOptions = () => shared.products.map(({ id }) => [id, nameOfProduct(id)]);

export const customerOptions = () => shared.customers.map(({ id, name }) => [id, name]);

/** Whether a date is in the time that the page last skipped. */
export function isMeanwhile(text) {
    const { meanwhile } = shared;
    return Boolean(meanwhile && text)
        && Date.parse(text) > meanwhile.from && Date.parse(text) <= meanwhile.to;
}
