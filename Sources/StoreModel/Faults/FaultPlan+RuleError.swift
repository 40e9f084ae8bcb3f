public import Foundation

extension FaultPlan {
    /// An invalid rule of a plan.
    public struct RuleError: Error, Equatable, LocalizedError, CustomStringConvertible {
        /// The number of the rule in the plan; the first one is 1.
        package let number: Int
        package let rule: Rule
        package let problem: String

        /// The invalid rule and the reason.
        public var errorDescription: String? { description }

        /// The invalid rule and the reason.
        public var description: String {
            "Rule \(number) of the fault plan (\(rule)) is invalid: \(problem)"
        }
    }
}

extension FaultPlan.Point {
    package var failures: [FaultPlan.Failure.Kind] {
        switch self {
        case .productRequest, .receiptRefresh: [.storeError] + Self.ofAnswers + [.crash]
        case .payment: [.storeError] + Self.ofConnections + [.crash]
        case .confirmation: [.customerCancels, .slow, .crash]
        case .commit: [.failedCommit, .uncertainCommit, .crash]
        case .delivery: [.slow, .duplicateDelivery, .reorderedDelivery, .crash]
        case .verifyReceipt: Self.ofAnswers + [.crash]
        case .download: Self.ofConnections + [.downloadFailure, .crash]
        case .serverRequest: Self.ofConnections + [.malformedAnswer, .noAnswer]
        case .notification:
            Self.ofConnections + [.noAnswer, .duplicateDelivery, .reorderedDelivery]
        }
    }

    private static let ofConnections: [FaultPlan.Failure.Kind] = [
        .networkDown, .slow, .timeout, .httpStatus,
    ]
    private static let ofAnswers = ofConnections + [.malformedAnswer, .emptyAnswer, .noAnswer]

    /// The names of the failures that are possible at the point, as plans have them.
    package var failureNames: [String] { failures.map(\.rawValue) }
}

extension FaultPlan.Rule {
    /// The reason why the rule is invalid; `nil` if it is valid.
    package var problem: String? {
        guard point.failures.contains(failure.kind) else {
            let possible = point.failures.map(\.rawValue).joined(separator: ", ")
            return "\(point.rawValue) supports \(possible)."
        }
        return failure.problem(at: point) ?? frequency.problem
    }
}

extension FaultPlan.Failure {
    fileprivate func problem(at point: FaultPlan.Point) -> String? {
        switch self {
        case .slow(let seconds), .timeout(let seconds), .reorderedDelivery(let seconds):
            seconds >= 0 && seconds.isFinite ? nil : "it lasts \(seconds) seconds."
        // Only the App Store Server API limits how often it is asked.
        case .httpStatus(429) where point == .serverRequest: nil
        case .httpStatus(let status):
            500...599 ~= status ? nil : "a failing server responds with 500 to 599."
        default: nil
        }
    }
}

extension FaultPlan.Frequency {
    fileprivate var problem: String? {
        switch self {
        case .always: nil
        case .first(let count), .nth(let count), .every(let count):
            count >= 1 ? nil : "events are counted from 1."
        case .probability(let probability):
            0...1 ~= probability ? nil : "a probability is from 0 to 1."
        }
    }
}
