// The person's key, kept until the tab is closed, and the form to enter it.

import { button, element } from "./dom.js";
import { field, form, input } from "./forms.js";

const names = { key: "entitlements.key", actor: "entitlements.actor" };

/** The key; null before sign-in. */
export const key = () => sessionStorage.getItem(names.key);

/** The person's name, sent with every change. */
export const actor = () => sessionStorage.getItem(names.actor) ?? "";

export function signOut() {
    sessionStorage.removeItem(names.key);
}

/**
 * Makes the form that asks for a key.
 *
 * @param problem The reason to sign in again, if the service refused the key.
 * @param begin Called after a key is entered; throws an error if the key is refused.
 */
export function signInForm(problem, begin) {
    const attributes = { type: "password", required: true, autocomplete: "current-password" };
    const keyInput = input("key", attributes);
    const actorInput = input("actor", { required: true, maxlength: 200, value: actor() });
    return form({ class: "card sign-in" }, [
        element("h2", {}, "Sign in"),
        field("Key", keyInput, "of a reader with access to the page"),
        field("Your name", actorInput, "recorded with each of your changes"),
        element("button", { type: "submit", class: "primary" }, "Sign in"),
        problem && element("p", { class: "error", role: "alert" }, problem),
    ].filter(Boolean), async () => {
        sessionStorage.setItem(names.key, keyInput.value.trim());
        sessionStorage.setItem(names.actor, actorInput.value.trim());
        try {
            await begin();
        } catch (error) {
            signOut();
            throw error;
        }
    });
}

/** The person's name and the sign-out button, for the header. */
export function personParts(leave) {
    return [element("span", {}, actor()), button("Sign out", leave)];
}
