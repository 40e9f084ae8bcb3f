// The key of the person, for as long as the tab is open, and the form that asks for it.

import { button, element } from "./dom.js";
import { field, form, input } from "./forms.js";

const names = { key: "entitlements.key", actor: "entitlements.actor" };

/** The key, or null before it was entered. */
export const key = () => sessionStorage.getItem(names.key);

/** The person's own name, which every change carries. */
export const actor = () => sessionStorage.getItem(names.actor) ?? "";

export function signOut() {
    sessionStorage.removeItem(names.key);
}

/**
 * Makes the form that asks for a key.
 *
 * @param problem Why there is no key any more, if the service refused it.
 * @param begin Called with a key that was entered; throws what is wrong with it.
 */
export function signInForm(problem, begin) {
    const attributes = { type: "password", required: true, autocomplete: "current-password" };
    const keyInput = input("key", attributes);
    const actorInput = input("actor", { required: true, maxlength: 200, value: actor() });
    return form({ class: "card sign-in" }, [
        element("h2", {}, "Sign in"),
        field("Key", keyInput, "of a reader with access to the page"),
        field("Your name", actorInput, "recorded with each change that you make"),
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

/** The person's name in the header, and the way out. */
export function personParts(leave) {
    return [element("span", {}, actor()), button("Sign out", leave)];
}
