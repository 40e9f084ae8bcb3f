import Foundation
import LocalAppStore
import StrictJSON
import Testing

@testable import storectl

@Suite("Settings and files", .timeLimit(.minutes(10)))
struct SettingTests {
    let trial: Trial

    init() throws {
        trial = try Trial()
    }

    @Test("Every setting is shown with its meaning and its value, if it has one")
    func showing() {
        #expect(
            trial.run("settings", "show", "--json").output == """
                {
                  "allowsGracePeriod": false,
                  "allowsPayments": true,
                  "bytesPerSecond": 1000000,
                  "disablesDialogs": false,
                  "environment": "Sandbox",
                  "failsRenewals": false,
                  "failsTransactions": false,
                  "failureCode": 0,
                  "gracePeriodLength": 16,
                  "interruptsPurchases": false,
                  "invitationManagement": "APPLE",
                  "isAskToBuyEnabled": false,
                  "localeIdentifier": "en_US",
                  "storefront": "USA",
                  "timeRate": "realTime"
                }

                """
        )
        let lines = trial.run("settings", "show").output.split(separator: "\n")
        #expect(lines.count == 19)
        #expect(
            lines[1]
                == "storefront            USA       country of the App Store, ISO 3166-1 alpha-3"
        )
    }

    @Test(
        "Every setting is changed",
        arguments: [
            ("storefront", "DEU"), ("localeIdentifier", "de_DE"), ("allowsPayments", "off"),
            ("isAskToBuyEnabled", "on"), ("interruptsPurchases", "on"),
            ("failsTransactions", "on"), ("failureCode", "3"), ("disablesDialogs", "on"),
            ("bytesPerSecond", "5000"), ("timeRate", "oneSecondIsOneDay"), ("failsRenewals", "on"),
            ("allowsGracePeriod", "on"), ("gracePeriodLength", "28"), ("environment", "Xcode"),
            ("sharedSecret", "hush"), ("plannedResponse", "21005"),
            ("plannedResponse", #"{"isRetryable":true,"status":21100}"#),
            ("appAppleID", "1234"), ("invitationManagement", "DEVELOPER"),
        ]
    )
    func changing(name: String, value: String) throws {
        let outcome = trial.run("settings", "set", name, value)
        #expect(outcome.status == .success)
        let shown = trial.run("settings", "show", "--json").value(name)
        #expect(shown?.plainText == value)
        #expect(Setting.all.contains { $0.name == name })
    }

    @Test("Another word for a switch is good, and none removes a value")
    func words() {
        trial.run("settings", "set", "failsRenewals", "true")
        trial.run("settings", "set", "sharedSecret", "hush")
        trial.run("settings", "set", "sharedSecret", "none")
        let settings = trial.run("settings", "show", "--json")
        #expect(settings.value("failsRenewals") == .bool(true))
        #expect(settings.value("sharedSecret") == nil)
    }

    @Test(
        "A wrong value is named with what it can be",
        arguments: [
            ("failsRenewals", "maybe", #"failsRenewals: expected on or off, but found "maybe"."#),
            ("storefront", "Mars", #"storefront: expected a code such as USA or DEU, but found "#),
            ("localeIdentifier", "", "localeIdentifier: expected a non-empty string"),
            ("gracePeriodLength", "5", "expected 3, 16 or 28, but found 5."),
            ("timeRate", "fast", #"expected one of "realTime", "#),
            ("failureCode", "-1", "expected an integer from 0 to 2147483647, but found -1."),
            ("color", "red", "There is no setting color"),
            ("plannedResponse", "-1", "plannedResponse.status: expected an integer from 0"),
            ("plannedResponse", "soon", #"plannedResponse: expected an object, but found "soon"."#),
            ("plannedResponse", "{}", "plannedResponse.status: expected an integer from 0"),
            ("plannedResponse", #"{"status":"21100"}"#, "plannedResponse.status: expected an"),
            ("plannedResponse", #"{"status":1,"isRetryable":1}"#, "isRetryable: expected true"),
            ("plannedResponse", #"{"status":1,"retry":true}"#, "retry: unknown member; expected"),
        ]
    )
    func wrongValues(name: String, value: String, expected: String) {
        let outcome = trial.run("settings", "set", name, "--", value)
        #expect(outcome.status == .usage)
        #expect(outcome.errors.contains(expected))
    }

    @Test("A plan's faults are shown before an app runs with it")
    func faults() throws {
        let rule = #"{"point": "payment", "failure": "networkDown", "frequency": {"first": 2}}"#
        try trial.write(#"{"seed": 7, "rules": [\#(rule)]}"#, to: "plan.json")
        #expect(
            trial.run("faults", trial.path("plan.json")).output == """
                seed    7
                rule 1  payment: networkDown, first 2

                POINT    EVENT  FAILURE
                payment      1  networkDown
                payment      2  networkDown

                """
        )
        let plan = ["STOREKIT_FAULTS": trial.path("plan.json"), "STOREKIT_FAULT_SEED": "9"]
        let named = trial.run("faults", "--events", "1", "--json", environment: plan)
        #expect(named.value("seed") == .number("9"))
        #expect(named.value("events", "payment") == .array([.string("networkDown")]))
        #expect(trial.run("faults").status == .usage)
        #expect(trial.run("faults", trial.path("nowhere")).status == .missingFile)
        try trial.write(#"{"seed": 7, "rules": [{"point": "moon"}]}"#, to: "plan.json")
        let wrong = trial.run("faults", trial.path("plan.json"))
        #expect(wrong.status == .malformedFile)
        let place = "\(trial.path("plan.json")), rules[0].point"
        #expect(wrong.errors.hasPrefix("storectl: \(place): expected one of \"productRequest\", "))
        try trial.write(#"{"seed": 7, "rules": [], "rules": []}"#, to: "plan.json")
        let twice = trial.run("faults", trial.path("plan.json"))
        #expect(twice.errors.contains("rules: not JSON at line 1, column 26: expected the key"))
        try trial.write(#"{"seed": 7, "rules": []}"#, to: "plan.json")
        let seed = trial.run(
            "faults",
            trial.path("plan.json"),
            environment: ["STOREKIT_FAULT_SEED": "nine"]
        )
        #expect(seed.status == .malformedFile)
    }

    @Test("Faults are in the order of points and events, and none is a sentence or null")
    func faultTable() throws {
        let rules = [
            #"{"point": "payment", "failure": "networkDown", "frequency": {"nth": 3}}"#,
            #"{"point": "productRequest", "failure": {"slow": 5}, "frequency": {"every": 2}}"#,
        ]
        let plan = #"{"seed": 7, "rules": [\#(rules.joined(separator: ", "))]}"#
        let few = trial.run("faults", "-", "--events", "1", input: plan).output
        #expect(few.hasSuffix("\n\nNo fault occurs in the first 1 events of any point.\n"))
        let table = trial.run("faults", "-", "--events", "3", input: plan).output
        #expect(
            table == """
                seed    7
                rule 1  payment: networkDown, number 3
                rule 2  productRequest: slow 5.0 s, every 2

                POINT           EVENT  FAILURE
                productRequest      2  slow 5.0 s
                payment             3  networkDown

                """
        )
        let json = trial.run("faults", "-", "--events", "2", "--json", input: plan)
        #expect(json.value("events", "payment") == .array([.null, .null]))
        #expect(json.value("events", "productRequest") == .array([.null, .string("slow 5.0 s")]))
        #expect(json.value("rules", "0") == .string("payment: networkDown, number 3"))
        for count in ["0", "1001"] {
            let outcome = trial.run("faults", "-", "--events", count, input: plan)
            #expect(outcome.status == .usage && outcome.errors.contains("Show 1 to 1000 events."))
        }
    }

    @Test("A snapshot brings back what was bought")
    func snapshot() {
        trial.run("buy", "level")
        let file = trial.path("saved.ledger")
        #expect(trial.run("snapshot", file).output == "The snapshot is in \(file).\n")
        let json = trial.run("snapshot", file, "--json").json
        #expect(json == .object(["snapshot": .string(file)]))
        trial.run("receipt", "export")
        let written = trial.run("snapshot", file)
        #expect(written.output == "The snapshot is in \(file), the keys in \(file)-receipts.\n")
        trial.run("buy", "coins")
        let unasked = trial.run("restore", file)
        #expect(unasked.status == .usage && unasked.errors.contains("--yes"))
        #expect(trial.run("restore", file, isTerminal: true, input: "n").status == .refused)
        let ledger = JSONValue.string(trial.path("shop.ledger"))
        let restored = trial.run("restore", file, "--yes", "--json").json
        #expect(restored == .object(["restored": ledger]))
        let products = trial.run("transactions", "--json").value("transactions")
        #expect(
            products
                == trial.run("transactions", "--product", "level", "--json").value("transactions")
        )
    }

    @Test("A ledger that is open is not restored, nor from what is no snapshot")
    func restoring() throws {
        trial.run("buy", "level")
        trial.run("snapshot", trial.path("saved.ledger"))
        let store = try trial.store()
        let busy = trial.run("restore", trial.path("saved.ledger"), "--yes")
        #expect(busy.status == .failed)
        #expect(busy.errors.contains("End the process"))
        #expect(try store.entries().count == 1)
        let foreign = trial.run("restore", trial.path("Shop.storekit"), "--yes")
        #expect(foreign.status == .malformedFile)
        #expect(trial.run("restore", trial.path("nowhere"), "--yes").status == .missingFile)
        #expect(trial.run("snapshot", trial.path("Shop.storekit")).status == .malformedFile)
    }

    @Test("A reset leaves a store of production what it is, and removes all notifications")
    func resetOfProduction() throws {
        trial.run("settings", "set", "environment", "Production")
        trial.run("settings", "set", "appAppleID", "1234")
        trial.run("settings", "set", "sharedSecret", "hush")
        try trial.store().notifications.updateSettings {
            $0.isRecording = true
            $0.url = URL(string: "http://127.0.0.1:9/")
        }
        trial.run("buy", "coins")
        try trial.store().notifications.requestTest()
        #expect(trial.run("reset", "--yes").status == .success)
        let store = try trial.store()
        #expect(try store.notifications.history().isEmpty)
        #expect(try store.notifications.nextDate() == nil)
        #expect(try store.receiptSettings.environment == .production)
        #expect(try store.receiptSettings.appleIdentifier == 1234)
        #expect(try store.receiptSettings.sharedSecret == nil)
        #expect(try store.notifications.settings.url != nil)
    }

    @Test("A reset removes all customers' transactions and the settings, if it is confirmed")
    func reset() throws {
        trial.run("buy", "level")
        trial.run("customers", "--add", "ben")
        trial.run("buy", "level", "--customer", "ben")
        trial.run("settings", "set", "storefront", "DEU")
        #expect(trial.run("reset").status == .usage)
        let refused = trial.run("reset", isTerminal: true, input: "no")
        #expect(refused.status == .refused)
        #expect(refused.errors.contains("Nothing was changed."))
        #expect(
            trial.run("transactions", "--all-customers", "--json").value("transactions", "1") != nil
        )
        #expect(trial.run("reset", isTerminal: true, input: "y").status == .success)
        #expect(trial.run("transactions", "--all-customers").output == "No transactions.\n")
        #expect(try trial.store().settings.storefront == "USA")
        #expect(trial.run("reset", "--yes", "--json").value("reset") != nil)
    }
}
