import Foundation
import LocalAppStore
import StrictJSON
import Testing

@testable import storectl

@Suite("Scenarios", .timeLimit(.minutes(10)))
struct ScenarioTests {
    let trial: Trial

    init() throws {
        trial = try Trial()
    }

    private static let year = """
        {
          "start": "2026-01-31T00:00:00Z",
          "steps": [
            {"buy": "monthly", "offer": {"kind": "code", "id": "Friends"}},
            {"expect": {"transactions": 1, "status": "subscribed", "entitled": true}},
            {"advance": "7d"}, {"setting": {"failsRenewals": true, "gracePeriodLength": 3}},
            {"advance": "1mo"},
            {"expect": {"status": "inBillingRetryPeriod", "entitled": false,
                        "balance": {"USD": "4.99"}}},
            {"resolveIssue": "last"},
            {"refund": "last", "reason": "developerIssue"},
            {"expect": {"state": "purchased", "condition": "refunded", "status": "revoked"}},
            {"buy": "gold", "refused": "unknownProduct"},
            {"setting": {"isAskToBuyEnabled": true}},
            {"buy": "level", "as": "ben"},
            {"approve": "last", "as": "ben"},
            {"buy": "coins", "quantity": 2, "as": "ben",
             "appAccountToken": "6F9619FF-8B86-4D11-B42D-00C04FC964FF"},
            {"decline": 5, "as": "ben"},
            {"expect": {"productID": "level", "transactions": 1, "entitled": true,
                        "balance": {"USD": "2.99"}}, "as": "ben"},
            {"setting": {"isAskToBuyEnabled": false, "failsRenewals": false}},
            {"buy": "monthly", "as": "ben"}, {"renew": "monthly", "as": "ben"},
            {"setAutoRenew": "last", "isEnabled": false, "as": "ben"},
            {"expire": "monthly", "as": "ben"},
            {"expect": {"productID": "monthly", "status": "expired"}, "as": "ben"}
          ]
        }
        """

    @Test("Every step does what it says, on a ledger of its own")
    func passing() throws {
        try trial.write(Self.year, to: "year.json")
        let outcome = trial.run("scenario", trial.path("year.json"))
        #expect(outcome.status == .success, "\(outcome.output) \(outcome.errors)")
        #expect(outcome.output.hasPrefix("ok     step 1, line 4: buy monthly\n"))
        #expect(outcome.output.hasSuffix("All 22 steps are as expected.\n"))
        #expect(trial.run("transactions").output == "No transactions.\n")
    }

    @Test("A code of a product that does not renew is for the customers that the offer names")
    func oneTimeCode() throws {
        let steps = """
            {"steps": [
              {"buy": "coins", "as": "ben"},
              {"buy": "level", "offer": {"kind": "code", "id": "Friends"}, "as": "ben",
               "refused": true},
              {"buy": "level", "offer": {"kind": "code", "id": "Friends"}},
              {"expect": {"productID": "level", "entitled": true, "balance": {"USD": "0.99"}}}
            ]}
            """
        try trial.write(steps, to: "codes.json")
        let outcome = trial.run("scenario", trial.path("codes.json"))
        #expect(outcome.status == .success, "\(outcome.output) \(outcome.errors)")
    }

