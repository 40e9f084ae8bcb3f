// Filters of a list, whose values are in the address: a link leads to what its sender sees.

import { button, element } from "/page/dom.js";
import { field, input, setOptions } from "/page/forms.js";

export class Filters {
    /**
     * @param path The view's part of the address.
     * @param subject What is searched, in the plural.
     * @param fields The titles and controls of the other filters, by their names in the address.
     * @param onchange Called after a person has changed a filter.
     * @param openID Returns the identifier of what is open in the view, which stays open.
     */
    constructor(path, subject, fields, onchange, openID = () => undefined) {
        Object.assign(this, { path, onchange, openID });
        this.search = input("search", {
            type: "search", placeholder: "Search", "aria-keyshortcuts": "/",
            "aria-label": `Search ${subject}`,
        });
        this.clearing = button("Clear", () => this.clear(), { class: "plain", hidden: true });
        const others = Object.entries(fields).map(([name, [, control]]) => [name, control]);
        this.controls = { search: this.search, ...Object.fromEntries(others) };
        this.bar = element(
            "form",
            {
                class: "filters", role: "search", oninput: () => this.changed(),
                onsubmit: (event) => event.preventDefault(),
            },
            this.search,
            Object.values(fields).map(([title, control]) => field(title, control)),
            this.clearing,
        );
    }

    /** Takes the values of an address; returns whether they are others than before. */
    read(parameters) {
        const former = this.href();
        for (const [name, control] of Object.entries(this.controls)) {
            const value = parameters.get(name) ?? "";
            if (control.type === "checkbox") control.checked = value === "true";
            else choose(control, value);
        }
        this.clearing.hidden = this.isEmpty;
        return this.href() !== former;
    }

    /** Replaces the options of a choice, whose value stays even if it is none of them. */
    offer(name, options) {
        const control = this.controls[name];
        const { value } = control;
        setOptions(control, [["", "All"], ...options]);
        choose(control, value);
    }

    /** The values by name, without those that let everything pass. */
    get values() {
        const values = Object.entries(this.controls).map(([name, control]) => (
            [name, control.type === "checkbox" ? String(control.checked || "") : control.value]
        ));
        return Object.fromEntries(values.filter(([, value]) => value !== ""));
    }

    get isEmpty() {
        return Object.keys(this.values).length === 0;
    }

    /** The address of something in the view, or of the view itself, with the filters. */
    href(id) {
        const query = new URLSearchParams(this.values);
        const place = id == null ? this.path : `${this.path}/${id}`;
        return query.size ? `${place}?${query}` : place;
    }

    /** Writes the values to the address, and has the list loaded. */
    changed() {
        this.clearing.hidden = this.isEmpty;
        history.replaceState(null, "", this.href(this.openID()));
        this.onchange();
    }

    /** Lets everything pass. */
    clear() {
        this.read(new URLSearchParams());
        this.changed();
    }
}

/** Sets a control to a value, which a choice that does not have it gets. */
function choose(control, value) {
    control.value = value;
    if (control.value === value) return;
    control.append(element("option", { value }, value));
    control.value = value;
}
