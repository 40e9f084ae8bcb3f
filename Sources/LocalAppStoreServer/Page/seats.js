// The seats of a subscription: its members and claims, and the actions of the purchaser, an
// organization or the developer's server.

import { get, post } from "/page/api.js";
import { button, disclosure, element, renew } from "/page/dom.js";
import { copyable, record } from "/page/documents.js";
import { ask, field, select } from "/page/forms.js";
import { time } from "/page/format.js";
import { announce, perform } from "/page/notices.js";
import { customerOptions } from "/page/shared.js";

/** The part of a subscription's card; its content is fetched when it is opened. */
export function seatsPart(one) {
    const place = element("div", { class: "seats", "data-errors": true });
    const load = async () => show(await get(`/subscriptions/${one.id}/seats`));
    const show = (group) => renew(place, parts(group, show, load));
    const part = disclosure("Seats", place);
    part.addEventListener("toggle", () => part.open && perform(place, load));
    return part;
}

function parts(group, show, load) {
    const { seatCount, availableSeatCount, isOrganization, invitationManagement } = group;
    const inviter = invitationManagement === "APPLE" ? "Apple" : "The developer's server";
    return [
        record([
            ["Seats", `${seatCount}, ${availableSeatCount} free`],
            ["Invitations by", isOrganization ? "An organization" : inviter],
        ], "facts"),
        group.invitation && element("div", {}, element("h4", {}, "Invitation"),
            copyable(group.invitation)),
        holders(group, show),
        group.isActive && actions(group, show, load),
    ];
}

/** The members and the claims. */
function holders(group, show) {
    const id = group.subscriptionID;
    const end = (verb, name, body, done) => button(
        verb === "unclaim" ? "Unclaim" : "Remove",
        (control) => perform(control, async () => {
            show(await post(`/subscriptions/${id}/seats/${verb}`, body));
            announce(done);
        }),
        { name: `${verb} ${name}` },
    );
    const members = group.members.map(({ customerID, customer, joinDate }) => row(
        element("a", { href: `#/customers/${customerID}` }, customer),
        ["since ", time(joinDate)],
        end("remove-member", customerID, { customerID }, `${customer} has no seat any more.`),
    ));
    const claims = group.claims.map(({ seatClaimID, customerID, customer, claimDate }) => row(
        customer
            ? element("a", { href: `#/customers/${customerID}` }, customer)
            : element("span", { class: "quiet" }, "Nobody known"),
        [element("code", {}, seatClaimID), " claimed ", time(claimDate)],
        group.isActive && element(
            "div",
            { class: "buttons" },
            associate(group, seatClaimID, show),
            end("unclaim", seatClaimID, { claim: seatClaimID }, "The seat is unclaimed."),
        ),
    ));
    if (!members.length && !claims.length) {
        return element("p", { class: "quiet" }, "Nobody but the purchaser has a seat.");
    }
    return element("table", { "aria-label": "Seats" }, element("tbody", {}, members, claims));
}

function row(...cells) {
    return element("tr", {}, cells.map((cell) => element("td", {}, cell)));
}

function actions(group, show, load) {
    const id = group.subscriptionID;
    const isFree = group.availableSeatCount > 0;
    const isByApple = group.invitationManagement === "APPLE" && !group.isOrganization;
    const isEmpty = !group.members.length && !group.claims.length;
    const choose = (title, work) => button(title, () => chooseCustomer(title, group, work));
    const send = async (verb, body = {}) => (
        show(await post(`/subscriptions/${id}/seats/${verb}`, body))
    );
    return element(
        "div",
        { class: "buttons" },
        isByApple && !group.invitation && button(
            "Invite", (control) => perform(control, () => send("invite")),
        ),
        isByApple && isFree && choose("Accept as …", async (customerID) => {
            await post(`/customers/${customerID}/accept-invitation`, { transactionID: id });
            await load();
        }),
        isFree && (group.isOrganization || isEmpty) && choose(
            "Assign to …", (customerID) => send("assign", { customerID }),
        ),
        !isByApple && !group.isOrganization && isFree && button(
            "Claim a seat", (control) => perform(control, () => send("claim")),
        ),
    );
}

function associate(group, claim, show) {
    const title = "Associate with …";
    return button(title, () => chooseCustomer(title, group, async (customerID) => {
        const path = `/subscriptions/${group.subscriptionID}/seats/associate`;
        show(await post(path, { claim, customerID }));
    }), { name: `associate ${claim}` });
}

/** Asks for a customer who is neither the purchaser nor a member. */
function chooseCustomer(title, group, work) {
    const taken = [group.purchaserID, ...group.members.map(({ customerID }) => customerID)];
    const others = customerOptions().filter(([id]) => !taken.includes(id));
    ask({
        title,
        children: [others.length
            ? field("Customer", select("customer", others))
            : element("p", {}, "There is no other customer; add one on the page Customers.")],
        action: others.length ? "Choose" : null,
        work: (data) => work(Number(data.get("customer"))),
    });
}
