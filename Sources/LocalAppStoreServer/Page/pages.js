// The rows of a list, loaded page by page.

import { get } from "/page/api.js";
import { button } from "/page/dom.js";
import { problem } from "/page/notices.js";

const largestPage = 500;

export class Pages {
    /**
     * @param name The name of the list in the control API.
     * @param size The number of rows that are loaded at once.
     * @param below The place of "Load more" and of errors.
     * @param query Returns the parameters of the list, beside those of a page.
     * @param show Shows the rows.
     */
    constructor(name, size, below, query, show) {
        Object.assign(this, { name, size, below, query, show, rows: [], next: null, run: 0 });
        this.more = button("Load more", () => this.loadMore());
        new IntersectionObserver(([entry]) => entry.isIntersecting && this.loadMore())
            .observe(this.more);
    }

    /** Loads the rows anew, as many as there are; after `clear`, as many as at first. */
    async load() {
        const run = ++this.run;
        await this.take(run, async () => {
            const wanted = Math.max(this.rows.length, this.size);
            const found = [];
            let next = null;
            do {
                const limit = Math.min(wanted - found.length, largestPage);
                const page = await this.fetch(next, limit);
                found.push(...page.rows);
                next = page.next ?? null;
            } while (next !== null && found.length < wanted);
            return { rows: found, next };
        });
    }

    async loadMore() {
        if (this.next === null || this.more.ariaBusy === "true") return;
        this.more.ariaBusy = "true";
        await this.take(this.run, async () => {
            const { rows, next } = await this.fetch(this.next, this.size);
            return { rows: [...this.rows, ...rows], next };
        });
        this.more.ariaBusy = null;
    }

    /** Shows nothing of what is being loaded. */
    stop() {
        this.run += 1;
    }

    clear() {
        this.rows = [];
    }

    async fetch(before, limit) {
        const page = await get(`/${this.name}`, { ...this.query(), before, limit });
        return { rows: page[this.name], next: page.next };
    }

    /** Shows what was fetched, unless the rows were loaded anew meanwhile. */
    async take(run, fetch) {
        try {
            const { rows, next = null } = await fetch();
            if (run !== this.run) return;
            Object.assign(this, { rows, next });
            this.below.replaceChildren(...(next === null ? [] : [this.more]));
            this.show(rows);
        } catch (error) {
            if (run !== this.run) return;
            this.below.replaceChildren(problem(error, () => this.load()));
        }
    }
}
