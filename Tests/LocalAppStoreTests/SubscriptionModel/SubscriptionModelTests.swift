import Foundation
import TestSupport
import Testing

@testable import LocalAppStore

/// The store beside an independent description of its rules.
///
/// `MODEL_HISTORIES` is how many histories to run, and `RANDOM_HISTORY_SEED` the first seed.
@Suite("Subscription model")
struct SubscriptionModelTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count =
        environment["MODEL_HISTORIES"].flatMap(UInt64.init)
        ?? TestVolume.count(40, all: 400)
    private static let seed = environment["RANDOM_HISTORY_SEED"].flatMap(UInt64.init) ?? 1

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
            let history = ModelHistory(seed: seed &+ number)
            guard try history.difference(counting: &events) != nil else { continue }
            let shortest = try history.shortened()
            Issue.record("\(shortest)\n\(try shortest.difference() ?? "")")
            return events
        }
        return events
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
