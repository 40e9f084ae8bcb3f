// Requests to the service, with the person's key.

import { scope } from "./address.js";
import { actor, key } from "./session.js";

// Relative to the page, wherever a server mounts the service.
const base = new URL("../v1/", import.meta.url);

/** A failed request, with a message for the person. */
export class RequestError extends Error {
    constructor(message, status) {
        super(message);
        this.status = status;
    }
}

/** Fetches an object about the selected app and environment. */
export const get = (path, parameters = {}) => send("GET", path, { ...scope, ...parameters });

/** Fetches the permissions of the key. */
export const getAccess = () => send("GET", "access", {});

/** Sends a change with the person's name. */
export function change(method, path, body = {}) {
    return send(method, path, scope, JSON.stringify({ ...body, actor: actor() }));
}

/** The path of a customer, or of one of its resources. */
export const ofCustomer = (...parts) => ["customers", ...parts].map(encodeURIComponent).join("/");

async function send(method, path, parameters, body) {
    const url = new URL(path, base);
    // A plus sign means a space only in forms.
    url.search = `${new URLSearchParams(parameters)}`.replaceAll("+", "%20");
    const headers = { Authorization: `Bearer ${key()}` };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const options = { method, body, headers, cache: "no-store", credentials: "omit" };
    const response = await fetch(url, options).catch(() => {
        throw new RequestError("The service does not respond. Check the network, then try again.");
    });
    const text = await response.text();
    if (response.ok) return text ? JSON.parse(text) : {};
    const error = new RequestError(problemIn(text) ?? wordsOf(response.status), response.status);
    if (response.status === 401) window.dispatchEvent(new CustomEvent("refused"));
    throw error;
}

function problemIn(text) {
    try {
        return JSON.parse(text).error.message;
    } catch {
        return undefined;
    }
}

function wordsOf(status) {
    const known = {
        404: "This version of the service does not support the request.",
        502: "The service is temporarily unreachable. Try again.",
        504: "The service took too long. Try again.",
    };
    return known[status] ?? `The service responded with the status ${status}.`;
}
