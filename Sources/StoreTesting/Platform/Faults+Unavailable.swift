// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(Darwin)
public import Foundation
public import StoreKit

// The names of fault plans, which are the module LocalAppStore's on Linux. With them the compiler
// reports that a plan is unavailable, and no misspelling.

@available(*, unavailable, message: "On Linux only: Apple's session has no faults.")
public struct FaultPlan: Sendable, Equatable {
    public var seed: UInt64
    public let rules: [Rule]

    public init(seed: UInt64, rules: [Rule]) throws {
        self.seed = seed
        self.rules = rules
    }

    public struct Rule: Sendable, Equatable {
        public static func at(
            _ point: Point,
            _ failure: Failure,
            _ frequency: Frequency = .always
        ) -> Rule { Rule() }
    }

    public enum Point: String, Sendable, CaseIterable {
        case productRequest
        case payment
        case confirmation
        case commit
        case delivery
        case receiptRefresh
        case verifyReceipt
        case download
        case serverRequest
        case notification
    }

    public enum Frequency: Sendable, Equatable {
        case always
        case first(Int)
        case nth(Int)
        case every(Int)
        case probability(Double)
    }

    public enum Failure: Sendable, Equatable {
        case networkDown
        case slow(seconds: TimeInterval)
        case timeout(seconds: TimeInterval)
        case httpStatus(Int)
        case malformedAnswer
        case emptyAnswer
        case noAnswer
        case customerCancels
        case failedCommit
        case uncertainCommit
        case duplicateDelivery
        case reorderedDelivery(seconds: TimeInterval)
        case crash

        public static func error(_ code: SKError.Code) -> Failure { .crash }
    }
}

@available(*, unavailable, message: "On Linux only: Apple's session has no faults.")
public struct FaultLog: Sendable, Equatable {
    public var events: [Event] { [] }

    public func events(at point: FaultPlan.Point) -> [Event] { [] }

    public struct Event: Sendable, Equatable {}
}

@available(*, unavailable, message: "On Linux only: the system has habits of its own.")
public enum SystemHabits: String, Sendable, CaseIterable {
    case macOS26
    case iOS27
    case xcode
    case xcode27
    case sandbox
}

@available(*, unavailable, message: "On Linux only: Apple's session has no faults.")
public struct FaultPlanFailure: Error {
    public let underlyingError: any Error
}
#endif
