// The dialog in which something is bought.

import { post } from "/page/api.js";
import { ask, field, input, select, setOptions } from "/page/forms.js";
import { price, words } from "/page/format.js";
import { announce } from "/page/notices.js";
import { customerOptions, loadCustomers, nameOfProduct, shared } from "/page/shared.js";

const offerLists = {
    promotional: "promotionalOffers", code: "codeOffers", winBack: "winBackOffers",
};

/** Asks what to buy, and for whom; a customer may be chosen already. */
export async function buy(customerID) {
    // No list waits for the customers, but who buys is one of them.
    if (shared.customers.length === 0) await loadCustomers().catch(() => {});
    const product = select("product", shared.products.map(productOption), "", {
        onchange: update,
    });
    const quantity = input("quantity", {
        type: "number", min: 1, max: 10, value: 1, required: true,
    });
    const seats = input("seats", { type: "number", min: 1, placeholder: "None" });
    const plan = select("billingPlan", [], "", { onchange: updateOffers });
    const offer = select("offer", []);
    const known = customerOptions();
    const isKnown = customerID == null || known.some(([id]) => id === customerID);
    const customers = isKnown ? known : [[customerID, `Customer ${customerID}`], ...known];
    const quantityField = field("Quantity", quantity);
    const seatField = field("Seats in all", seats, "More than the present ones are added.");
    const planField = field("Payment", plan);
    const offerField = field("Offer", offer, "Eligibility is the store's to judge.");
    const chosen = () => shared.products.find(({ id }) => id === product.value);

    function update() {
        quantityField.hidden = chosen()?.kind !== "consumable";
        seatField.hidden = !chosen()?.subscription?.seatTiers.length;
        seats.value = "";
        planField.hidden = !chosen()?.subscription?.monthlyPlan;
        setOptions(plan, plansOf(chosen()), "upFront");
        updateOffers();
    }

    function updateOffers() {
        const offers = offersOf(chosen(), plan.value);
        offerField.hidden = offers.length === 0;
        setOptions(offer, [["", "None, or introductory"], ...offers], "");
    }

    update();
    ask({
        title: "Buy",
        children: [
            field("Product", product),
            quantityField,
            seatField,
            planField,
            field("Customer", select("customer", customers, customerID ?? "")),
            offerField,
            field("App account token", input("appAccountToken", {
                placeholder: "A UUID, or nothing",
            })),
        ],
        action: "Buy",
        async work(data) {
            const transaction = await post("/transactions", request(data, quantityField.hidden));
            announce(`${nameOfProduct(transaction.productID)}: ${words(transaction.state)}, `
                + `transaction ${transaction.id}.`);
            location.hash = `#/transactions/${transaction.id}`;
        },
    });
}

function productOption(product) {
    const { id, currency } = product;
    return [id, `${nameOfProduct(id)}, ${price(product.price, currency)}`];
}

/** A payment up front, and the monthly payments of a subscription that has them. */
function plansOf(product) {
    const upFront = ["upFront", "Up front"];
    const monthly = product?.subscription?.monthlyPlan;
    if (!monthly) return [upFront];
    const [one, all] = [monthly.price, monthly.commitmentPrice].map((value) => (
        price(value, product.currency)
    ));
    return [upFront, ["monthly", `Each month ${one}, in all ${all}`]];
}

function offersOf(product, plan) {
    const terms = product?.subscription ?? product;
    const owner = plan === "monthly" ? terms?.monthlyPlan : terms;
    return Object.entries(offerLists).flatMap(([kind, list]) => (
        (owner?.[list] ?? []).map(({ id }) => (
            [JSON.stringify({ kind, id }), `${words(kind)}: ${id}`]
        ))
    ));
}

function request(data, isSingle) {
    const request = {
        productID: data.get("product"),
        quantity: isSingle ? 1 : Number(data.get("quantity")),
        customerID: Number(data.get("customer")),
    };
    const token = data.get("appAccountToken").trim();
    if (token) request.appAccountToken = token;
    if (data.get("seats")) request.seats = Number(data.get("seats"));
    if (data.get("billingPlan") === "monthly") request.billingPlan = "monthly";
    if (data.get("offer")) request.offer = JSON.parse(data.get("offer"));
    return request;
}
