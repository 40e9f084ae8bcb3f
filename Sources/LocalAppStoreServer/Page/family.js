// A customer's family, and what the customer paid, in words; and what may change in the family.

import { put, remove } from "/page/api.js";
import { button, element } from "/page/dom.js";
import { ask, field, select } from "/page/forms.js";
import { price } from "/page/format.js";
import { announce, perform } from "/page/notices.js";
import { customerOptions } from "/page/shared.js";

/** The amounts charged, less refunds. */
export function paid({ balance = {} }) {
    const amounts = Object.entries(balance).map(([currency, amount]) => price(amount, currency));
    return amounts.join(", ") || "Nothing";
}

/** What a customer is in a family, in words. */
export function family(customer) {
    const { id, familyOrganizerID: organizer, familyOrganizer: organizerName } = customer;
    const { asksToBuy, sharesPurchases } = customer;
    if (organizer == null) return element("span", { class: "quiet" }, "None");
    return [
        organizer === id ? "Organizer" : `Member, with ${organizerName}`,
        asksToBuy && "asks to buy",
        !sharesPurchases && "shares nothing",
    ].filter(Boolean).join(", ");
}

/** Asks for what may change in a customer's family. */
export function askForFamily(one, changed) {
    const { id, name, familyOrganizerID: organizer } = one;
    const others = customerOptions().filter(([other]) => other !== id);
    const isMember = organizer != null && organizer !== id;
    const flag = (title, name, isOn) => {
        const control = element("input", { type: "checkbox", name });
        control.checked = isOn;
        return field(title, control);
    };
    const leave = button(
        isMember ? "Leave the family" : "End the family",
        (control) => perform(control, async () => {
            await remove(`/customers/${id}/family`);
            dialog.close();
            await changed();
            announce(`${name} has no family.`);
        }),
        { class: "danger" },
    );
    const dialog = ask({
        title: `Family of ${name}`,
        children: organizer == null
            ? [field("Join the family of", select("organizer", others))]
            : [
                element("p", {}, isMember ? `A member, with ${one.familyOrganizer}.`
                    : "The organizer."),
                flag("Shares purchases with the family", "shares-purchases", one.sharesPurchases),
                isMember && flag("Asks the organizer to buy", "asks-to-buy", one.asksToBuy),
                element("p", { class: "buttons" }, leave),
            ].filter(Boolean),
        action: organizer == null ? "Join" : "Save",
        async work(data) {
            if (organizer == null) {
                const organizerID = Number(data.get("organizer"));
                await put(`/customers/${id}/family`, { organizerID });
            } else {
                await saveFlags(one, data, isMember);
            }
            announce(`The family of ${name} is saved.`);
            await changed();
        },
    });
}

async function saveFlags({ id, sharesPurchases, asksToBuy }, data, isMember) {
    const flags = { "shares-purchases": sharesPurchases };
    if (isMember) flags["asks-to-buy"] = asksToBuy;
    for (const [name, former] of Object.entries(flags)) {
        const isEnabled = data.has(name);
        if (isEnabled !== former) await put(`/customers/${id}/${name}`, { isEnabled });
    }
}
