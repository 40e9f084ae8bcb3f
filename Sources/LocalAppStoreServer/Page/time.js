// Travels in the store's time, and what happened meanwhile.

import { get, post } from "/page/api.js";
import { button, element } from "/page/dom.js";
import { gather } from "/page/events.js";
import { field, form, input } from "/page/forms.js";
import { badge, date, duration, state, status, time } from "/page/format.js";
import { announce, perform, problem } from "/page/notices.js";
import { isMeanwhile, nameOfProduct, now, setNow, shared } from "/page/shared.js";

const steps = [
    ["+1 hour", "1h"], ["+1 day", "1d"], ["+1 week", "1w"], ["+1 month", "1mo"],
];
const shownLimit = 200;

export function makeTime() {
    const clock = element("p", { class: "clock" });
    const kind = element("p", { class: "quiet" });
    const next = button("To the next event", (control) => advance(control, nextDate));
    const happened = element("section", { "aria-live": "polite", "aria-label": "Meanwhile" });
    const to = input("to", { type: "datetime-local", step: 1, required: true });
    let nextDate = null;
    /** Whether somebody has chosen a date, which the clock does not change any more. */
    let isChosen = false;

    const root = element(
        "div",
        { class: "narrow" },
        clock,
        kind,
        element(
            "div",
            { class: "buttons", "data-errors": true },
            steps.map(([title, step]) => button(title, (control) => advance(control, step))),
            next,
        ),
        form({ class: "line", oninput: () => { isChosen = true; } }, [
            field("To a date", to),
            element("button", { type: "submit" }, "Go there"),
        ], async () => {
            await travel(new Date(to.value).toISOString());
            isChosen = false;
        }),
        happened,
    );

    const advance = (control, step) => perform(control, () => travel(step));

    // A step is a length of time or a date.
    async function travel(step) {
        const newest = { limit: shownLimit, periods: 0 };
        const before = await get("/subscriptions", newest);
        const from = now();
        const answer = await post("/time", { advance: step });
        setNow(answer.now);
        shared.meanwhile = { from, to: now() };
        const [transactions, after] = await Promise.all([
            get("/transactions", { limit: shownLimit }), get("/subscriptions", newest),
        ]);
        const statuses = new Map(before.subscriptions.map((one) => [one.id, one.status]));
        const changed = after.subscriptions.filter((one) => statuses.get(one.id) !== one.status);
        const made = transactions.transactions.filter((one) => (
            isMeanwhile(one.purchaseDate) || isMeanwhile(one.revocationDate)
        ));
        const isPart = after.hasMore || made.length === shownLimit;
        happened.replaceChildren(...meanwhile(made, changed, now() - from, isPart));
        announce(`It is ${date(now())} in the store.`);
        showNext(answer);
    }

    function showNext({ nextEventDate }) {
        nextDate = nextEventDate ?? null;
        next.disabled = nextDate === null;
        next.title = nextDate ? date(nextDate) : "Nothing is going to happen.";
        next.replaceChildren("To the next event", nextDate ? `, ${date(nextDate)}` : "");
    }

    async function load() {
        try {
            showNext(await get("/store"));
        } catch (error) {
            happened.replaceChildren(problem(error, load));
        }
    }

    const reload = gather(load);

    return {
        title: "Time",
        root,
        async show() {
            kind.textContent = shared.store.isManualClock
                ? "The store's time stands still until it is advanced."
                : "The store's time runs like this machine's, and can be ahead of it.";
            isChosen = false;
            this.tick();
            await load();
        },
        tick: () => {
            clock.textContent = date(now());
            const isFree = !isChosen && document.activeElement !== to;
            if (isFree) to.value = date(now()).replace(" ", "T");
        },
        notify: (kind) => kind !== "notification" && reload(),
    };
}

/** What happened while the time was advanced. */
function meanwhile(made, changed, length, isPart) {
    const items = [
        ...changed.map((one) => [
            element("a", { href: `#/subscriptions/${one.id}` }, nameOfProduct(one.productID)),
            ` of ${one.customer} `, badge(status(one)),
        ]),
        ...made.map((one) => [
            element("a", { href: `#/transactions/${one.id}` },
                `${one.isRenewal ? "Renewal" : "Transaction"} ${one.id}`),
            ` ${nameOfProduct(one.productID)} of ${one.customer}, `, time(one.purchaseDate), " ",
            badge(state(one)),
        ]),
    ];
    return [
        element("h2", {}, `Meanwhile, in ${duration(length / 1000)}`),
        items.length
            ? element("ul", { class: "meanwhile" }, items.map((item) => element("li", {}, item)))
            : element("p", { class: "quiet" }, "Nothing happened."),
        isPart && element("p", { class: "quiet" },
            `Of the ${shownLimit} newest transactions and subscriptions.`),
    ].filter(Boolean);
}