    @Test("What the control API does to a transaction, a subscription or a customer, a step does")
    func actions() throws {
        let steps = """
            {"steps": [
              {"buy": "level"}, {"finish": 1},
              {"requestRefund": 1, "reason": "LEGAL"}, {"decideRefund": 1, "decision": "approved"},
              {"expect": {"productID": "level", "entitled": false}}, {"reverseRefund": 1},
              {"expect": {"productID": "level", "entitled": true}},
              {"buy": "monthly"}, {"consent": "monthly", "answer": "ask"},
              {"consent": "last", "answer": "agree"},
              {"setAutoRenew": "monthly", "isEnabled": false},
              {"advance": "2026-03-01T00:00:00Z"},
              {"expect": {"productID": "monthly", "status": "expired"}},
              {"setAutoRenew": "monthly", "isEnabled": true, "refused": true},
              {"advance": "2026-02-01T00:00:00Z", "refused": true},
              {"joinFamily": {"organizerID": 1}, "as": "ben"},
              {"setAsksToBuy": {"isEnabled": true}, "as": "ben"},
              {"buy": "coins", "as": "ben"}, {"expect": {"productID": "coins", "state": "deferred"},
                                              "as": "ben"},
              {"setSharesPurchases": {"isEnabled": false}}, {"leaveFamily": {}, "as": "ben"}
            ]}
            """
        let outcome = trial.run("scenario", "-", input: steps)
        #expect(outcome.status == .success, "\(outcome.output) \(outcome.errors)")
        #expect(outcome.output.contains("step 4, line 3: decideRefund 1\n"))
        #expect(outcome.output.contains(#"joinFamily {"organizerID":1}"#))
    }

    @Test("A refunded product is not the customer's any more")
    func refunded() {
        let steps = """
            {"steps": [
              {"buy": "level"}, {"expect": {"productID": "level", "entitled": true}},
              {"refund": "last"}, {"expect": {"productID": "level", "entitled": false}}
            ]}
            """
        let outcome = trial.run("scenario", "-", input: steps)
        #expect(outcome.status == .success, "\(outcome.output) \(outcome.errors)")
    }

