// Elements of the page. Values of the store become text here, and never markup.

/** Makes an element; an attribute whose value is a function is a listener. */
export function element(name, attributes = {}, ...children) {
    return filled(document.createElement(name), attributes, children);
}

/** Makes an element of a picture. */
export function svg(name, attributes = {}, ...children) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    return filled(node, attributes, children);
}

function filled(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") node.addEventListener(name.slice(2), value);
        else if (value === true) node.setAttribute(name, "");
        else if (value !== false && value != null) node.setAttribute(name, value);
    }
    node.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
    return node;
}

/** Makes a button. */
export function button(title, action, attributes = {}) {
    const onclick = (event) => action(event.currentTarget);
    return element("button", { type: "button", ...attributes, onclick }, title);
}

/** Makes a part of the page that can be opened. */
export function disclosure(title, ...children) {
    return element("details", {}, element("summary", {}, title), ...children);
}

/**
 * Replaces the content of an element by newer content of the same kind.
 *
 * The focus stays at the control with the same text, and what was opened stays open.
 */
export function renew(container, ...children) {
    const name = container.contains(document.activeElement) && nameOf(document.activeElement);
    const opened = [...container.querySelectorAll("details[open] > summary")].map(nameOf);
    const { scrollTop } = container;
    container.replaceChildren(...children.flat(Infinity).filter(Boolean));
    for (const summary of container.querySelectorAll("summary")) {
        if (opened.includes(nameOf(summary))) summary.parentElement.open = true;
    }
    container.scrollTop = scrollTop;
    if (name) focusNamed(container, name);
}

/**
 * Notes which control has the focus.
 *
 * @returns Brings the focus back to a control that took the place of the first one. A browser does
 *     so itself where the first one is still there; a focus that has moved on stays.
 */
export function rememberFocus() {
    const control = document.activeElement;
    const name = nameOf(control);
    return () => {
        const isLost = document.activeElement === document.body;
        if (isLost && !control.isConnected) focusNamed(document.body, name);
    };
}

function focusNamed(container, name) {
    const controls = container.querySelectorAll("a, button, input, select, summary, [tabindex]");
    const control = [...controls].find((control) => nameOf(control) === name);
    (control ?? container.querySelector("[tabindex='-1']"))?.focus({ preventScroll: true });
}

/** What tells a control from others; those of several cards have the same texts. */
function nameOf(node) {
    const card = node.closest("article")?.getAttribute("aria-labelledby") ?? "";
    return card + (node.getAttribute("href") ?? node.getAttribute("name") ?? node.textContent);
}
