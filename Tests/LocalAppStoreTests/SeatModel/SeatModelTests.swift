import Foundation
import TestSupport
import Testing

/// The store beside an independent description of subscriptions with seats.
///
/// `MODEL_HISTORIES` is how many histories to run, and `RANDOM_HISTORY_SEED` the first seed.
@Suite("Model of seats")
struct SeatModelTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count =
        environment["MODEL_HISTORIES"].flatMap(UInt64.init)
        ?? TestVolume.count(60, all: 1000)
    private static let seed = environment["RANDOM_HISTORY_SEED"].flatMap(UInt64.init) ?? 1

    @Test("The store does what Apple documents of seats, in random histories")
    func histories() async throws {
        for number in 0..<Self.count {
            await Task.yield()
            let history = SeatModelHistory(seed: Self.seed &+ number)
            guard try history.difference() != nil else { continue }
            let shortest = try history.shortened()
            Issue.record("\(shortest)\n\(try shortest.difference() ?? "")")
            return
        }
    }
}
