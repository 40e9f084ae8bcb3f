// The plan of what goes wrong in the store, and the log of what did.

import { get, put, putText, remove } from "/page/api.js";
import { button, element, renew } from "/page/dom.js";
import { gather } from "/page/events.js";
import { form } from "/page/forms.js";
import { announce, perform, problem } from "/page/notices.js";

const presets = {
    "Network down once": { point: "payment", failure: "networkDown", frequency: { first: 1 } },
    "Slow answers": { point: "verifyReceipt", failure: { slow: 3 }, frequency: "always" },
    "Failing server": { point: "verifyReceipt", failure: { httpStatus: 503 }, frequency: "always" },
};
const emptyPlan = { seed: 1, rules: [] };

export function makeFaults() {
    const editor = element("textarea", {
        name: "plan", rows: 14, spellcheck: "false", "aria-label": "Fault plan",
        oninput: () => { isEdited = true; },
    });
    const status = element("p", { class: "quiet" });
    const log = element("ol", { class: "log", "aria-label": "Events at which something can go wrong" });
    const place = element("div");
    let isEdited = false;

    const editing = form({}, [
        element("label", { class: "field" }, element("span", {}, "Plan"), editor),
        element(
            "p",
            { class: "buttons" },
            element("button", { type: "submit", class: "primary" }, "Set the plan"),
            button("Remove the plan", (control) => perform(control, clear)),
        ),
    ], async () => {
        await putText("/faults", editor.value);
        announce("The plan is set.");
        await load(true);
    });

    async function clear() {
        await remove("/faults");
        announce("The plan is removed.");
        await load(true);
    }

    async function load(isForced = false) {
        try {
            const { plan, log: events } = await get("/faults");
            const count = plan?.rules.length ?? 0;
            const rules = count === 1 ? "1 rule applies." : `${count} rules apply.`;
            status.textContent = count ? rules : "Nothing goes wrong.";
            if (isForced || !isEdited) {
                editor.value = JSON.stringify(plan ?? emptyPlan, null, 2);
                isEdited = false;
            }
            place.replaceChildren();
            renew(log, events.toReversed().map((event) => element("li", {}, event)));
            if (!log.children.length) log.append(element("li", { class: "empty" }, "Nothing yet."));
        } catch (error) {
            place.replaceChildren(problem(error, () => load()));
        }
    }

    const preset = ([title, rule]) => button(title, (control) => perform(control, async () => {
        await put("/faults", { ...emptyPlan, rules: [rule] });
        announce(`${title}: the plan is set.`);
        await load(true);
    }));

    return {
        title: "Faults",
        root: element(
            "div",
            { class: "columns" },
            element(
                "section",
                { "aria-label": "Plan" },
                status,
                element("p", { class: "buttons" }, Object.entries(presets).map(preset)),
                editing,
                place,
            ),
            element(
                "section",
                { "aria-label": "Log" },
                element("div", { class: "title" }, element("h2", {}, "Log"),
                    button("Refresh", () => load())),
                log,
            ),
        ),
        show: () => load(),
        notify: gather(() => load()),
    };
}
