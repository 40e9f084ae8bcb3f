import Foundation
import Testing

@testable import StoreModel

@Suite("Fault plans")
struct FaultPlanTests {
    @Test("The same seed decides alike, and another one does not")
    func seeds() throws {
        let rules = [FaultPlan.Rule.at(.payment, .networkDown, .probability(0.5))]
        let decisions = try [UInt64(7), 7, 8].map { seed in
            let plan = try FaultPlan(seed: seed, rules: rules)
            return (1...200).map { plan.failure(at: .payment, number: $0) }
        }
        #expect(decisions[0] == decisions[1])
        #expect(decisions[0] != decisions[2])
        #expect(decisions[0].first(where: { $0 != nil }) == .networkDown)
    }

    @Test("Decisions stay the same between versions")
    func versions() throws {
        let plan = try FaultPlan(
            seed: 2024,
            rules: [.at(.delivery, .crash, .probability(0.25)), .at(.payment, .crash, .always)]
        )
        let numbers = (1...40).filter { plan.failure(at: .delivery, number: $0) != nil }
        #expect(numbers == Self.knownNumbers)
        #expect(SplitMix64.value(1_234_567, at: 0) == 6_457_827_717_110_365_317)
        #expect(SplitMix64.value(1_234_567, at: 1) == 3_203_168_211_198_807_973)
    }

    private static let knownNumbers = [1, 5, 6, 7, 13, 14, 15, 17, 23, 27, 40]

    @Test("A rule for one point does not change what happens at another")
    func independence() throws {
        let rule = FaultPlan.Rule.at(.payment, .networkDown, .probability(0.5))
        let alone = try FaultPlan(seed: 1, rules: [rule])
        let among = try FaultPlan(
            seed: 1,
            rules: [.at(.delivery, .crash, .probability(0.5)), rule, .at(.commit, .crash)]
        )
        for number in 1...100 {
            #expect(
                alone.failure(at: .payment, number: number)
                    == among.failure(at: .payment, number: number)
            )
        }
        let other = try FaultPlan(seed: 1, rules: [.at(.delivery, .crash, .probability(0.5))])
        #expect(
            (1...100).map { alone.failure(at: .payment, number: $0) == nil }
                != (1...100).map { other.failure(at: .delivery, number: $0) == nil }
        )
    }

    @Test(
        "How often a rule applies",
        arguments: [
            (FaultPlan.Frequency.always, [1, 2, 3, 4, 5, 6]),
            (.first(2), [1, 2]),
            (.nth(4), [4]),
            (.every(3), [3, 6]),
            (.probability(0), []),
            (.probability(1), [1, 2, 3, 4, 5, 6]),
        ]
    )
    func frequencies(frequency: FaultPlan.Frequency, numbers: [Int]) throws {
        let plan = try FaultPlan(seed: 3, rules: [.at(.commit, .crash, frequency)])
        #expect((1...6).filter { plan.failure(at: .commit, number: $0) == .crash } == numbers)
        #expect((1...6).allSatisfy { plan.failure(at: .payment, number: $0) == nil })
    }

    @Test("A probability is met in the long run", arguments: [0.01, 0.3, 0.9])
    func probabilities(probability: Double) throws {
        let rules = [FaultPlan.Rule.at(.download, .crash, .probability(probability))]
        let plan = try FaultPlan(seed: 5, rules: rules)
        let count = (1...20_000).filter { plan.failure(at: .download, number: $0) != nil }.count
        #expect(abs(Double(count) / 20_000 - probability) < 0.02)
    }

    @Test("The first rule that applies decides")
    func order() throws {
        let plan = try FaultPlan(
            seed: 0,
            rules: [.at(.payment, .crash, .nth(2)), .at(.payment, .networkDown)]
        )
        let failures = (1...3).map { plan.failure(at: .payment, number: $0) }
        #expect(failures == [.networkDown, .crash, .networkDown])
    }
}

