import Foundation
import StrictJSON
import Testing

@testable import storectl

@Suite("Reports of scenarios", .timeLimit(.minutes(10)))
struct ScenarioReportTests {
    private let trial: Trial

    init() throws {
        trial = try Trial()
    }

    private func run(_ steps: String..., options: [String] = []) -> Trial.Outcome {
        let text = #"{"steps": [\#(steps.joined(separator: ", "))]}"#
        return trial.run(list: ["scenario", "-"] + options, input: text)
    }

    @Test("In JSON, the steps that ran have their lines and problems")
    func json() {
        let steps = """
            {"steps": [{"buy": "coins"},
              {"expect": {"transactions": 2}},
              {"buy": "level"}]}
            """
        #expect(
            trial.run("scenario", "-", "--json", input: steps).output == """
                {
                  "passed": false,
                  "stepCount": 3,
                  "steps": [
                    {
                      "line": 1,
                      "number": 1,
                      "problems": [],
                      "step": "buy coins"
                    },
                    {
                      "line": 2,
                      "number": 2,
                      "problems": [
                        {
                          "expected": "2",
                          "found": "1",
                          "subject": "transactions"
                        }
                      ],
                      "step": "expect"
                    }
                  ]
                }

                """
        )
        let passed = run(#"{"buy": "coins"}"#, options: ["--json"])
        #expect(passed.status == .success && passed.value("passed") == .bool(true))
    }

    @Test(
        "An unmet expectation says what was found",
        arguments: [
            (#"{"buy": "monthly", "seats": 3}, {"expect": {"seats": 2}}"#, "seats", "2", "3"),
            (#"{"expect": {"seats": 1}}"#, "seats", "1", "0"),
            (#"{"expect": {"state": "purchased"}}"#, "state", "purchased", "none"),
            (#"{"expect": {"status": "expired"}}"#, "status", "expired", "none"),
            (#"{"expect": {"entitled": true}}"#, "entitled", "true", "false"),
            (#"{"expect": {"balance": {"USD": "1"}}}"#, "balance", "1 USD", "nothing"),
            (
                #"{"buy": "coins"}, {"refund": 1}, {"expect": {"balance": {}}}"#,
                "balance", "nothing", "0 USD"
            ),
            (
                #"""
                {"buy": "coins"}, {"setting": {"storefront": "DEU"}}, {"buy": "coins"},
                {"expect": {"balance": {"USD": "0.99"}}}
                """#,
                "balance", "0.99 USD", "0.99 EUR + 0.99 USD"
            ),
            (
                #"""
                {"buy": "coins"}, {"buy": "level"},
                {"expect": {"productID": "coins", "transactions": 2}}
                """#,
                "transactions", "2", "1"
            ),
            (
                #"{"buy": "coins", "as": "ben"}, {"expect": {"transactions": 1}}"#,
                "transactions", "1", "0"
            ),
            (
                #"{"buy": "coins"}, {"refund": 1}, {"expect": {"condition": "upgraded"}}"#,
                "condition", "upgraded", "refunded"
            ),
        ] as [(String, String, String, String)]
    )
    func problems(steps: String, subject: String, expected: String, found: String) {
        let outcome = run(steps)
        #expect(outcome.status == .refused)
        let problem = """
                   \(subject)
                     expected: \(expected)
                     found:    \(found)
            Step
            """
        #expect(outcome.output.contains(problem), "\(outcome.output)")
    }

    @Test("A refusal is reported with the reason that a step can expect")
    func refusal() {
        let unknown = run(#"{"buy": "gold"}"#).output
        #expect(unknown.contains("found:    The store has no product gold (unknownProduct)\n"))
        let nothing = run(#"{"finish": "last"}"#).output
        #expect(nothing.contains("The customer has no transaction. (unknownTransaction)\n"))
    }

    @Test(
        "A scenario starts at its date, or with the year 2026",
        arguments: [
            (#""start": "2026-06-01T00:00:00Z", "#, "2026-05-31T23:59:59Z"),
            ("", "2025-12-31T23:59:59Z"),
        ]
    )
    func start(member: String, earlier: String) {
        let steps = """
            {\(member)"steps": [
              {"advance": "\(earlier)", "refused": "timeInPast"},
              {"advance": "2026-06-01T00:00:01Z"}
            ]}
            """
        let outcome = trial.run("scenario", "-", input: steps)
        #expect(outcome.status == .success, "\(outcome.output)")
    }

    @Test("On a ledger it has the ledger's time, whatever its start")
    func ledgerTime() {
        let steps = """
            {"start": "2030-01-01T00:00:00Z", "steps": [
              {"advance": "2026-01-02T00:00:00Z"}, {"buy": "level"}
            ]}
            """
        let outcome = trial.run("scenario", "-", "--store", trial.path("shop.ledger"), input: steps)
        #expect(outcome.status == .success && outcome.errors.isEmpty, "\(outcome.output)")
        let bought = trial.run("transactions", "--json").value("transactions", "0", "purchaseDate")
        #expect(bought == .string("2026-01-02T00:00:00.000Z"))
    }

    @Test("The title of a step has the subject of its action")
    func titles() {
        let outcome = run(
            #"{"setting": {"isAskToBuyEnabled": true, "storefront": "DEU"}}"#,
            #"{"buy": "coins"}"#,
            #"{"decline": "last"}"#,
            #"{"leaveFamily": {}}"#
        )
        let titles = outcome.output.split(separator: "\n").dropLast().map { line in
            String(line.drop { $0 != ":" }.dropFirst(2))
        }
        #expect(
            titles == [
                #"setting {"isAskToBuyEnabled":true,"storefront":"DEU"}"#, "buy coins",
                "decline last", "leaveFamily {}",
            ]
        )
    }
}
