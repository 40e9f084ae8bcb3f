// The history of a subscription as a picture.

import { disclosure, element, svg } from "/page/dom.js";
import { date, day, status, words } from "/page/format.js";
import { nameOfProduct, now } from "/page/shared.js";

const shownSegments = 24;
const height = 92;
const [barTop, barHeight] = [18, 26];
const [issueTop, issueHeight] = [48, 16];
const axis = 72;
const letterWidth = 6.4;
const dayLength = 86_400_000;
const issues = ["grace", "retry"];

const titles = {
    period: "Paid period", trial: "Free trial", offer: "Offer", grace: "Grace period",
    retry: "Billing retry", expired: "Expired", refunded: "Refunded", upgraded: "Upgraded",
    owed: "Payments to come",
};

/** Makes the picture of a subscription, which fills the width that it gets. */
export function timeline(subscription) {
    const segments = [...subscription.timeline, ...owed(subscription)].map((segment) => ({
        ...segment,
        title: titleOf(segment, subscription),
        from: Date.parse(segment.start),
        // What has no end goes on.
        to: segment.end ? Date.parse(segment.end) : Math.max(now(), Date.parse(segment.start)),
    }));
    const picture = element("div", { class: "picture" });
    const label = summary(subscription, segments);
    new ResizeObserver(([{ contentRect }]) => {
        if (contentRect.width > 0) {
            picture.replaceChildren(draw(segments.slice(-shownSegments), contentRect.width, label));
        }
    }).observe(picture);
    return element("figure", { class: "timeline" }, picture, legend(segments), table(segments));
}

/** The rest of a commitment, unless a payment for it failed. */
function owed({ commitment, billingIssue, expirationDate, productID }) {
    const count = commitment && commitment.periodCount - commitment.periodNumber;
    return count > 0 && !billingIssue
        ? [{ kind: "owed", start: expirationDate, end: commitment.expirationDate, productID, count }]
        : [];
}

/** What a segment is called; of what a family shares, another member paid for the periods. */
function titleOf({ kind }, { ownership }) {
    return ownership !== "purchased" && kind === "period" ? "Shared period" : titles[kind] ?? words(kind);
}

function summary(subscription, segments) {
    const product = nameOfProduct(subscription.productID);
    const last = segments.at(-1);
    const { commitment } = subscription;
    return `Timeline of ${product}: ${status(subscription)[0]}, `
        + (commitment
            ? `payment ${commitment.periodNumber} of ${commitment.periodCount}, ` : "")
        + `${segments.length} parts`
        + (last ? `, the last one ${last.title} ${span(last)}.` : ".");
}

/** From when to when a segment is, in words. */
const span = ({ from, to, end }) => (
    end ? `from ${date(from)} to ${date(to)}` : `since ${date(from)}`
);

function draw(segments, width, label) {
    const present = now();
    const dates = segments.flatMap(({ from, to }) => [from, to]).concat(present);
    const start = Math.min(...dates);
    const length = Math.max(...dates) - start || dayLength;
    const x = (value) => 1 + ((value - start) / length) * (width - 2);
    return svg(
        "svg",
        { role: "img", "aria-label": label, width, height, viewBox: `0 0 ${width} ${height}` },
        ticks(start, start + length, x, width),
        segments.map((segment) => bar(segment, x)),
        nowLine(x(present), width),
    );
}

function bar(segment, x) {
    const isIssue = issues.includes(segment.kind);
    const [y, height] = isIssue ? [issueTop, issueHeight] : [barTop, barHeight];
    const left = x(segment.from);
    const width = Math.max(x(segment.to) - left - 1, 2);
    const title = fullTitle(segment);
    const text = textOf(segment);
    const fits = text.length * letterWidth + 8 < width;
    return svg(
        "g",
        { class: `segment ${segment.kind}` },
        svg("title", {}, `${title} ${span(segment)}`),
        svg("rect", { x: left, y, width, height, rx: 3 }),
        fits && svg("text", { x: left + 5, y: y + height / 2 + 4 }, text),
    );
}

/** The title, and the number of the payment of a commitment. */
function fullTitle({ title, paymentNumber }) {
    return paymentNumber ? `${title}, payment ${paymentNumber},` : title;
}

