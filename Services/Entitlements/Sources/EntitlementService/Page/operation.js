// The operation of the service: pending work and dead letters.

import { get } from "./api.js";
import { button, element, renew } from "./dom.js";
import { duration, time, words } from "./format.js";
import { eventText, replayButton } from "./history.js";
import { perform, problem } from "./notices.js";
import { customerLink, table } from "./parts.js";

const shownLimit = 100;

const backlogs = {
    purchases: "Purchase changes and links not yet applied to customers",
    customers: "Customers with entitlements that time has changed",
    events: "Undelivered events",
    deadLetters: "Dead letters",
    consumptionRequests: "Open consumption requests",
};

export function makeOperation() {
    const place = element("div");
    /** Loads both lists, and shows them unless another app was chosen meanwhile. */
    let load = async () => {};
    return {
        title: "Operation",
        root: element("div", { class: "wide" },
            element("p", { class: "buttons" },
                button("Reload", (control) => perform(control, () => load()))),
            place),
        async show() {
            const own = load = async () => {
                const content = await parts(() => load()).catch((error) => (
                    [problem(error, () => load())]
                ));
                if (own === load) renew(place, content);
            };
            place.replaceChildren();
            await load();
        },
    };
}

async function parts(reload) {
    const [lag, { deadLetters }] = await Promise.all([
        get("lag"), get("dead-letters", { limit: shownLimit }),
    ]);
    return [lagPart(lag), deadLetterPart(lag, deadLetters, reload)];
}

function lagPart({ clockSkew, ...lag }) {
    const rows = Object.entries(lag).map(([name, { count, oldestAt }]) => [
        backlogs[name] ?? words(name),
        `${count}`,
        oldestAt && [time(oldestAt), element("small", {}, age(oldestAt))],
    ]);
    return element("section", { "aria-labelledby": "lag" },
        element("h2", { id: "lag" }, "Lag"), table(["Waiting", "Count", "Oldest"], rows),
        Math.abs(clockSkew) > 1000 && element("p", { class: "notice warning" },
            `The clocks of this process and the database differ by ${Math.abs(clockSkew)} ms.`));
}

const age = (date) => `${duration((Date.now() - Date.parse(date)) / 1000)} ago`;

function deadLetterPart(lag, letters, reload) {
    const hidden = (lag.deadLetters?.count ?? 0) - letters.length;
    const titles = ["Customer", "No.", "Event", "Last error", "Given up", ""];
    return element("section", { "aria-labelledby": "dead-letters" },
        element("h2", { id: "dead-letters" }, "Dead letters"),
        letters.length
            ? table(titles, letters.map((one) => row(one, reload)))
            : element("p", { class: "quiet" }, "Nothing."),
        hidden > 0 && element("p", { class: "quiet" }, `${hidden} older ones are not shown.`));
}

function row(letter, reload) {
    const { customer, sequence, error, givenUpAt } = letter;
    return [
        customerLink(customer),
        `${sequence}`,
        eventText(letter),
        error,
        time(givenUpAt),
        replayButton(customer, sequence, reload),
    ];
}
