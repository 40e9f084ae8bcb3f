// Requests to the control API of the server.

const base = "/control/v1";

/** What the server, or the network, has against a request. */
export class RequestError extends Error {
    constructor(message, code) {
        super(message);
        this.code = code;
    }
}

/** Asks for an object; parameters without a value are left out. */
export function get(path, parameters = {}) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
        if (value != null && value !== "") query.set(name, value);
    }
    return send("GET", query.size ? `${path}?${query}` : path);
}

export const post = (path, body = {}) => send("POST", path, JSON.stringify(body));
export const patch = (path, body) => send("PATCH", path, JSON.stringify(body));
export const put = (path, body) => send("PUT", path, JSON.stringify(body));
export const putText = (path, text) => send("PUT", path, text);
export const remove = (path) => send("DELETE", path);

async function send(method, path, body) {
    const response = await fetch(base + path, {
        method,
        body,
        headers: body === undefined ? {} : { "Content-Type": "application/json" },
    }).catch(() => {
        throw new RequestError("The server does not answer. Is it still running?", "noAnswer");
    });
    const text = await response.text();
    if (response.ok) return text ? JSON.parse(text) : {};
    throw refusal(response.status, text);
}

function refusal(status, text) {
    try {
        const { error, errorMessage } = JSON.parse(text);
        return new RequestError(error?.message ?? errorMessage, error?.code);
    } catch {
        return new RequestError(`The server answered with the status ${status}.`);
    }
}