/** The text of a bar that is wide enough. */
function textOf({ kind, title, paymentNumber, count, productID }) {
    if (paymentNumber) return `${paymentNumber}`;
    if (count) return count === 1 ? "1 payment to come" : `${count} payments to come`;
    return kind === "period" ? nameOfProduct(productID) : title;
}

/** The steps between ticks: a unit of the calendar, how many, and how long that is in days. */
const steps = [
    ["Hours", 1, 1 / 24], ["Hours", 6, 1 / 4], ["Date", 1, 1], ["Date", 7, 7], ["Month", 1, 30],
    ["Month", 3, 91], ["FullYear", 1, 365], ["FullYear", 5, 1826], ["FullYear", 25, 9131],
];
const tickWidth = 90;

/** The starts of months in a range; if it is short or long, those of hours, days or years. */
function starts(from, to, width) {
    const days = (to - from) / dayLength;
    const fits = ([, count, length]) => (
        (days / length) * tickWidth <= width && !(count === 7 && days > 62)
    );
    const [unit, count] = steps.find(fits) ?? steps.at(-1);
    const place = startOf(new Date(from), unit, count);
    const found = [];
    for (; place <= to; place[`set${unit}`](place[`get${unit}`]() + count)) {
        if (place >= from) found.push(Number(place));
    }
    return [unit, found];
}

/** The start of the step that a date is in. */
function startOf(date, unit, count) {
    if (unit === "Hours") date.setHours(date.getHours() - (date.getHours() % count), 0, 0, 0);
    else date.setHours(0, 0, 0, 0);
    // Weeks begin on Monday.
    if (unit === "Date" && count === 7) date.setDate(date.getDate() - ((date.getDay() + 6) % 7));
    if (unit === "Month") date.setMonth(date.getMonth() - (date.getMonth() % count), 1);
    const year = date.getFullYear();
    if (unit === "FullYear") date.setFullYear(year - (year % count), 0, 1);
    return date;
}

const tickNames = {
    Hours: (value) => date(value).slice(11, 16),
    Date: day,
    Month: (value) => day(value).slice(0, 7),
    FullYear: (value) => day(value).slice(0, 4),
};

function ticks(from, to, x, width) {
    const [unit, places] = starts(from, to, width);
    return places.map((place) => {
        const left = x(place);
        const anchor = left < 30 ? "start" : left > width - 30 ? "end" : "middle";
        return svg(
            "g",
            { class: "tick" },
            svg("line", { x1: left, x2: left, y1: barTop, y2: axis }),
            svg("text", { x: left, y: axis + 14, "text-anchor": anchor }, tickNames[unit](place)),
        );
    });
}

function nowLine(x, width) {
    const anchor = x < 20 ? "start" : x > width - 20 ? "end" : "middle";
    return svg(
        "g",
        { class: "now" },
        svg("line", { x1: x, x2: x, y1: barTop - 4, y2: axis }),
        svg("text", { x, y: 11, "text-anchor": anchor }, "now"),
    );
}

function legend(segments) {
    const kinds = [...new Set(segments.map(({ kind }) => kind))];
    return element("ul", { class: "legend" }, kinds.map((kind) => element(
        "li",
        {},
        svg("svg", { class: `segment ${kind}`, width: 12, height: 12, "aria-hidden": "true" },
            svg("rect", { width: 12, height: 12, rx: 3 })),
        segments.find((segment) => segment.kind === kind).title,
    )));
}

/** The same in words, and all of it. */
function table(segments) {
    const head = ["Part", "From", "To", "Product"].map((title) => (
        element("th", { scope: "col" }, title)
    ));
    return disclosure("Timeline as a table", element(
        "table",
        {},
        element("thead", {}, element("tr", {}, head)),
        element("tbody", {}, segments.map((segment) => element(
            "tr",
            {},
            element("td", {}, segment.title,
                segment.paymentNumber ? `, payment ${segment.paymentNumber}` : ""),
            element("td", {}, date(segment.from)),
            element("td", {}, segment.end ? date(segment.to) : ""),
            element("td", {}, nameOfProduct(segment.productID)),
        ))),
    ));
}
