// Filters of a list, whose values are in the address: a link leads to what its sender sees.

import { element } from "/page/dom.js";

export class Filters {
    /**
     * @param path The view's part of the address.
     * @param controls The controls by their names in the address.
     * @param onchange Called after a person has changed a filter.
     */
    constructor(path, controls, onchange) {
        this.path = path;
        this.controls = controls;
        this.onchange = onchange;
    }

    /** Takes the values of an address. */
    read(parameters) {
        for (const [name, control] of Object.entries(this.controls)) {
            const value = parameters.get(name) ?? "";
            if (control.type === "checkbox") control.checked = value === "true";
            else choose(control, value);
        }
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
    changed(id) {
        history.replaceState(null, "", this.href(id));
        this.onchange();
    }

    /** Lets everything pass. */
    clear(id) {
        this.read(new URLSearchParams());
        this.changed(id);
    }
}

/** Sets a control to a value, which a choice that does not have it gets. */
function choose(control, value) {
    control.value = value;
    if (control.value === value) return;
    control.append(element("option", { value }, value));
    control.value = value;
}
