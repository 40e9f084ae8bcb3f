import Foundation
import TestSupport
import Testing

@testable import LocalAppStore

/// A random history, which the store and a model live through side by side.
protocol ComparedHistory: CustomStringConvertible {
    associatedtype Step

    var steps: [Step] { get set }

    /// The first difference between store and model; `nil` if there is none.
    func difference() throws -> String?
}

extension ComparedHistory {
    /// Records the shortest history that was found to differ.
    func recordDifference() throws {
        let shortest = try shortened()
        Issue.record("\(shortest)\n\(try shortest.difference() ?? "")")
    }

    private func shortened() throws -> Self {
        var shortest = self
        var start = 0
        while start < shortest.steps.count {
            var candidate = shortest
            candidate.steps.remove(at: start)
            if try candidate.difference() != nil { shortest = candidate } else { start += 1 }
        }
        return shortest
    }
}

/// The number of histories to compare, and the first seed; the environment can set both.
enum ModelHistories {
    private static let environment = ProcessInfo.processInfo.environment

    static let seed = environment["RANDOM_HISTORY_SEED"].flatMap(UInt64.init) ?? 1

    static func count(_ count: UInt64, all: UInt64) -> UInt64 {
        environment["MODEL_HISTORIES"].flatMap(UInt64.init) ?? TestVolume.count(count, all: all)
    }
}
