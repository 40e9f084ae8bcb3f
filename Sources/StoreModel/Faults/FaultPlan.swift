/// The planned failures of a store: rules, and a seed for rules with a probability.
///
/// ```swift
/// let plan = try FaultPlan(
///     seed: 7,
///     rules: [.at(.payment, .networkDown, .first(2)), .at(.delivery, .crash, .probability(0.1))]
/// )
/// ```
///
/// The failure at a point depends on the seed, the rules for that point, and the number of events
/// there; not on other points, other threads or the time. So the same calls with the same plan have
/// the same ``FaultLog``.
public struct FaultPlan: Sendable, Equatable {
    /// The seed of the rules with a probability.
    public var seed: UInt64
    /// The rules; the first rule that applies to an event decides.
    public let rules: [Rule]

    /// Makes a plan.
    ///
    /// - Throws: A ``RuleError`` with the first invalid rule.
    public init(seed: UInt64, rules: [Rule]) throws(RuleError) {
        for (index, rule) in rules.enumerated() {
            guard let problem = rule.problem else { continue }
            throw RuleError(number: index + 1, rule: rule, problem: problem)
        }
        self.seed = seed
        self.rules = rules
    }

    /// A failure at a point, and how often it happens.
    public struct Rule: Sendable, Equatable {
        package var point: Point
        package var failure: Failure
        package var frequency: Frequency

        /// Makes a rule; by default for every event.
        public static func at(
            _ point: Point,
            _ failure: Failure,
            _ frequency: Frequency = .always
        ) -> Rule {
            Rule(point: point, failure: failure, frequency: frequency)
        }
    }

    /// A point at which a store can fail.
    ///
    /// Its events are counted from 1, in the order in which they begin.
    public enum Point: String, Sendable, CaseIterable {
        /// A request for products reaches the store.
        case productRequest
        /// A payment of the app reaches the store.
        case payment
        /// The customer is asked for confirmation.
        case confirmation
        /// A payment of the app is committed to the ledger.
        case commit
        /// A transaction is delivered to the app; at a launch nothing fails.
        case delivery
        /// A request for a new receipt reaches the store.
        case receiptRefresh
        /// A request to verifyReceipt reaches the store.
        case verifyReceipt
        /// A download is started or resumed.
        case download
        /// A request of a back end to the App Store Server API reaches the server.
        case serverRequest
        /// A notification is sent to the app's server.
        case notification
    }

    /// The frequency of a rule.
    public enum Frequency: Sendable, Equatable {
        /// To every event.
        case always
        /// To the first events, this many.
        case first(Int)
        /// To one event; the first one is 1.
        case nth(Int)
        /// To every event whose number is a multiple.
        case every(Int)
        /// To each event with a probability from 0 to 1, by the seed.
        case probability(Double)
    }
}

extension FaultPlan.Rule: CustomStringConvertible {
    /// The rule as in `payment: networkDown, first 2`.
    public var description: String { "\(point.rawValue): \(failure), \(frequency.text)" }
}

extension FaultPlan.Frequency {
    /// The frequency as in `every 3`.
    fileprivate var text: String {
        switch self {
        case .always: "always"
        case .first(let count): "first \(count)"
        case .nth(let number): "number \(number)"
        case .every(let step): "every \(step)"
        case .probability(let probability): "probability \(probability)"
        }
    }
}
