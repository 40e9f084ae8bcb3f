// A list, and beside it what is open in it.

import { button, element, renew } from "/page/dom.js";

/** Makes a list of links with the details of one of them beside it. */
export class Panes {
    /** @param href Makes the address of a thing by its identifier; without one, of the list. */
    constructor(label, href, ...above) {
        this.href = href;
        this.list = element("ul", { class: "rows", "aria-label": label, onfocusin: keepPlace });
        this.below = element("div", { class: "below" });
        this.details = element("section", { class: "details", hidden: true });
        this.root = element(
            "div",
            { class: "panes" },
            element("div", { class: "list" }, above, this.list, this.below),
            this.details,
        );
    }

    get isOpen() {
        return !this.details.hidden;
    }

    /** Shows the rows; the one that had the focus keeps it. */
    setRows(rows, emptyText) {
        const current = this.list.querySelector("[tabindex='0']")?.dataset.id;
        renew(this.list, rows.map((row) => element("li", {}, row)));
        const links = this.links();
        const place = links.find((link) => link.dataset.id === current) ?? links[0];
        if (place) place.tabIndex = 0;
        this.mark();
        if (!rows.length) this.list.append(element("li", { class: "empty" }, emptyText));
    }

    links() {
        return [...this.list.querySelectorAll("a")];
    }

    /** Moves the focus by a number of rows. */
    move(step) {
        const links = this.links();
        const index = links.indexOf(document.activeElement);
        const start = index < 0 ? links.findIndex((link) => link.tabIndex === 0) - step : index;
        links[Math.min(Math.max(start + step, 0), links.length - 1)]?.focus();
    }

    /** Says what is to be open; content that arrives for something else is not shown. */
    expect(id) {
        this.expected = id;
        if (!id) this.close();
    }

    /** Shows details; the focus goes there when they are others than before. */
    open(id, title, ...content) {
        if (id !== this.expected) return;
        const isOther = this.id !== id;
        this.id = id;
        this.details.hidden = false;
        this.details.setAttribute("aria-label", title);
        renew(
            this.details,
            element(
                "div",
                { class: "title" },
                element("h2", { tabindex: "-1" }, title),
                button("Close", () => this.leave(), { class: "plain", title: "Close (Escape)" }),
            ),
            ...content,
        );
        this.mark();
        if (!isOther) return;
        this.details.scrollTop = 0;
        this.details.querySelector("h2").focus({ preventScroll: true });
    }

    /** Hides the details; a focus that was there returns to their row. */
    close() {
        if (!this.isOpen) return;
        const former = String(this.id);
        const hadFocus = this.details.contains(document.activeElement);
        this.id = undefined;
        this.details.hidden = true;
        this.mark();
        const link = hadFocus && this.links().find((link) => link.dataset.id === former);
        if (link) link.focus();
    }

    /** Closes the details at once; that the address changed is told later. */
    leave() {
        this.expect(undefined);
        location.hash = this.href();
    }

    /** Makes the link of a row, which Tab passes over; the arrow keys move between rows. */
    row(id, classes, ...cells) {
        const attributes = { href: this.href(id), "data-id": id, tabindex: "-1" };
        return element("a", { ...attributes, class: `row ${classes}` }, ...cells);
    }

    mark() {
        this.root.classList.toggle("open", this.isOpen);
        for (const link of this.links()) {
            const isCurrent = link.dataset.id === String(this.id);
            link.ariaCurrent = isCurrent ? "true" : null;
        }
    }
}


function keepPlace({ currentTarget, target }) {
    for (const link of currentTarget.querySelectorAll("[tabindex='0']")) link.tabIndex = -1;
    target.tabIndex = 0;
}
