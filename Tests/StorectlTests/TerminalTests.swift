import Foundation
import LocalAppStore
import StrictJSON
import Testing

@testable import storectl

@Suite("On a terminal", .timeLimit(.minutes(10)))
struct TerminalTests {
    private let trial: Trial

    init() throws {
        trial = try Trial()
    }

    private var colored: TextStyle {
        var console = Console.current
        console.isOutputTerminal = true
        console.environment = [:]
        return TextStyle(console)
    }

    @Test(
        "A state has the colour of its kind",
        arguments: [
            ("purchased", 32), ("subscribed", 32), ("inGracePeriod", 32), ("deferred", 33),
            ("inBillingRetryPeriod", 33), ("refundRequested", 33), ("failed", 31),
            ("refunded", 31), ("revoked", 31), ("expired", 31),
        ]
    )
    func states(word: String, code: Int) {
        #expect(colored.state(word) == "\u{1B}[\(code)m\(word)\u{1B}[0m")
    }

    @Test("A word without a colour and an empty one stay as they are")
    func plainWords() {
        #expect(colored.state("upgraded") == "upgraded")
        #expect(colored.bold("").isEmpty)
    }

    @Test("A list has dim names, and aligns values behind wide ones")
    func lists() {
        let list = colored.list([("日本", "1"), ("id", "2")])
        #expect(list == "\u{1B}[2m日本\u{1B}[0m  1\n\u{1B}[2mid\u{1B}[0m    2\n")
    }

    @Test(
        "Output and errors have colours only where they go to a terminal",
        arguments: [(true, false), (false, true)]
    )
    func streams(isOutput: Bool, isError: Bool) {
        var console = Console.current
        console.environment = ["NO_COLOR": "", "TERM": "xterm"]
        console.isOutputTerminal = isOutput
        console.isErrorTerminal = isError
        #expect(TextStyle(console).red("a").hasPrefix("\u{1B}") == isOutput)
        #expect(TextStyle(console, isError: true).red("a").hasPrefix("\u{1B}") == isError)
    }

    @Test(
        "A string is as wide as a terminal shows it",
        arguments: [
            ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("한국", 4), ("ｱ", 1), ("Ａ", 2),
            ("❤", 1), ("❤\u{FE0F}", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("\u{200B}", 0), ("a\u{7}", 1),
        ]
    )
    func width(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test("Only yes is a confirmation", arguments: ["y", "Y", "yes", "YES"])
    func confirmed(answer: String) {
        let outcome = trial.run("reset", isTerminal: true, input: answer)
        #expect(outcome.status == .success)
        let question = "This removes all transactions from \(trial.path("shop.ledger"))."
        #expect(outcome.errors == "\(question) [y/N] ")
    }

    @Test("Any other answer changes nothing", arguments: ["", "yes please", "ja", " y"])
    func unconfirmed(answer: String) {
        trial.run("buy", "coins")
        let outcome = trial.run("reset", isTerminal: true, input: answer)
        #expect(outcome.status == .refused && outcome.output.isEmpty)
        #expect(trial.run("transactions", "--json").value("transactions", "0") != nil)
    }

    @Test("The end of the input is no confirmation")
    func endOfInput() {
        var console = Console.current
        console.isInputTerminal = true
        console.writeError = { _ in }
        console.readLine = { nil }
        #expect(throws: Failure.self) { try console.confirm("Really?") }
    }

    @Test("A warning is marked in yellow, and written once however often the file is read")
    func warnings() throws {
        try trial.write(
            #"""
            {"products": [{"productID": "a", "type": "NonConsumable", "displayPrice": "1",
              "familyShareble": true}], "version": {"major": 4, "minor": 0}}
            """#,
            to: "Shop.storekit"
        )
        // The command reads the file for the products, and again for the store.
        let outcome = trial.run("products", isTerminal: true)
        #expect(outcome.errors.hasPrefix("storectl: \u{1B}[33mwarning:\u{1B}[0m Shop.storekit, "))
        #expect(outcome.errors.components(separatedBy: "warning:").count == 2)
        let json = trial.run("products", "--json", isTerminal: true)
        #expect(!json.errors.contains("\u{1B}"))
    }

    @Test("A scenario marks steps and differences with colours")
    func scenario() {
        let steps = #"{"steps": [{"buy": "coins"}, {"expect": {"transactions": 2}}]}"#
        let outcome = trial.run("scenario", "-", isTerminal: true, input: steps)
        let end = "\u{1B}[0m"
        #expect(
            outcome.output == """
                \u{1B}[32mok    \(end) step 1, line 1: buy coins
                \u{1B}[31mFAILED\(end) step 2, line 1: expect
                       transactions
                \u{1B}[32m         expected: 2\(end)
                \u{1B}[31m         found:    1\(end)
                \u{1B}[1mStep 2 of 2 is not as expected.\(end)

                """
        )
    }

    @Test("JSON is indented by two, and empty lists and objects stay on the line")
    func prettyJSON() {
        let value = JSONValue.object([
            "b": .array([.number("1"), .array([]), .object(["c": .null])]),
            "a\"": .object([:]),
        ])
        #expect(
            PrettyJSON(value).text == #"""
                {
                  "a\"": {},
                  "b": [
                    1,
                    [],
                    {
                      "c": null
                    }
                  ]
                }

                """#
        )
    }

    @Test("Later renewals wait a second again before their line")
    func settlements() {
        let written = Locked("")
        let seconds = Locked<UInt64>(0)
        var console = Console.current
        console.isErrorTerminal = false
        console.writeError = { text in written.withLock { $0 += text } }
        let line = SettlementLine(console, nanoseconds: { seconds.withLock { $0 } * 1_000_000_000 })
        let start = Date(timeIntervalSince1970: 1_769_904_000)
        let end = Date(timeIntervalSince1970: 1_772_323_200)
        func text(showing date: Date, at second: UInt64) -> String {
            seconds.withLock { $0 = second }
            line.show(SettlementProgress(count: 1, date: date, end: end))
            return written.withLock { $0 }
        }
        #expect(text(showing: start, at: 0).isEmpty)
        #expect(text(showing: end, at: 0).isEmpty)
        #expect(text(showing: start, at: 5).isEmpty)
        #expect(text(showing: start, at: 6).hasPrefix("Settling renewals: 1 so far, "))
    }
}
