// The address in the fragment: a view, a customer, and the app with its environment.

/** The selected app and environment. */
export const scope = { app: "", environment: "" };

/** Returns the address of a view in the current scope. */
export function href(view, id, parameters = {}) {
    const path = id == null ? view : `${view}/${encodeURIComponent(id)}`;
    return `#/${path}?${new URLSearchParams({ ...scope, ...parameters })}`;
}

export const customerHref = (name) => href("customers", name);

/** Reads the address: the view, the name of a customer, and the parameters. */
export function address() {
    const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
    const [view, id, ...rest] = path.split("/");
    return { view: rest.length ? "?" : view, id: decoded(id), query: new URLSearchParams(query) };
}

function decoded(text) {
    try {
        return text && decodeURIComponent(text);
    } catch {
        return text;
    }
}
