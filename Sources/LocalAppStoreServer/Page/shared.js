// What several views know about the store.

import { get } from "/page/api.js";

/** The store, its products and its customers, as they were last loaded. */
export const shared = {
    store: null,
    products: [],
    customers: [],
    /** Between which dates the page last advanced the time. */
    meanwhile: null,
};

let offset = 0;

/** Loads everything that the views share. */
export async function loadShared() {
    const [store, products, customers] = await Promise.all([
        get("/store"), get("/products"), get("/customers"),
    ]);
    shared.store = store;
    shared.products = products.products;
    setNow(store.now);
    shared.customers = customers.customers;
}

/** Loads the customers anew, whose balances change with every purchase. */
export async function loadCustomers() {
    shared.customers = (await get("/customers")).customers;
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

export const customerOptions = () => shared.customers.map(({ id, name }) => [id, name]);

/** Whether a date is in the time that the page last skipped. */
export function isMeanwhile(text) {
    const { meanwhile } = shared;
    return Boolean(meanwhile && text)
        && Date.parse(text) > meanwhile.from && Date.parse(text) <= meanwhile.to;
}
