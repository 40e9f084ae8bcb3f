// Parts that several views have.

import { customerHref } from "./address.js";
import { element } from "./dom.js";
import { price as priceText, words } from "./format.js";

export const customerLink = (name) => (
    element("a", { class: "name", href: customerHref(name) }, name)
);

/** A table that scrolls for itself where it is too wide. */
export function table(titles, rows) {
    const head = titles.map((title) => element("th", { scope: "col" }, title));
    return element("div", { class: "scroll" }, element("table", {},
        element("thead", {}, element("tr", {}, head)),
        element("tbody", {}, rows.map((cells) => (
            element("tr", {}, cells.map((cell) => element("td", {}, cell))))))));
}

/** The price of something, or null where none is known. */
export function price({ price, currency }) {
    if (price == null) return null;
    return currency ? priceText(price, currency) : price;
}

const offerTypes = ["", "Introductory offer", "Promotional offer", "Offer code", "Win-back offer"];

export function offerText({ type, id, discountType }) {
    const name = offerTypes[type] ?? `Offer of type ${type}`;
    return [name, id, discountType && words(discountType.toLowerCase())].filter(Boolean).join(", ");
}