    @Test("The first unmet expectation stops it, with a difference and the status 1")
    func failing() {
        let steps = """
            {"steps": [
              {"buy": "monthly"}, {"advance": "2mo"},
              {"expect": {
                "transactions": 2, "status": "expired", "balance": {"USD": "4.99"}
              }},
              {"buy": "coins"}
            ]}
            """
        let outcome = trial.run("scenario", "-", input: steps)
        #expect(outcome.status == .refused)
        #expect(
            outcome.output == """
                ok     step 1, line 2: buy monthly
                ok     step 2, line 2: advance 2mo
                FAILED step 3, line 3: expect
                       transactions
                         expected: 2
                         found:    3
                       status
                         expected: expired
                         found:    subscribed
                       balance
                         expected: 4.99 USD
                         found:    14.97 USD
                Step 3 of 4 is not as expected.

                """
        )
        let json = trial.run("scenario", "-", "--json", input: steps)
        #expect(json.status == .refused)
        #expect(json.value("passed") == .bool(false))
        #expect(json.value("steps", "2", "problems", "1", "found") == .string("subscribed"))
    }

    @Test("A refusal that was not expected is a failure, and so is an expected one that was none")
    func refusals() {
        let refused = trial.run("scenario", "-", input: #"{"steps": [{"buy": "gold"}]}"#)
        #expect(refused.status == .refused)
        #expect(refused.output.contains("found:    The store has no product gold"))
        let done = #"{"steps": [{"buy": "coins", "refused": true}]}"#
        #expect(trial.run("scenario", "-", input: done).output.contains("expected: refused"))
        let nothing = trial.run("scenario", "-", input: #"{"steps": [{"refund": "last"}]}"#)
        #expect(nothing.output.contains("The customer has no transaction."))
    }

    @Test(
        "A refusal is expected by its reason; an unknown name could be a mistake of the step",
        arguments: [
            (#"{"buy": "gold", "refused": true}"#, "refused"),
            (#"{"buy": "gold", "refused": "refusedPurchase"}"#, "refused, refusedPurchase"),
            (#"{"buy": "gold", "refused": "unknownProduct"}"#, nil),
            (#"{"buy": "gold", "refused": false}"#, "done"),
            (#"{"refund": 9, "refused": true}"#, "refused"),
            (#"{"refund": 9, "refused": "unknownTransaction"}"#, nil),
            (#"{"refund": "last", "refused": "unknownTransaction"}"#, nil),
            (#"{"renew": "monthly", "refused": true}"#, nil),
            (#"{"renew": "monthyl", "refused": true}"#, "refused"),
            (#"{"expect": {"productID": "monthyl", "status": "none"}}"#, "monthyl"),
            (#"{"renew": "monthly", "refused": "noSubscription"}"#, nil),
            (
                #"{"buy": "monthly", "offer": {"kind": "code", "id": "Foes"}, "refused": true}"#,
                "refused"
            ),
            (#"{"advance": "2020-01-01T00:00:00Z", "refused": "timeInPast"}"#, nil),
            (#"{"buy": "coins", "refused": "unknownProduct"}"#, "refused, unknownProduct"),
        ]
    )
    func reasons(step: String, expected: String?) {
        let outcome = trial.run("scenario", "-", input: #"{"steps": [\#(step)]}"#)
        #expect(outcome.status == (expected == nil ? .success : .refused))
        if let expected { #expect(outcome.output.contains("expected: \(expected)\n")) }
    }

    @Test("The help promises no variable that is ignored")
    func help() {
        let help = trial.run("scenario", "--help").output
        #expect(help.contains("(default: a new one in memory)"))
        #expect(!help.contains("$STOREKIT_STORE") && !help.contains("--customer"))
    }

    @Test("With --store it runs on that ledger")
    func onLedger() {
        let steps = #"{"steps": [{"buy": "level"}]}"#
        trial.run("scenario", "-", "--store", trial.path("shop.ledger"), input: steps)
        #expect(trial.run("transactions", "--json").value("transactions", "0") != nil)
    }

    @Test(
        "A mistake in the file is named with its step and line",
        arguments: [
            ("{", "standard input: not JSON at line 1, column 2: "),
            ("[]", "standard input: expected an object, but found a list."),
            ("{}", "standard input, steps: expected a list, but it is missing."),
            (
                #"{"steps": [], "stop": 1}"#,
                #"stop: unknown member; expected one of "start", "steps"."#
            ),
            (#"{"steps": [], "start": "now"}"#, "standard input, start: expected a date such as"),
            (
                "{\"steps\": [\n{}]}",
                "standard input, step 1, line 2: expected one of acceptInvitation, advance,"
            ),
            (#"{"steps": [{"by": "coins"}]}"#, "found by, did you mean buy? expected one of"),
            (
                #"{"steps": [{"buy": "coins", "refused": "mood"}]}"#,
                #"refused: expected one of "unknownTransaction","#
            ),
            (
                "{\"steps\": [{\"buy\": \"a\"},\n\n{\"buy\": 7}]}",
                "step 2, line 3, buy: expected a string, but found 7."
            ),
            (
                #"{"steps": [{"buy": "a", "sell": "b"}]}"#,
                "step 1, line 1, sell: unknown member; expected"
            ),
            (
                #"{"steps": [{"buy": "a", "quantity": "2"}]}"#,
                #"quantity: expected an integer from 1 to 10, but found "2"."#
            ),
            (
                #"{"steps": [{"buy": "a", "offer": "x"}]}"#,
                #"offer: expected an object, but found "x"."#
            ),
            (#"{"steps": [{"advance": "3q"}]}"#, "advance: expected a duration"),
            (
                #"{"steps": [{"approve": "first"}]}"#,
                #"approve: expected an integer, or "last", but"#
            ),
            (
                #"{"steps": [{"refund": 1, "reason": "mood"}]}"#,
                #"reason: expected one of "other", "developerIssue", but found "mood"."#
            ),
            (
                #"{"steps": [{"setAutoRenew": 1, "isEnabled": "x"}]}"#,
                #"isEnabled: expected true or false, but found "x"."#
            ),
            (#"{"steps": [{"setting": {"color": 1}}]}"#, "setting.color: unknown member; expected"),
            (
                #"{"steps": [{"setting": {"storefront": "Mars"}}]}"#,
                #"setting.storefront: expected a code such as USA or DEU, but found "Mars"."#
            ),
            (
                #"{"steps": [{"joinFamily": {"organizerID": "ben"}}]}"#,
                "joinFamily.organizerID: expected an integer from 1"
            ),
            (
                #"{"steps": [{"expect": {"mood": 1}}]}"#,
                "expect.mood: unknown member; expected one of"
            ),
            (
                #"{"steps": [{"expect": {"state": "sold"}}]}"#,
                #"expect.state: expected one of "purchased","#
            ),
            (
                #"{"steps": [{"setAutoRenew": 1}]}"#,
                "isEnabled: expected true or false, but it is missing."
            ),
            (
                #"{"steps": [{"expect": {"status": "x"}}]}"#,
                #"expect.status: expected one of "subscribed", "expired","#
            ),
            (
                #"{"steps": [{"expect": {"entitled": 1}}]}"#,
                "entitled: expected true or false, but found 1"
            ),
            (#"{"steps": [{"expect": 1}]}"#, "expected an object, but found 1."),
        ]
    )
    func mistakes(text: String, message: String) {
        let outcome = trial.run("scenario", "-", input: text)
        #expect(outcome.status == .malformedFile)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test(
        "A condition is met by the last transaction alone",
        arguments: [
            ([#"{"buy": "coins"}"#], "none"),
            ([#"{"buy": "coins"}"#, #"{"refund": 1}"#], "refunded"),
            ([#"{"buy": "coins"}"#, #"{"refund": 1}"#, #"{"buy": "coins"}"#], "none"),
            (
                [
                    #"{"setting": {"interruptsPurchases": true}}"#,
                    #"{"buy": "coins", "refused": true}"#,
                ], "interrupted"
            ),
        ]
    )
    func conditions(steps: [String], condition: String) {
        for expected in ["none", "refunded", "refundRequested", "upgraded", "interrupted"] {
            let expectation = #"{"expect": {"condition": "\#(expected)"}}"#
            let all = (steps + [expectation]).joined(separator: ",")
            let outcome = trial.run("scenario", "-", input: #"{"steps": [\#(all)]}"#)
            let isMet = expected == condition
            #expect(outcome.status == (isMet ? .success : .refused), "\(outcome.output)")
        }
    }

    @Test("A scenario takes the settings that storectl prints")
    func settings() throws {
        for (name, value) in [
            ("timeRate", "oneSecondIsOneDay"), ("gracePeriodLength", "28"), ("appAppleID", "12"),
            ("plannedResponse", #"{"isRetryable":true,"status":21100}"#),
        ] {
            #expect(trial.run("settings", "set", name, value).status == .success)
        }
        let printed = trial.run("settings", "show", "--json").output
        trial.run("reset", "--yes")
        #expect(trial.run("settings", "show", "--json").output != printed)
        let scenario = #"{"steps": [{"setting": \#(printed)}]}"#
        let store = trial.path("shop.ledger")
        let run = trial.run("scenario", "-", "--store", store, input: scenario)
        #expect(run.status == .success, "\(run.errors)")
        #expect(trial.run("settings", "show", "--json").output == printed)
        let none = #"{"steps": [{"setting": {"plannedResponse": null}}]}"#
        trial.run("scenario", "-", "--store", store, input: none)
        #expect(trial.run("settings", "show", "--json").value("plannedResponse") == nil)
    }

    @Test("Lines are counted past texts, lists and objects in steps")
    func lines() {
        let text = """
            {"a": ["x", {"steps": [1]}], "b": "\\"steps\\": [",
            "steps": [ {"c": "}\\\\",
              "d": [1, 2]}, 7,

              "e", []
            ], "f": [1]}
            """
        #expect(ElementLines(of: "steps", in: Array(text.utf8)).lines == [2, 3, 5, 5])
    }

    @Test("A file that is missing has the status 66")
    func missing() {
        #expect(trial.run("scenario", trial.path("nowhere")).status == .missingFile)
    }
}
