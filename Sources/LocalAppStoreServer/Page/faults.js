// The plan of what goes wrong in the store, chosen rule by rule, and the log of what did.

import { get, put, putText, remove } from "/page/api.js";
import { button, disclosure, element, renew } from "/page/dom.js";
import { gather } from "/page/events.js";
import { FaultRule } from "/page/fault-rule.js";
import { field, form, input } from "/page/forms.js";
import { announce, perform, problem } from "/page/notices.js";

const presets = {
    "Network down once": { point: "payment", failure: "networkDown", frequency: { first: 1 } },
    "Slow answers": { point: "verifyReceipt", failure: { slow: 3 }, frequency: "always" },
    "Failing server": { point: "verifyReceipt", failure: { httpStatus: 503 }, frequency: "always" },
};
const firstRule = presets["Network down once"];

export function makeFaults() {
    const status = element("p", { class: "quiet" });
    const list = element("ol", { class: "fault-rules", "aria-label": "Rules" });
    const seed = input("seed", { type: "number", min: 0, step: 1, value: 1, required: true });
    const text = element("textarea", {
        name: "plan", rows: 10, spellcheck: "false", "aria-label": "Plan as JSON",
    });
    const log = element("ol", { class: "log", "aria-label": "Events that can go wrong" });
    const place = element("div");
    let points = [];
    let rules = [];
    /** Whether somebody has chosen what the store does not know yet. */
    let isEdited = false;
    const unsaved = element("p", { class: "unsaved", role: "status" });

    /** Notes whether the plan that is shown is the store's, and says it where it is not. */
    function setEdited(isNowEdited) {
        isEdited = isNowEdited;
        unsaved.textContent = isEdited ? "Your changes are not set yet." : "";
        dispatchEvent(new Event("note"));
    }

    // A page that is closed would lose what was chosen.
    addEventListener("beforeunload", (event) => isEdited && event.preventDefault());

    const editing = form({ oninput: () => setEdited(true) }, [
        list,
        element("p", { class: "buttons" }, button("Add a rule", () => {
            setEdited(true);
            add(firstRule).focus();
        })),
        field("Seed", seed, "Of the rules with a probability."),
        element(
            "p",
            { class: "buttons" },
            element("button", { type: "submit", class: "primary" }, "Set the plan"),
            button("Remove the plan", (control) => perform(control, clear)),
            unsaved,
        ),
    ], () => set({ seed: Number(seed.value), rules: rules.map((rule) => rule.value) }));

    const writing = disclosure("Plan as JSON", form({ oninput: () => setEdited(true) }, [
        text,
        element("p", { class: "buttons" },
            element("button", { type: "submit" }, "Set this JSON")),
    ], async () => {
        await putText("/faults", text.value);
        announce("The plan is set.");
        await load(true);
    }));

    async function set(plan) {
        await put("/faults", plan);
        announce("The plan is set.");
        await load(true);
    }

    async function clear() {
        await remove("/faults");
        announce("The plan is removed.");
        await load(true);
    }

    function add(value) {
        const rule = new FaultRule(points, value, () => {
            setEdited(true);
            rules = rules.filter((other) => other !== rule);
            rule.root.remove();
            editing.querySelector("button").focus();
        });
        rules.push(rule);
        list.append(rule.root);
        return rule;
    }

    function show(plan) {
        rules = [];
        list.replaceChildren();
        for (const rule of plan?.rules ?? []) add(rule);
        seed.value = plan?.seed ?? 1;
        text.value = JSON.stringify(plan ?? { seed: 1, rules: [] }, null, 2);
        setEdited(false);
    }

    async function load(isForced = false) {
        try {
            const answer = await get("/faults");
            points = answer.points;
            const count = answer.plan?.rules.length ?? 0;
            const applying = count === 1 ? "1 rule applies." : `${count} rules apply.`;
            status.textContent = count ? applying : "Nothing goes wrong.";
            if (isForced || !isEdited) show(answer.plan);
            place.replaceChildren();
            renew(log, answer.log.toReversed().map((event) => element("li", {}, event)));
            if (!log.children.length) log.append(element("li", { class: "empty" }, "Nothing yet."));
        } catch (error) {
            place.replaceChildren(problem(error, () => load()));
        }
    }

    const preset = ([title, rule]) => button(title, (control) => (
        perform(control, () => set({ seed: Number(seed.value), rules: [rule] }))
    ));

    return {
        title: "Faults",
        note: () => isEdited && ["unsaved", "Changes of the plan that are not set yet"],
        root: element(
            "div",
            { class: "columns" },
            element(
                "section",
                { "aria-label": "Plan" },
                status,
                element("p", { class: "buttons" }, Object.entries(presets).map(preset)),
                editing,
                writing,
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