@Suite("Rules of fault plans that make no sense")
struct FaultRuleTests {
    @Test("A failure that cannot happen at a point is refused, and the rule is named")
    func combinations() throws {
        let rules: [FaultPlan.Rule] = [
            .at(.payment, .crash), .at(.productRequest, .duplicateDelivery, .first(2)),
        ]
        let error = try #require(throws: FaultPlan.RuleError.self) {
            try FaultPlan(seed: 0, rules: rules)
        }
        #expect(error.number == 2)
        #expect(error.rule == rules[1])
        #expect(
            error.localizedDescription == """
                Rule 2 of the fault plan (productRequest: duplicateDelivery, first 2) \
                is invalid: \
                productRequest supports storeError, networkDown, slow, timeout, \
                httpStatus, malformedAnswer, emptyAnswer, noAnswer, crash.
                """
        )
    }

    @Test(
        "Values without a meaning are refused",
        arguments: [
            FaultPlan.Rule.at(.payment, .slow(seconds: -1)),
            .at(.payment, .timeout(seconds: .infinity)),
            .at(.delivery, .reorderedDelivery(seconds: .nan)),
            .at(.verifyReceipt, .httpStatus(404)),
            .at(.verifyReceipt, .httpStatus(429)),
            .at(.serverRequest, .httpStatus(428)),
            .at(.commit, .crash, .first(0)),
            .at(.commit, .crash, .nth(0)),
            .at(.commit, .crash, .every(0)),
            .at(.commit, .crash, .probability(1.1)),
            .at(.commit, .crash, .probability(.nan)),
        ]
    )
    func values(rule: FaultPlan.Rule) {
        #expect(throws: FaultPlan.RuleError.self) { try FaultPlan(seed: 0, rules: [rule]) }
    }

    @Test("Only the server API is asked too often")
    func rateLimit() throws {
        _ = try FaultPlan(seed: 0, rules: [.at(.serverRequest, .httpStatus(429))])
    }

    @Test("Every point has failures, and every failure a point")
    func completeness() {
        let possible = Set(FaultPlan.Point.allCases.flatMap(\.failures))
        #expect(possible == Set(FaultPlan.Failure.Kind.allCases))
        #expect(FaultPlan.Point.allCases.allSatisfy { !$0.failures.isEmpty })
    }
}

@Suite("Fault plans in JSON")
struct FaultPlanCodingTests {
    private static let text = """
        {
          "rules" : [
            { "failure" : "networkDown", "point" : "payment" },
            { "failure" : { "slow" : 2.5 }, "frequency" : { "first" : 2 }, "point" : "delivery" },
            {
              "failure" : { "storeError" : 4 }, "frequency" : { "every" : 3 },
              "point" : "payment"
            },
            {
              "failure" : { "httpStatus" : 503 }, "frequency" : { "nth" : 1 },
              "point" : "verifyReceipt"
            },
            {
              "failure" : { "downloadFailure" : "diskFull" },
              "frequency" : { "probability" : 0.25 },
              "point" : "download"
            }
          ],
          "seed" : 18446744073709551615
        }
        """

