// The actions on a customer, each in a dialog that also shows the service's errors.

import { change, ofCustomer } from "./api.js";
import { button, element } from "./dom.js";
import { ask, field, input } from "./forms.js";
import { announce } from "./notices.js";

const text = (...children) => element("p", {}, children);
const named = (name) => element("span", { class: "name" }, name);

/** Asks, makes the change, announces it, and reloads the customer. */
function askToChange({ title, children, action, look, work, done }, reload) {
    return ask({
        title,
        children,
        action,
        look,
        async work(data) {
            const answer = await work(data);
            announce(done(answer));
            await reload();
        },
    });
}

export function askToGrant({ customer }, access, reload) {
    // With its identifier, a repetition after a lost response is the same grant.
    const id = globalThis.crypto.randomUUID?.();
    const known = access.apps.flatMap(({ entitlements }) => entitlements);
    const list = element("datalist", { id: "entitlement-names" },
        [...new Set(known)].map((name) => element("option", { value: name })));
    const until = input("until", { type: "datetime-local" });
    askToChange({
        title: "Grant an entitlement",
        children: [
            field("Entitlement", input("name", {
                required: true, maxlength: 200, list: "entitlement-names",
            })),
            list,
            field("Until", until, "in your time zone; leave empty for no end"),
            element("p", { class: "buttons presets" }, [7, 30, 365].map((days) => (
                button(`${days} days`, () => { until.value = localDate(days); })))),
            field("Reason", input("reason", { required: true, maxlength: 200 })),
        ],
        action: "Grant",
        work: (data) => change("POST", ofCustomer(customer, "grants"), {
            id,
            name: data.get("name").trim(),
            until: data.get("until") ? utcDate(data.get("until")) : undefined,
            reason: data.get("reason").trim(),
        }),
        done: () => "Granted.",
    }, reload);
}

/** The time a number of days from now, in the format of the control. */
function localDate(days) {
    const date = new Date(Date.now() + days * 86_400_000);
    date.setMinutes(date.getMinutes() - date.getTimezoneOffset());
    return date.toISOString().slice(0, 16);
}

const utcDate = (local) => `${new Date(local).toISOString().slice(0, 19)}Z`;

export function askToRevoke({ customer }, { id, name }, reload) {
    askToChange({
        title: `Revoke the grant of ${name}`,
        children: [
            text("This cannot be undone, but you can grant the entitlement again."),
            field("Reason", input("reason", { maxlength: 200 })),
        ],
        action: "Revoke",
        look: "danger",
        work: (data) => change("DELETE", ofCustomer(customer, "grants", id), {
            reason: data.get("reason").trim() || undefined,
        }),
        done: () => "Revoked.",
    }, reload);
}

export function askToLink({ customer }, reload) {
    askToChange({
        title: "Link a name",
        children: [
            text("The name and ", named(customer), " become one customer."),
            field("Name", input("name", { required: true, maxlength: 205 }),
                "such as user:42, an account token or an original transaction"),
        ],
        action: "Link",
        work: (data) => change("POST", ofCustomer(customer, "links"), {
            name: data.get("name").trim(),
        }),
        done: () => "Linked.",
    }, reload);
}

export function askToUnlink({ customer }, name, reload) {
    askToChange({
        title: "Unlink a name",
        children: [text(named(name), " becomes a separate customer again.")],
        action: "Unlink",
        look: "danger",
        work: () => change("DELETE", ofCustomer(customer, "links", name)),
        done: () => "Unlinked.",
    }, reload);
}

export function askToSetTester({ customer, isTester }, reload) {
    askToChange({
        title: isTester ? "Remove as tester" : "Make a tester",
        children: [text(isTester
            ? "Purchases in the sandbox no longer count in production."
            : "Purchases in the sandbox then count in production for this customer.")],
        action: isTester ? "Remove as tester" : "Make a tester",
        work: () => change("PUT", ofCustomer(customer, "tester"), { isTester: !isTester }),
        done: () => "Saved.",
    }, reload);
}

export function askToReplay(customer, from, reload) {
    askToChange({
        title: "Replay events",
        children: [text(`Sends event ${from} and all later events again, in order. Receivers `,
            "recognize them by their sequence numbers.")],
        action: "Replay",
        work: () => change("POST", ofCustomer(customer, "events", "replay"), { from }),
        done: ({ events }) => `${events} ${events === 1 ? "event is" : "events are"} sent again.`,
    }, reload);
}

/** Asks for the customer's name, then erases the customer. */
export function askToErase({ customer, names }, reload) {
    const typed = input("confirmation", { required: true });
    const dialog = askToChange({
        title: "Erase the customer",
        children: [
            text("Erases everything that identifies the person, with ",
                names.length === 1 ? "this name." : `all ${names.length} names.`,
                " This cannot be undone."),
            text("To confirm, type ", named(customer)),
            field("Name of the customer", typed),
        ],
        action: "Erase",
        look: "danger",
        work: () => change("DELETE", ofCustomer(customer)),
        done: ({ documents, events }) => `Erased: ${documents} documents, ${events} events.`,
    }, reload);
    const submit = dialog.querySelector("[type=submit]");
    submit.disabled = true;
    typed.addEventListener("input", () => { submit.disabled = typed.value !== customer; });
}
