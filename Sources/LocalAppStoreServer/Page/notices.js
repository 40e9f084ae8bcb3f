// What the page says about its work.

import { element } from "./dom.js";

const shownFor = 6000;

/** Says what happened, to eyes and to screen readers. */
export function announce(text) {
    const region = document.getElementById("notices");
    const notice = element("p", {}, text);
    region.append(notice);
    while (region.children.length > 3) region.firstChild.remove();
    setTimeout(() => notice.remove(), shownFor);
}

/**
 * Does what a control is for; an error is shown where the control is.
 *
 * A control stays enabled meanwhile, because the focus would leave it, but does nothing.
 *
 * @returns Whether it was done.
 */
export async function perform(control, work) {
    if (control.ariaBusy === "true") return false;
    const place = control.closest("[data-errors]") ?? control.parentElement;
    place.querySelectorAll(":scope > .error").forEach((error) => error.remove());
    control.ariaBusy = "true";
    try {
        await work();
        return true;
    } catch (error) {
        place.append(element("p", { class: "error", role: "alert" }, error.message));
        return false;
    } finally {
        control.ariaBusy = null;
    }
}

/** What stands in place of content that could not be loaded. */
export function problem(error, retry) {
    return element(
        "div",
        { class: "empty", role: "alert" },
        element("p", { class: "error" }, error.message),
        element("button", { type: "button", onclick: retry }, "Try again"),
    );
}
