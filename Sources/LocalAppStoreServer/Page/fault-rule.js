// A rule of a fault plan, whose parts are chosen.

import { button, element } from "/page/dom.js";
import { field, input, select, setOptions } from "/page/forms.js";
import { words } from "/page/format.js";

const downloadFailures = [
    "notConnectedToInternet", "networkConnectionLost", "timedOut", "badServerResponse", "diskFull",
    "missingContent", "fileError",
];
const seconds = { title: "Seconds", type: "number", min: 0, step: "any", value: 3 };

/** What the failures need to be told; the others are a name alone. */
const failureValues = {
    storeError: { title: "SKError code", type: "number", step: 1, value: 0 },
    slow: seconds,
    timeout: seconds,
    httpStatus: { title: "Status", type: "number", min: 429, max: 599, step: 1, value: 503 },
    reorderedDelivery: seconds,
    downloadFailure: { title: "Reason", choices: downloadFailures },
};

const count = { title: "Count", type: "number", min: 1, step: 1, value: 1 };
const frequencies = {
    always: ["Always"],
    first: ["The first events", count],
    nth: ["One event", { ...count, title: "Number" }],
    every: ["Every nth event", { ...count, title: "n", value: 2 }],
    probability: [
        "By chance",
        { title: "Probability", type: "number", min: 0, max: 1, step: "any", value: 0.5 },
    ],
};

/** The controls of a rule. */
export class FaultRule {
    /**
     * @param points Where something can go wrong, and what, as the server names it.
     * @param rule The rule as in the plan's JSON.
     * @param remove Called when the rule is to be removed.
     */
    constructor(points, rule, remove) {
        this.points = points;
        const [failure, value] = parts(rule.failure);
        const [frequency, amount] = parts(rule.frequency ?? "always");
        const names = points.map(({ name }) => [name, words(name)]);
        this.point = select("point", names, rule.point, { onchange: () => this.showFailures() });
        this.failure = select("failure", [], "", { onchange: () => this.showValue() });
        const titles = Object.entries(frequencies).map(([name, [title]]) => [name, title]);
        this.frequency = select("frequency", titles, frequency, {
            onchange: () => this.showAmount(),
        });
        this.valuePlace = element("span", { class: "value" });
        this.amountPlace = element("span", { class: "value" });
        this.root = element(
            "li",
            { class: "card" },
            field("Where", this.point),
            field("What", this.failure),
            this.valuePlace,
            field("How often", this.frequency),
            this.amountPlace,
            button("Remove", remove, { class: "plain", "aria-label": "Remove this rule" }),
        );
        this.showFailures(failure);
        this.showValue(value);
        this.showAmount(amount);
    }

    focus() {
        this.point.focus();
    }

    /** The rule as in the plan's JSON. */
    get value() {
        return {
            point: this.point.value,
            failure: joined(this.failure.value, this.valuePlace),
            frequency: joined(this.frequency.value, this.amountPlace),
        };
    }

    showFailures(chosen = this.failure.value) {
        const { failures = [] } = this.points.find(({ name }) => name === this.point.value) ?? {};
        setOptions(this.failure, failures.map((name) => [name, words(name)]), chosen);
        this.showValue();
    }

    showValue(value) {
        show(this.valuePlace, failureValues[this.failure.value], value);
    }

    showAmount(value) {
        show(this.amountPlace, frequencies[this.frequency.value][1], value);
    }
}

/** The name and the value of a word, or of an object with one member. */
function parts(word) {
    return typeof word === "string" ? [word] : Object.entries(word)[0];
}

function joined(name, place) {
    const control = place.querySelector("input, select");
    if (!control) return name;
    return { [name]: control.type === "number" ? Number(control.value) : control.value };
}

/** Shows the control of a value, or nothing where none is needed. */
function show(place, kind, value) {
    if (!kind) return place.replaceChildren();
    const { title, choices, ...attributes } = kind;
    const options = choices?.map((name) => [name, words(name)]);
    place.replaceChildren(field(title, choices
        ? select("value", options, value)
        : input("value", { ...attributes, required: true, value: value ?? attributes.value })));
}
