// Controls of forms, and dialogs.

import { button, element, rememberFocus } from "./dom.js";
import { perform } from "./notices.js";

/** Makes a choice; options are values, or pairs of a value and a title. */
export function select(name, options, value = "", attributes = {}) {
    const control = element("select", { name, ...attributes });
    setOptions(control, options, value);
    return control;
}

/** Replaces the options of a choice, and keeps its value if it is still there. */
export function setOptions(control, options, value = control.value) {
    const pairs = options.map((option) => (Array.isArray(option) ? option : [option, option]));
    control.replaceChildren(...pairs.map(([value, title]) => element("option", { value }, title)));
    const isThere = pairs.some(([other]) => String(other) === String(value));
    control.value = isThere ? value : String(pairs[0]?.[0] ?? "");
}

/** Makes a line of text to fill in. */
export function input(name, attributes = {}) {
    return element("input", { name, autocomplete: "off", spellcheck: "false", ...attributes });
}

/** A control with its label. */
export function field(title, control, hint) {
    const isCheckbox = control.type === "checkbox";
    const text = element("span", {}, title, hint && element("small", {}, hint));
    return element(
        "label",
        { class: isCheckbox ? "check" : "field" },
        isCheckbox ? [control, text] : [text, control],
    );
}

/** Makes a form; an error of the work is shown in it. */
export function form(attributes, children, work) {
    return element("form", {
        "data-errors": true,
        ...attributes,
        onsubmit: (event) => {
            event.preventDefault();
            perform(event.submitter ?? event.target, () => work(new FormData(event.target)));
        },
    }, ...children);
}

/**
 * Shows a dialog with a form, which closes when the work is done.
 *
 * The browser keeps the focus inside, closes the dialog with Escape, and returns the focus.
 */
export function ask({ title, children, action, dismissal, look = "primary", work }) {
    const returnFocus = rememberFocus();
    const dialog = element("dialog", {
        "aria-label": title,
        // It comes with the next frame, when something else may have been shown.
        onclose: () => {
            dialog.remove();
            returnFocus();
        },
    });
    const submit = action && element("button", { type: "submit", class: look }, action);
    const close = dismissal ?? (action ? "Cancel" : "Close");
    const cancel = button(close, () => dialog.close());
    dialog.append(form({}, [
        element("h2", {}, title),
        ...children,
        element("p", { class: "buttons" }, cancel, submit),
    ], async (data) => {
        await work?.(data);
        dialog.close();
    }));
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}
