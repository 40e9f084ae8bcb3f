// The page on which a customer confirms the cancellation of a subscription.

import { post, put } from "/page/api.js";
import { element } from "/page/dom.js";
import { record } from "/page/documents.js";
import { ask } from "/page/forms.js";
import { nameOfProduct } from "/page/shared.js";

/** @param done Called after the customer has cancelled. */
export async function confirmCancellation(one, done) {
    const path = `/subscriptions/${one.id}`;
    const screen = await post(`${path}/choose-to-cancel`);
    ask({
        title: "Confirm cancellation",
        children: [messagePart(screen.message), record(facts(screen))],
        action: "Cancel subscription",
        dismissal: "Keep subscription",
        async work() {
            await put(`${path}/auto-renew`, { isEnabled: false });
            await done();
        },
    });
}

function messagePart(message) {
    if (!message) return element("p", { class: "quiet" }, "No message.");
    const header = element("h3", {}, message.header);
    const image = message.image && element("p", { class: "quiet" }, message.image.altText);
    const isAbove = message.headerPosition === "ABOVE_IMAGE";
    return element(
        "section",
        { "aria-label": "Message" },
        isAbove ? [header, image] : [image, header],
        element("p", {}, message.body),
        message.bulletPoints && element(
            "ul", {}, message.bulletPoints.map(({ text }) => element("li", {}, text)),
        ),
    );
}

/** The proposal, and why it is not that of the app's server. */
function facts({ alternateProduct, promotionalOffer, advancedCommerceData, fallback }) {
    return [
        ["Switch plan", alternateProduct && nameOfProduct(alternateProduct.productID)],
        ["Billing plan", alternateProduct?.billingPlan],
        ["Accept offer", promotionalOffer
            && `${promotionalOffer.offer.id} of ${nameOfProduct(promotionalOffer.productID)}`],
        ["Advanced Commerce", advancedCommerceData],
        ["Default, because", fallback?.detail],
    ];
}
