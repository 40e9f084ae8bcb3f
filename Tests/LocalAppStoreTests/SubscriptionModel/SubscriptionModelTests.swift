import Foundation
import Testing

@testable import LocalAppStore

/// The store beside independent descriptions of its rules.
///
/// `MODEL_HISTORIES` is how many histories to run, and `RANDOM_HISTORY_SEED` the first seed.
@Suite("Subscription model")
struct SubscriptionModelTests {
    private static let count = ModelHistories.count(40, all: 400)

    @Test("The store does what the articles say, in random histories")
    func histories() async throws {
        // One after the other, because the other tests need the threads of tasks, too.
        var events = ModelEvents()
        for part in UInt64(0)..<8 { events.add(try await Self.run(part)) }
        guard Self.count >= 400 else { return }
        let missing = ModelEvents.expected.filter { events.counts[$0] == nil }
        #expect(missing.isEmpty, "The histories do not reach every rule:\n\(events)")
    }

    /// Runs every eighth history, and returns what happened.
    private static func run(_ part: UInt64) async throws -> ModelEvents {
        var events = ModelEvents()
        for number in stride(from: part, to: count, by: 8) {
            await Task.yield()
            let history = ModelHistory(seed: ModelHistories.seed &+ number)
            guard try history.difference(counting: &events) != nil else { continue }
            try history.recordDifference()
            return events
        }
        return events
    }

    @Test("The store does what Apple documents of plans, in random histories")
    func plans() async throws {
        try await TimedHistory<PlanModel>.compare(count: ModelHistories.count(60, all: 1000))
    }

    @Test("The store does what Apple documents of seats, in random histories")
    func seats() async throws {
        try await TimedHistory<SeatModel>.compare(count: ModelHistories.count(60, all: 1000))
    }

    @Test("The model counts days and months as the calendar does")
    func calendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for day in stride(from: 0, to: 12_000, by: 7) {
            let date = Date.start + TimeInterval(day) * 86_400
            #expect(ModelLength.day(of: date) == calendar.component(.day, from: date))
            for months in [1, 2, 11, 12, 36] {
                let period = SubscriptionPeriod(value: months, unit: .month)
                let expected = calendar.date(byAdding: .month, value: months, to: date)
                #expect(ModelLength(period).added(to: date) == expected)
            }
        }
    }
}
