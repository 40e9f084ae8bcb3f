import Foundation
import LocalAppStore
import StoreCommands
import StoreTestSupport
import StrictJSON
import Testing

@testable import LocalAppStoreServer

@Suite("Control: faults", .timeLimit(.minutes(10)))
struct ControlFaultTests {
    private let store: Store

    init() throws {
        store = try .make()
    }

    @Test("A plan is set, has its effect and its log, and is removed")
    func plan() async throws {
        let plan = """
            {"seed":7,"rules":[{"point":"verifyReceipt","failure":{"httpStatus":503},\
            "frequency":{"first":1}}]}
            """
        try await ControlClient.run(store) { client in
            #expect(try await client.get("/faults")["plan"] == nil)
            let set = try await client.ask("PUT", "/faults", plan)
            #expect(set.body["plan"]?["seed"] == .number("7"))
            #expect(try await client.server.status("POST", "/verifyReceipt") == 503)
            let log = try await client.get("/faults")["log"]
            #expect(log == .array([.string("verifyReceipt 1 verifyReceipt: httpStatus 503")]))
            let removed = try await client.ask("DELETE", "/faults")
            #expect(removed.body["plan"] == nil)
            #expect(removed.body["log"] == .array([]))
        }
        #expect(store.faults.plan == nil)
    }

    @Test("Every failure that is named at a point can be planned there")
    func points() async throws {
        let values: [String: JSONValue] = [
            "storeError": .number(0), "slow": .number(1), "timeout": .number(1),
            "httpStatus": .number(503), "reorderedDelivery": .number(1),
            "downloadFailure": .string("timedOut"),
        ]
        try await ControlClient.run(store) { client in
            let points = try #require(try await client.get("/faults")["points"]?.elements)
            #expect(
                points.compactMap { $0["name"]?.text } == FaultPlan.Point.allCases.map(\.rawValue)
            )
            let rules = points.flatMap { point in
                (point["failures"]?.elements ?? []).map { failure in
                    let value = values[failure.text ?? ""]
                    let planned = value.map { JSONValue.object([failure.text ?? "": $0]) }
                    return JSONValue.members([
                        "point": point["name"], "failure": planned ?? failure,
                    ])
                }
            }
            let plan = JSONValue.object(["seed": .number(1), "rules": .array(rules)])
            let set = try await client.ask(
                "PUT",
                "/faults",
                String(decoding: plan.bytes, as: UTF8.self)
            )
            #expect(set.status == 200)
            #expect(set.body["plan"]?["rules"]?.elements?.count == rules.count)
        }
    }

    @Test(
        "A plan that is none is refused with the path, and the one before stays",
        arguments: [
            ("", "The fault plan: not JSON at line 1, column 1: expected a value"),
            ("{}", "seed: expected an integer from 0 to \(UInt64.max), but it is missing"),
            (#"{"seed":1,"rules":{}}"#, "rules: expected a list, but found an object"),
            (
                #"{"seed":1,"seed":2,"rules":[]}"#,
                "seed: not JSON at line 1, column 11: expected the key \"seed\" only once"
            ),
            (
                #"{"seed":1,"rules":[{"point":"payment","failure":"crash","often":1}]}"#,
                "rules[0].often: unknown member; expected one of \"point\", \"failure\", "
                    + "\"frequency\""
            ),
        ]
    )
    func invalid(body: String, message: String) async throws {
        let plan = try FaultPlan(seed: 3, rules: [])
        store.faults.plan = plan
        try await ControlClient.run(store) { client in
            let refusal = try await client.refusal("PUT", "/faults", body)
            #expect(refusal == "400 invalidFaultPlan")
            let text = try await client.message("PUT", "/faults", body)
            #expect(text == message)
        }
        #expect(store.faults.plan == plan)
    }

    @Test("A rule that makes no sense is refused")
    func senseless() async throws {
        let plan = #"{"seed":1,"rules":[{"point":"payment","failure":"noAnswer"}]}"#
        try await ControlClient.run(store) { client in
            let refusal = try await client.refusal("PUT", "/faults", plan)
            #expect(refusal == "400 invalidFaultPlan")
            let message = try await client.message("PUT", "/faults", plan)
            #expect(message.hasPrefix("Rule 1 of the fault plan (payment: noAnswer, always)"))
        }
    }

    @Test("The description of the API allows the rules that the server takes, and no others")
    func description() throws {
        let limits = """
            {"slow":0} {"slow":0.5} {"slow":-1} {"slow":"1"} {"slow":1,"timeout":1} {"slow":null}
            "slow" {"timeout":-0.1} {"storeError":0.5} {"storeError":"0"}
            {"storeError":-9223372036854775808}
            {"httpStatus":599} {"httpStatus":600} {"httpStatus":499} {"httpStatus":429} "httpStatus"
            {"downloadFailure":"diskFull"} {"downloadFailure":"other"} {"crash":1} {} [] null 1
            {"reorderedDelivery":-1}
            """
        let names =
            #""networkDown" "malformedAnswer" "emptyAnswer" "noAnswer" "customerCancels" "crash" "#
            + #""failedCommit" "uncertainCommit" "duplicateDelivery" "other" {"storeError":0} "#
            + #"{"slow":1} {"timeout":1} {"httpStatus":500} {"reorderedDelivery":1} "#
        let failures = (names + limits).split { $0.isWhitespace }
        let frequencies = """
            "always" "first" {"first":1} {"first":0} {"nth":1} {"nth":1.5}
            {"every":9223372036854775807} {"every":0} {"probability":0} {"probability":1}
            {"probability":1.01} {"probability":-0.1}
            {"first":1,"nth":1} {"always":1} {} [] null 1
            """
        let points = FaultPlan.Point.allCases.map(\.rawValue) + ["other"]
        var rules = points.flatMap { point in
            failures.map { #"{"point":"\#(point)","failure":\#($0)}"# }
        }
        rules += frequencies.split { $0.isWhitespace }.map {
            #"{"point":"payment","failure":"crash","frequency":\#($0)}"#
        }
        rules += [
            "{}", "[]", "null", #"{"point":"payment"}"#, #"{"failure":"crash"}"#,
            #"{"point":"payment","failure":"crash","often":1}"#, #"{"point":1,"failure":"crash"}"#,
        ]
        var plans = rules.map { #"{"seed":1,"rules":[\#($0)]}"# }
        plans += [
            "{}", #"{"seed":1}"#, #"{"rules":[]}"#, #"{"seed":18446744073709551615,"rules":[]}"#,
            #"{"seed":18446744073709551616,"rules":[]}"#, #"{"seed":-1,"rules":[]}"#,
            #"{"seed":0,"rules":{}}"#, #"{"seed":0,"rules":[],"more":1}"#,
            #"{"seed":"0","rules":[]}"#,
        ]
        let description = try APIDescription()
        // A request takes long on a busy machine, and each comes to the same decoder.
        for plan in plans {
            let value = JSONValue.object(try JSONParser.object(in: Array(plan.utf8)))
            let isAllowed = description.problem(with: value, byComponent: "FaultPlan") == nil
            let isAccepted = (try? FaultPlan(json: Data(plan.utf8))) != nil
            #expect(isAllowed == isAccepted, "\(plan)")
        }
    }
}
