// Requests to the service, with the key of the person.

import { scope } from "./address.js";
import { actor, key } from "./session.js";

// Beside the page, wherever a server mounts the service.
const base = new URL("../v1/", import.meta.url);

/** What the service, or the network, has against a request. */
export class RequestError extends Error {
    constructor(message, status) {
        super(message);
        this.status = status;
    }
}

/** Asks for an object about the present app and environment. */
export const get = (path, parameters = {}) => send("GET", path, { ...scope, ...parameters });

/** Asks what the key is for. */
export const getAccess = () => send("GET", "access", {});

/** Makes a change in the name of the person. */
export function change(method, path, body = {}) {
    return send(method, path, scope, JSON.stringify({ ...body, actor: actor() }));
}

/** The path of a customer, or of something of a customer. */
export const ofCustomer = (...parts) => ["customers", ...parts].map(encodeURIComponent).join("/");

async function send(method, path, parameters, body) {
    const url = new URL(path, base);
    // A plus sign is a space in forms alone.
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
        404: "This version of the service does not know the request.",
        502: "The service cannot be reached at present. Try again.",
        504: "The service took too long. Try again.",
    };
    return known[status] ?? `The service responded with the status ${status}.`;
}
