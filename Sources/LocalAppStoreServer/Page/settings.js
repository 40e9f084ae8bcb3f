// The settings of the store, each of which is saved as soon as it is changed.

import { get, patch, post } from "/page/api.js";
import { button, element, renew } from "/page/dom.js";
import { ask, field, input, select } from "/page/forms.js";
import { words } from "/page/format.js";
import { members } from "/page/documents.js";
import { announce, perform, problem } from "/page/notices.js";
import { shared } from "/page/shared.js";

const timeRates = [
    "realTime", "oneHourIsOneDay", "thirtyMinutesIsOneDay", "fiveMinutesIsOneDay",
    "oneMinuteIsOneDay", "thirtySecondsIsOneDay", "oneSecondIsOneDay", "monthlyRenewalEveryHour",
    "monthlyRenewalEveryThirtyMinutes", "monthlyRenewalEveryFifteenMinutes",
    "monthlyRenewalEveryFiveMinutes", "monthlyRenewalEveryThirtySeconds",
    "oneRenewalEveryFifteenMinutes", "oneRenewalEveryFiveMinutes", "oneRenewalEveryMinute",
    "oneRenewalEveryThirtySeconds", "oneRenewalEveryTenSeconds", "oneRenewalEveryTwoSeconds",
];
const environments = ["Production", "Sandbox", "Xcode"];
const graceDays = [3, 16, 28];

/** The titles of the settings, in groups. */
const groups = {
    Store: {
        storefront: "Storefront", localeIdentifier: "Locale", timeRate: "Time rate",
        environment: "Environment",
        appAppleID: "Apple ID of the app in production",
        sharedSecret: "Shared secret of verifyReceipt",
        plannedResponse: "Planned response of verifyReceipt",
        bytesPerSecond: "Bytes per second of downloads",
    },
    Purchases: {
        allowsPayments: "Payments are allowed", isAskToBuyEnabled: "Ask to buy",
        interruptsPurchases: "Interrupt purchases", failsTransactions: "Purchases fail",
        failureCode: "Error code of failures", disablesDialogs: "No dialogs",
    },
    Renewals: {
        failsRenewals: "Billing of renewals fails", allowsGracePeriod: "Grace period",
        gracePeriodLength: "Days of grace",
    },
};

/** The types of the settings that need not have a value, and are missing then. */
const optional = { appAppleID: "number", sharedSecret: "string", plannedResponse: "object" };

export function makeSettings() {
    const place = element("div");
    const reset = button("Clear all purchases…", askToReset, { class: "danger" });
    const root = element("div", { class: "narrow" }, place);

    async function load() {
        try {
            const settings = await get("/settings");
            const named = new Set(Object.values(groups).flatMap(Object.keys));
            const rest = Object.keys(settings).filter((name) => !named.has(name));
            const others = Object.fromEntries(rest.map((name) => [name, words(name)]));
            const all = Object.entries({ ...groups, Others: others });
            renew(
                place,
                all.map(([title, names]) => group(title, names, settings)),
                about(),
                element("div", { class: "buttons" }, reset),
            );
        } catch (error) {
            place.replaceChildren(problem(error, load));
        }
    }

    return {
        title: "Settings",
        root,
        show: load,
        notify: (kind) => kind === "change" || kind === "notification" || load(),
    };
}

function group(title, names, settings) {
    const rows = Object.entries(names).filter(([name]) => (
        name in settings || name in optional
    ));
    return rows.length > 0 && element(
        "fieldset",
        {},
        element("legend", {}, title),
        rows.map(([name, title]) => setting(name, title, settings[name])),
    );
}

function setting(name, title, value) {
    const control = controlOf(name, value);
    control.addEventListener("change", () => perform(control, async () => {
        await patch("/settings", { [name]: read(name, control, value) });
        announce(`${title}: saved.`);
    }));
    return element("div", { class: "setting", "data-errors": true }, field(title, control));
}

function controlOf(name, value) {
    if (name === "timeRate") {
        return select(name, timeRates.map((rate) => [rate, words(rate)]), value);
    }
    if (name === "environment") return select(name, environments, value);
    if (name === "gracePeriodLength") return select(name, graceDays, value);
    if (typeof value === "boolean") {
        const control = element("input", { type: "checkbox", name });
        control.checked = value;
        return control;
    }
    const type = optional[name] ?? typeof value;
    const control = input(name, {
        type: type === "number" ? "number" : "text",
        placeholder: name === "plannedResponse" && '{"status": 21005}',
    });
    control.value = type === "object" && value ? JSON.stringify(value) : value ?? "";
    return control;
}

/** The value of a control, in the type of the setting; null for one that is not there. */
function read(name, control, value) {
    if (!control.checkValidity()) throw new Error(control.validationMessage);
    const type = optional[name] ?? typeof value;
    if (type === "boolean") return control.checked;
    if (control.value === "" && (name in optional || type === "number")) return null;
    if (type === "number") return Number(control.value);
    return type === "object" ? JSON.parse(control.value) : control.value;
}

function about() {
    const { credentials = {}, ...store } = shared.store;
    const { bundleIdentifier, version, environment, ledger, entitlementService } = store;
    return element(
        "fieldset",
        {},
        element("legend", {}, "This store"),
        members({
            bundleIdentifier, version, environment, ledger, entitlementService, ...credentials,
        }),
    );
}

function askToReset() {
    ask({
        title: "Clear all purchases?",
        children: [element("p", {}, "The ledger forgets the purchases of every customer.")],
        action: "Clear",
        look: "danger",
        async work() {
            await post("/reset");
            announce("All purchases are cleared.");
        },
    });
}
