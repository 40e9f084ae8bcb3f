// One transaction: everything the store knows about it, and what can be done with it.

import { get, post } from "/page/api.js";
import { button, disclosure, element } from "/page/dom.js";
import { copyable, json, members, signedDocument } from "/page/documents.js";
import { ask, field, select } from "/page/forms.js";
import { badge, date, state, status } from "/page/format.js";
import { announce, perform, problem } from "/page/notices.js";
import { nameOfProduct } from "/page/shared.js";
import { timeline } from "/page/timeline.js";

/** Shows a transaction beside the list; without an identifier, shows the open one anew. */
export async function showTransaction(panes, id = panes.id) {
    try {
        const answer = await get(`/transactions/${id}`);
        const { transaction, subscription } = answer;
        panes.open(
            id,
            `${nameOfProduct(transaction.productID)}, transaction ${id}`,
            element("p", {}, badge(state(transaction)), explanation(transaction)),
            actions(transaction, panes),
            subscription && subscriptionPart(subscription),
            members(sorted(transaction)),
            documents(answer),
        );
    } catch (error) {
        panes.open(id, `Transaction ${id}`, problem(error, () => showTransaction(panes, id)));
    }
}

/** The members in the order in which a reader asks for them; others follow. */
function sorted(transaction) {
    const { id, productID, kind, state, quantity, price, currency, customer } = transaction;
    const { purchaseDate, expirationDate } = transaction;
    const first = { id, productID, kind, state, quantity, price, currency, customer };
    return { ...first, purchaseDate, expirationDate, ...transaction };
}

/** What the badge alone does not tell. */
function explanation({ failure, revocationDate, revocationReason }) {
    if (revocationDate) {
        const reason = revocationReason == null ? "" : ` (${revocationReason})`;
        return ` on ${date(revocationDate)}${reason}`;
    }
    return failure?.reason ? ` ${failure.reason}` : null;
}

function actions(transaction, panes) {
    const { id } = transaction;
    const act = (title, verb, done) => button(title, (control) => perform(control, async () => {
        await post(`/transactions/${id}/${verb}`);
        announce(`Transaction ${id} ${done}.`);
        await showTransaction(panes);
    }));
    const isDeferred = transaction.state === "deferred";
    const isPaid = transaction.state === "purchased" && !transaction.revocationDate;
    return element(
        "div",
        { class: "buttons", "data-errors": true },
        isDeferred && act("Approve", "approve", "approved"),
        isDeferred && act("Decline", "decline", "declined"),
        transaction.hasIssue && act("Retry payment", "retry", "paid"),
        isPaid && button("Refund…", () => askForRefund(id, panes)),
        !transaction.isFinished && act("Finish", "finish", "finished"),
    );
}

function askForRefund(id, panes) {
    const reasons = [["other", "Another reason"], ["developerIssue", "An issue within the app"]];
    ask({
        title: `Refund transaction ${id}`,
        children: [field("Reason", select("reason", reasons))],
        action: "Refund",
        look: "danger",
        async work(data) {
            await post(`/transactions/${id}/refund`, { reason: data.get("reason") });
            announce(`Transaction ${id} refunded.`);
            await showTransaction(panes);
        },
    });
}

function subscriptionPart(subscription) {
    return element(
        "section",
        { "aria-label": "Subscription" },
        element(
            "p",
            {},
            element("a", { href: `#/subscriptions/${subscription.id}` }, "Subscription"), " ",
            badge(status(subscription)),
        ),
        timeline(subscription),
    );
}

function documents({ signedTransaction, receipt }) {
    return [
        signedTransaction && signedDocument("Signed transaction", signedTransaction),
        receipt && disclosure(
            "Receipt",
            json(receipt.content),
            element("h4", {}, "Base64"),
            copyable(receipt.base64),
        ),
    ];
}
