// The keyboard.

import { element } from "/page/dom.js";
import { ask } from "/page/forms.js";

const help = [
    ["/", "Search"], ["j or ↓", "Next row"], ["k or ↑", "Row before"], ["Enter", "Open"],
    ["Escape", "Close"], ["b", "Buy"], ["1 to 7", "Views"], ["?", "These keys"],
];

/** Listens to keys; the view that is shown may have a search and panes. */
export function listenToKeys(currentView, showView, buy) {
    document.addEventListener("keydown", (event) => {
        const { key, target } = event;
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (document.querySelector("dialog[open]")) return;
        const { search, panes } = currentView();
        if (key === "Escape") return leave(target, panes);
        if (target.closest("input, select, textarea")) return;
        const isArrow = key === "ArrowDown" || key === "ArrowUp";
        if (isArrow && target !== document.body && !panes?.list.contains(target)) return;
        const actions = {
            "/": search && (() => search.focus()),
            "?": showHelp,
            b: buy,
            j: panes && (() => panes.move(1)),
            k: panes && (() => panes.move(-1)),
        };
        actions.ArrowDown = actions.j;
        actions.ArrowUp = actions.k;
        const action = actions[key] ?? (/^[1-7]$/.test(key) && (() => showView(Number(key) - 1)));
        if (!action) return;
        event.preventDefault();
        action();
    });
}

function leave(target, panes) {
    if (panes?.isOpen) panes.leave();
    else target.blur();
}

function showHelp() {
    ask({
        title: "Keys",
        children: [element("dl", { class: "keys" }, help.map(([key, title]) => [
            element("dt", {}, element("kbd", {}, key)),
            element("dd", {}, title),
        ]))],
    });
}
