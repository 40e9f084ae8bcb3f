// Parts shared by several views.

import { customerHref } from "./address.js";
import { disclosure, element } from "./dom.js";
import { price as priceText, words } from "./format.js";

export const customerLink = (name) => (
    element("a", { class: "name", href: customerHref(name) }, name)
);

/** A table that scrolls on its own if it is too wide. */
export function table(titles, rows) {
    const head = titles.map((title) => element("th", { scope: "col" }, title));
    return element("div", { class: "scroll" }, element("table", {},
        element("thead", {}, element("tr", {}, head)),
        element("tbody", {}, rows.map((cells) => (
            element("tr", {}, cells.map((cell) => element("td", {}, cell))))))));
}

const shownLimit = 30;

/** A list that shows its older rows on request. */
export function longList(rows) {
    const list = (rows) => element("ol", { class: "log" }, rows);
    const older = rows.slice(shownLimit);
    return rows.length > 0 && [
        list(rows.slice(0, shownLimit)),
        older.length > 0 && disclosure(`${older.length} older`, list(older)),
    ];
}

/** The price; null if it is unknown. */
export function price({ price, currency }) {
    if (price == null) return null;
    return currency ? priceText(price, currency) : price;
}

const offerTypes = ["", "Introductory offer", "Promotional offer", "Offer code", "Win-back offer"];

export function offerText({ type, id, discountType }) {
    const name = offerTypes[type] ?? `Offer of type ${type}`;
    return [name, id, discountType && words(discountType.toLowerCase())].filter(Boolean).join(", ");
}