    @Test("A plan that was written by hand is read")
    func reading() throws {
        let plan = try FaultPlan(json: Data(Self.text.utf8))
        #expect(
            try plan
                == FaultPlan(
                    seed: .max,
                    rules: [
                        .at(.payment, .networkDown),
                        .at(.delivery, .slow(seconds: 2.5), .first(2)),
                        .at(.payment, .storeError(.paymentNotAllowed), .every(3)),
                        .at(.verifyReceipt, .httpStatus(503), .nth(1)),
                        .at(.download, .downloadFailure(.diskFull), .probability(0.25)),
                    ]
                )
        )
    }

    @Test("Every failure and frequency survives encoding")
    func roundTrip() throws {
        let failures: [FaultPlan.Rule] = FaultPlan.Point.allCases.flatMap { point in
            point.failures.map { .at(point, .sample(of: $0), .probability(0.1)) }
        }
        let frequencies = [FaultPlan.Frequency.always, .first(1), .nth(2), .every(3)]
        let rules = failures + frequencies.map { .at(.commit, .crash, $0) }
        let plan = try FaultPlan(seed: 9, rules: rules)
        #expect(try FaultPlan(json: JSONEncoder().encode(plan.json)) == plan)
    }

    @Test(
        "What is wrong with a plan is said, with the path",
        arguments: [
            (#""failure": "sloow""#, "rules[0].failure: expected one of \"storeError\", "),
            (
                #""failure": "slow""#,
                "rules[0].failure: expected an object, because \"slow\" has a value, but found "
                    + "\"slow\""
            ),
            (#""failure": {}"#, "rules[0].failure: expected one of \"storeError\", "),
            (#""failure": {"slow": 1, "crash": 2}"#, "only member of an object, but found"),
            (
                #""failure": {"slow": "5"}"#,
                "rules[0].failure.slow: expected a number, but found \"5\""
            ),
            (#""failure": {"crash": 5}"#, "rules[0].failure.crash: expected the name alone"),
            (#""failure": {"httpStatus": 503.5}"#, "expected an integer, but found 503.5"),
            (#""failure": "crash", "frequency": "sometimes""#, "but found \"sometimes\""),
            (#""failure": "crash", "frequency": {"first": "2"}"#, "rules[0].frequency.first: "),
            (#""failure": "crash", "frequenzy": "always""#, "rules[0].frequenzy: unknown member"),
            (#""failure": "emptyAnswer""#, "Rule 1 of the fault plan"),
        ]
    )
    func mistakes(members: String, message: String) throws {
        let json = Data(#"{"seed": 1, "rules": [{"point": "payment", \#(members)}]}"#.utf8)
        let error = try #require(throws: (any Error).self) { try FaultPlan(json: json) }
        #expect(error.localizedDescription.contains(message))
    }

    @Test("A member that occurs twice is refused with its path and line")
    func twice() throws {
        let json = """
            {"seed": 1, "rules": [
              {"point": "payment", "failure": "crash"},
              {"point": "payment", "failure": "crash", "point": "commit"}
            ]}
            """
        let error = #expect(throws: FaultPlan.FormatError.self) {
            try FaultPlan(json: Data(json.utf8))
        }
        #expect(error?.path == "rules[1].point")
        #expect(
            error?.reason == "not JSON at line 3, column 44: expected the key \"point\" only once"
        )
    }

    @Test(
        "What is misspelt or missing at the top is refused",
        arguments: [
            (#"{"seed": 1, "rules": [], "rule": []}"#, "rule"), (#"{"seed": 1}"#, "rules"),
            (#"{"rules": []}"#, "seed"), (#"{"seed": -1, "rules": []}"#, "seed"),
            (#"{"seed": "7", "rules": []}"#, "seed"), ("[]", ""),
            (#"{"seed": 1, "rules": [{"failure": "crash"}]}"#, "rules[0].point"),
        ]
    )
    func outermost(json: String, path: String) {
        let error = #expect(throws: FaultPlan.FormatError.self) {
            try FaultPlan(json: Data(json.utf8))
        }
        #expect(error?.path == path)
    }
}

extension FaultPlan.Failure {
    /// A failure of each kind.
    static func sample(of kind: Kind) -> Self {
        switch kind {
        case .storeError: .storeError(.paymentInvalid)
        case .networkDown: .networkDown
        case .slow: .slow(seconds: 5)
        case .timeout: .timeout(seconds: 60)
        case .httpStatus: .httpStatus(503)
        case .malformedAnswer: .malformedAnswer
        case .emptyAnswer: .emptyAnswer
        case .noAnswer: .noAnswer
        case .customerCancels: .customerCancels
        case .failedCommit: .failedCommit
        case .uncertainCommit: .uncertainCommit
        case .duplicateDelivery: .duplicateDelivery
        case .reorderedDelivery: .reorderedDelivery(seconds: 5)
        case .downloadFailure: .downloadFailure(.diskFull)
        case .crash: .crash
        }
    }
}
