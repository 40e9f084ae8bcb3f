// The page: the session, the selected app, and the current view.

import { address, href, scope } from "./address.js";
import { getAccess } from "./api.js";
import { makeCustomers } from "./customers.js";
import { element } from "./dom.js";
import { select } from "./forms.js";
import { problem } from "./notices.js";
import { makeOperation } from "./operation.js";
import { key, personParts, signInForm, signOut } from "./session.js";

const views = { customers: makeCustomers(), operation: makeOperation() };
const main = document.getElementById("view");
const navigation = document.getElementById("navigation");
const choices = document.getElementById("scope");
const person = document.getElementById("person");
const refusal = "The service no longer accepts the key.";
/** The permissions of the key; null before they are loaded. */
let access = null;
/** The current view. */
let current = null;

async function start() {
    if (!key()) return askForKey();
    try {
        await begin();
    } catch (error) {
        if (error.status === 401) leave(refusal);
        else main.replaceChildren(problem(error, start));
    }
}

/** Starts a session with the entered key. */
async function begin() {
    const answer = await getAccess();
    if (!answer.admin) throw Error("This key has no access to the page.");
    if (!answer.apps.length) throw Error("This key has no access to any app.");
    access = answer;
    document.body.classList.toggle("reads-only", !access.writes);
    person.replaceChildren(...personParts(() => leave()));
    await showAddress();
}

function leave(reason) {
    signOut();
    access = null;
    askForKey(reason);
}

function askForKey(reason) {
    current = null;
    document.title = "Entitlements";
    for (const place of [navigation, choices, person]) place.replaceChildren();
    const parts = signInForm(reason, begin);
    main.replaceChildren(parts);
    parts.querySelector("input").focus();
}

const title = ({ app, environment }) => `${app}, ${environment}`;

/** The apps and environments of the key. */
const scopes = () => access.apps.flatMap(({ app, environments }) => (
    environments.map((environment) => ({ app, environment }))
));

/** Reads the scope of the address; the default is the first one, preferably in production. */
function readScope(query) {
    const all = scopes();
    const named = all.find(({ app, environment }) => (
        app === query.get("app") && environment === query.get("environment")
    ));
    const production = all.find(({ environment }) => environment === "Production");
    Object.assign(scope, named ?? (scope.app ? scope : production ?? all[0]));
    const control = select("scope", all.map((one) => title(one)), title(scope), {
        "aria-label": "App and environment",
        onchange: ({ target }) => {
            Object.assign(scope, all[target.selectedIndex]);
            const { view, id, query } = address();
            const text = query.get("text");
            location.hash = href(view || "customers", id, text ? { text } : {});
        },
    });
    if (choices.firstChild?.value !== control.value) choices.replaceChildren(control);
}

async function showAddress() {
    if (!access) return;
    // With another address, a dialog would change another customer, or the same in another app.
    document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
    const { view: name, id, query } = address();
    readScope(query);
    const view = name ? views[name] : views.customers;
    navigation.replaceChildren(...Object.entries(views).map(([name, other]) => element("a", {
        href: href(name), "aria-current": other === view && "page",
    }, other.title)));
    document.title = `${id ?? view?.title ?? "Unknown address"} – Entitlements`;
    if (!view) {
        current = null;
        main.replaceChildren(element("h1", {}, "Unknown address"),
            element("a", { href: href("customers") }, "Customers"));
        return;
    }
    if (current !== view) {
        const isFirst = !current;
        current = view;
        main.replaceChildren(element("h1", {}, view.title), view.root);
        if (!isFirst || main.contains(document.activeElement)) main.focus({ preventScroll: true });
    }
    await view.show(id, query, access);
}

document.getElementById("skip").addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
});
document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, select, textarea, dialog");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const search = main.querySelector("[type=search]");
    if (!search) return;
    event.preventDefault();
    search.select();
});
window.addEventListener("refused", () => access && leave(refusal));
window.addEventListener("hashchange", showAddress);
start();
