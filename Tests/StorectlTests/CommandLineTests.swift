import AppReceipt
import Foundation
import StrictJSON
import Testing

@testable import storectl

@Suite("The command line", .timeLimit(.minutes(10)))
struct CommandLineTests {
    let trial: Trial

    init() throws {
        trial = try Trial()
    }

    @Test("The help names every command and the exit codes")
    func help() {
        let outcome = trial.run("--help")
        #expect(outcome.status == .success && outcome.errors.isEmpty)
        #expect(outcome.output.contains("66  There is no such file."))
        let commands = [
            "products", "buy", "transactions", "subscriptions", "customers", "family", "seats",
            "finish",
            "approve", "decline", "refund", "request-refund", "decline-refund", "reverse-refund",
            "refund-requests", "renew", "expire", "resolve-issue", "consent", "auto-renew",
            "choose-to-cancel", "advance", "receipt", "jws", "offer", "trigger", "notify",
            "retention", "settings", "check", "faults", "snapshot", "restore", "reset", "scenario",
            "serve", "exec", "listen",
        ]
        for command in commands {
            #expect(outcome.output.contains("\n  \(command) "))
            #expect(trial.run(command, "--help").output.contains("--help"))
        }
    }

    @Test("The help of a command is complete")
    func commandHelp() {
        #expect(
            trial.run("refund", "--help").output == """
                OVERVIEW: Refunds a purchase, or seats of a subscription, as the App Store's
                support does.

                Seats are those of the transaction, then of the newest others of its period.

                USAGE: storectl refund <id> [--reason <reason>] [--seats <seats>] \
                [--config <path>] [--store <path>] [--customer <name>] [--bundle-id <identifier>] \
                [--json]

                ARGUMENTS:
                  <id>                    The number of the transaction.

                OPTIONS:
                  --reason <reason>       Why it is refunded. (values: other, developerIssue;
                                          default: other)
                  --seats <seats>         The number of seats to refund; by default all of the
                                          transaction.
                  --config <path>         The .storekit file. (default: $STOREKIT_CONFIGURATION)
                  --store <path>          The ledger. (default: $STOREKIT_STORE, or that of the
                                          app)
                  --customer <name>       The customer. (default: $STOREKIT_CUSTOMER, or the
                                          first)
                  --bundle-id <identifier>
                                          The app. (default: $STOREKIT_BUNDLE_IDENTIFIER, or
                                          the app that last used the ledger)
                  --json                  Write one JSON document.
                  --version               Show the version.
                  -h, --help              Show help information.

                """
        )
    }

    @Test("The version is that of the change log")
    func version() throws {
        #expect(trial.run("--version").output == Storectl.version + "\n")
        let log = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("CHANGELOG.md")
        let text = try String(contentsOf: log, encoding: .utf8)
        #expect(text.contains("\n## \(Storectl.version) ("))
    }

    @Test("What is missing is named with what to do", arguments: ["CONFIGURATION", "STORE"])
    func missing(variable: String) {
        let environment = ["STOREKIT_\(variable)": "", "STOREKIT_BUNDLE_IDENTIFIER": ""]
        let outcome = trial.run("transactions", environment: environment)
        #expect(outcome.status == .usage)
        #expect(outcome.errors.contains("or set STOREKIT_\(variable)."))
    }

    @Test(
        "What was probably meant is suggested",
        arguments: [
            (["buy", "colns"], "Did you mean coins? storectl products lists the products."),
            (["renew", "monthyl"], "Did you mean monthly? storectl products lists the products."),
            (["transctions"], "Did you mean transactions?"),
            (
                ["settings", "set", "failRenewals", "on"],
                "Did you mean failsRenewals? The settings are"
            ),
            (
                ["buy", "coins", "--customer", "custommer"],
                "Did you mean customer? storectl customers"
            ),
            (
                ["trigger", "DID_RENEVV"],
                "Did you mean DID_RENEW? Events lead to ONE_TIME_CHARGE, "
            ),
            (["offer", "sign", "monthly", "loyla"], "Did you mean loyal? It has loyal."),
        ]
    )
    func suggestions(arguments: [String], suggestion: String) {
        let outcome = trial.run(list: arguments)
        #expect(outcome.status == .refused || outcome.status == .usage)
        #expect(outcome.errors.contains(suggestion))
    }

    @Test(
        "An unknown command or option is named, with the nearest or with all",
        arguments: [
            (["transctions", "--json"], "no command transctions of storectl", "transactions?"),
            (["help", "transctions"], "no command transctions of storectl", "transactions?"),
            (["help", "family", "jion"], "no command jion of storectl family", "mean join?"),
            (["help", "buy", "coins"], "storectl buy has no commands", "."),
            (["family", "jion", "ben"], "no command jion of storectl family", "mean join?"),
            (["family", "divorce"], "no command divorce", "are join, leave, share, ask-to-buy."),
            (["version"], "no command version of storectl", "mean --version?"),
            (["frobnicate"], "no command frobnicate", "are products, buy, transactions,"),
            (["refund", "--resaon", "other", "1"], "no option --resaon of", "mean --reason?"),
            (["transactions", "--prodct=coins"], "no option --prodct of", "mean --product?"),
            (["buy", "coins", "--frob"], "no option --frob of storectl buy", "buy --help lists"),
        ]
    )
    func unknownWords(arguments: [String], message: String, advice: String) throws {
        let outcome = trial.run(list: arguments)
        #expect(outcome.status == .usage)
        #expect(outcome.errors.contains(message) && outcome.errors.contains(advice))
        let json = trial.run(list: arguments + ["--json"])
        #expect(json.status == .usage)
        let error = try JSONParser.object(in: Array(json.errors.utf8))["error"]
        #expect(JSONNode(error ?? .null).memberNames.contains("message"))
    }

    @Test("Words after -- are not judged")
    func terminator() {
        let outcome = trial.run("buy", "--", "--frob")
        #expect(outcome.errors.contains("no product --frob"))
    }

    @Test(
        "A value of another form is refused with the forms",
        arguments: [
            (["advance", "30"], "a number and a unit, s, m, h, d, w, mo or y, such as 30d"),
            (["advance", "--to", "tomorrow"], "such as 2027-01-31T12:00:00Z"),
            (["buy", "monthly", "--offer", "spring"], "promotional:ID, code:NAME or winBack:ID"),
            (["transactions", "--state", "sold"], "'purchased', 'failed', 'deferred'"),
            (["notify", "to", "nowhere"], "an http or https URL"),
            (["trigger", "A.B.C"], "TYPE or TYPE.SUBTYPE"),
            (["buy", "coins", "--account-token", "ben"], "a UUID"),
        ]
    )
    func forms(arguments: [String], form: String) throws {
        let outcome = trial.run(list: arguments)
        #expect(outcome.status == .usage)
        #expect(outcome.errors.contains(form), "\(outcome.errors)")
        let json = trial.run(list: arguments + ["--json"])
        #expect(json.errors.contains(#""code": "usage""#) && json.errors.contains(form))
    }

    @Test(
        "A command that reads refuses a ledger that is not there",
        arguments: [
            ["transactions"], ["subscriptions"], ["customers"], ["refund-requests"],
            ["notify", "list"], ["settings", "show"], ["receipt", "show"], ["refund", "1"],
            ["renew", "monthly"], ["family", "leave"], ["reset", "--yes"], ["listen"],
            ["jws", "export", "transaction", "1"], ["snapshot", "copy"],
        ]
    )
    func noLedger(arguments: [String]) {
        let path = trial.path("new/shp.ledger")
        let outcome = trial.run(list: arguments + ["--store", path])
        #expect(outcome.status == .missingFile)
        #expect(outcome.errors.hasPrefix("storectl: There is no ledger \(path).\n"))
        #expect(!FileManager.default.fileExists(atPath: trial.path("new")))
    }

    @Test("A command that makes a ledger says so once")
    func newLedger() throws {
        let path = trial.path("new/shop.ledger")
        let first = trial.run("buy", "coins", "--store", path)
        #expect(first.errors == "storectl: Made the ledger \(path).\n")
        #expect(trial.run("buy", "coins", "--store", path).errors.isEmpty)
        let json = trial.run("customers", "--add", "ben", "--json", "--store", trial.path("b"))
        #expect(json.errors.contains(#""message": "Made the ledger "#))
        let steps = #"{"steps": []}"#
        let scenario = trial.run("scenario", "-", "--store", trial.path("c"), input: steps)
        #expect(scenario.errors.hasPrefix("storectl: Made the ledger "))
    }

    @Test("Nothing is suggested for a name that is like no other")
    func noSuggestion() {
        #expect(!trial.run("buy", "submarine").errors.contains("Did you mean"))
        #expect(!trial.run("renew", "monthly").errors.contains("Did you mean"))
        #expect(!trial.run("buy").errors.contains("Did you mean"))
    }

    @Test("With --json, errors are JSON on standard error")
    func errorsInJSON() throws {
        let refused = trial.run("buy", "colns", "--json")
        #expect(refused.output.isEmpty)
        #expect(
            refused.errors == """
                {
                  "error": {
                    "code": "refused",
                    "message": "The store has no product colns",
                    "suggestion": "Did you mean coins? storectl products lists the products."
                  }
                }

                """
        )
        let usage = trial.run("buy", "--json")
        #expect(usage.status == .usage)
        #expect(usage.errors.contains(#""code": "usage""#))
        #expect(usage.errors.contains(#""message": "Missing expected argument"#))
        #expect(trial.run("--help", "--json").output.hasPrefix("OVERVIEW"))
    }

    @Test("Options come before the environment")
    func options() throws {
        let nothing = ["STOREKIT_CONFIGURATION": "", "STOREKIT_STORE": ""]
        let options = ["--config", trial.path("Shop.storekit"), "--store", trial.path("b.ledger")]
        #expect(
            trial.run(list: ["buy", "level"] + options, environment: nothing).status == .success
        )
        let other = trial.run(list: ["transactions", "--json"] + options)
        #expect(other.value("transactions", "0") != nil)
        #expect(trial.run("transactions", "--json").value("transactions", "0") == nil)
    }

    @Test("Without a path, the ledger is that of the app")
    func appLedger() {
        let environment = ["STOREKIT_STORE": "", "XDG_DATA_HOME": trial.path("data")]
        trial.run("buy", "level", "--bundle-id", "a.b", environment: environment)
        let ledger = trial.path("data/a.b/AppStore.ledger")
        #expect(FileManager.default.fileExists(atPath: ledger))
    }

    @Test("A configuration that is missing or wrong has its status, and no ledger is made")
    func configuration() throws {
        let trial = try Trial(hasLedger: false)
        #expect(trial.run("products", "--config", trial.path("nowhere")).status == .missingFile)
        try trial.write("{", to: "Shop.storekit")
        let outcome = trial.run("products")
        #expect(outcome.status == .malformedFile)
        #expect(outcome.errors.hasPrefix("storectl: Shop.storekit"))
        #expect(!FileManager.default.fileExists(atPath: trial.path("shop.ledger")))
    }

    @Test("A ledger that is something else is named, with what to do")
    func ledger() {
        let outcome = trial.run("products", "--store", trial.path("Shop.storekit"))
        #expect(outcome.status == .malformedFile)
        #expect(outcome.errors.contains("is not a store's ledger"))
        #expect(outcome.errors.contains("\n  Name another file"))
        let folder = trial.run("buy", "level", "--store", "/proc/nowhere/ledger")
        #expect(folder.status == .failed)
    }

    @Test("Colours are for terminals that have them")
    func colors() {
        trial.run("buy", "level")
        let colored = trial.run("transactions", isTerminal: true).output
        #expect(colored.contains("\u{1B}[32mpurchased\u{1B}[0m"))
        let plain = trial.run("transactions").output
        #expect(!plain.contains("\u{1B}"))
        for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
            let outcome = trial.run("transactions", environment: environment, isTerminal: true)
            #expect(outcome.output == plain)
        }
        let error = trial.run("buy", "gold", isTerminal: true)
        #expect(error.errors.hasPrefix("\u{1B}[31mstorectl:\u{1B}[0m "))
    }

    @Test(
        "Output that cannot be written fails a command",
        .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/full"))
    )
    func fullDisk() async {
        await #expect(processExitsWith: .exitCode(70)) {
            dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO)
            Foundation.exit(Storectl.run(["--version"]).code)
        }
    }

    @Test(
        "Errors that cannot be written do not change how a command ends",
        .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/full"))
    )
    func lostErrors() async {
        await #expect(processExitsWith: .exitCode(64)) {
            dup2(open("/dev/full", O_WRONLY), STDERR_FILENO)
            Foundation.exit(Storectl.run(["bye"]).code)
        }
    }

    @Test(
        "Products are completed from the file of the option, or that of the environment",
        arguments: [["buy", "--", "positional@0"], ["transactions", "--", "--product"]]
    )
    func productCompletions(request: [String]) throws {
        func products(_ words: String...) -> [Substring] {
            let command = ["---completion"] + request + ["2", "0", "storectl"] + words
            let outcome = trial.run(list: command)
            #expect(outcome.status == .success && outcome.errors.isEmpty)
            // A line with a space is for zsh.
            return outcome.output.split(separator: "\n").filter { $0 != " " }
        }
        #expect(products("") == ["coins", "level", "monthly"])
        try trial.write(
            #"{"products": [{"productID": "gem", "type": "Consumable", "displayPrice": "1"}]}"#,
            to: "Gems.storekit"
        )
        #expect(products("--config", trial.path("Gems.storekit"), "") == ["gem"])
        #expect(products("--config", trial.path("nowhere"), "").isEmpty)
    }

    @Test("The environment names the customer, unless an option does")
    func customerOfEnvironment() {
        trial.run("customers", "--add", "ben")
        let ben = ["STOREKIT_CUSTOMER": "ben"]
        let bought = trial.run("buy", "coins", "--json", environment: ben)
        #expect(bought.value("transaction", "customer") == .string("ben"))
        let first = trial.run("buy", "coins", "--customer", "customer", "--json", environment: ben)
        #expect(first.value("transaction", "customer") == .string("customer"))
        // Without a name, the transaction has the customer.
        #expect(trial.run("finish", "2", environment: ben).status == .refused)
        #expect(trial.run("finish", "2", environment: ["STOREKIT_CUSTOMER": ""]).status == .success)
    }

    @Test("Completions know commands and products", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) {
        let outcome = trial.run("--generate-completion-script", shell)
        #expect(outcome.status == .success)
        #expect(outcome.output.contains("auto-renew"))
        #expect(outcome.output.contains("developerIssue"))
    }
}
