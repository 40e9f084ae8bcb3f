// Objects of JSON and signed documents, in the form in which a reader can use them.

import { button, disclosure, element } from "./dom.js";
import { time, words } from "./format.js";
import { announce, perform } from "./notices.js";

const datePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** A list of titles and values; those without a value are left out. */
export function record(items, look = "members") {
    const known = items.filter(([, value]) => value != null && value !== false && value !== "");
    return element("dl", { class: look }, known.map(([title, value]) => element(
        "div", {}, element("dt", {}, title), element("dd", {}, value),
    )));
}

/** All members of an object as a list of names and values. */
export function members(object) {
    return record(Object.entries(object).map(([name, value]) => (
        [words(name), value == null ? null : written(value)]
    )));
}

function written(value) {
    if (value === true) return "Yes";
    if (value === false) return "No";
    if (typeof value === "object") {
        const items = Object.entries(value).filter(([, member]) => member != null);
        return items.map(([name, member]) => `${words(name)}: ${member}`).join(", ");
    }
    return datePattern.test(value) ? time(value) : String(value);
}

/** An object as text. */
export function json(value) {
    return element("pre", { tabindex: "0" }, JSON.stringify(value, null, 2));
}

/** A signed document: its parts decoded, and the compact form to copy. */
export function signedDocument(title, document) {
    return disclosure(title, ...documentParts(document));
}

/** A part whose content is fetched when it is opened. */
export function fetchedPart(title, fetch) {
    const place = element("div", { "data-errors": true });
    const part = disclosure(title, place);
    part.addEventListener("toggle", () => part.open && perform(place, async () => {
        place.replaceChildren(...await fetch());
    }));
    return part;
}

/** What a signed document says; the documents inside of it are decoded, too. */
export function decoded(value) {
    if (Array.isArray(value)) return value.map(decoded);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => (
        [name, decoded(/^signed.*Info$/.test(name) ? payloadOf(member) : member)]
    )));
}

/** The payload of a signed document; another value stays as it is. */
function payloadOf(value) {
    try {
        const base64 = value.split(".")[1].replaceAll("-", "+").replaceAll("_", "/");
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        return JSON.parse(new TextDecoder().decode(bytes));
    } catch {
        return value;
    }
}

/** The parts of a signed document, decoded, and the compact form to copy. */
export function documentParts({ jws, header, payload }) {
    return [
        element("h4", {}, "Payload"),
        json(payload),
        ...(header ? [element("h4", {}, "Header"), json(header)] : []),
        element("h4", {}, "Compact form"),
        copyable(jws),
    ];
}

/** The content of a receipt, and the receipt to copy. */
export function receiptParts({ content, base64 }) {
    return [json(content), element("h4", {}, "Base64"), copyable(base64)];
}

/** Text that is long, and a button that copies it. */
export function copyable(text) {
    const place = element("pre", { tabindex: "0", class: "compact" }, text);
    return element("div", { class: "copyable" }, place, button("Copy", () => copy(text, place)));
}

/** Copies text; where the browser does not allow it, the text is selected in its place. */
export async function copy(text, place) {
    try {
        await navigator.clipboard.writeText(text);
        announce("Copied.");
    } catch {
        const part = place.closest("details");
        if (part) part.open = true;
        getSelection().selectAllChildren(place);
        announce("Selected; copy it with the keyboard.");
    }
}
