import Foundation
import Testing

@testable import LocalAppStore

/// The store beside an independent description of its rules.
///
/// `MODEL_HISTORIES` is how many histories to run, and `RANDOM_HISTORY_SEED` the first seed.
@Suite("Subscription model")
struct SubscriptionModelTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["MODEL_HISTORIES"].flatMap(UInt64.init) ?? 400
    private static let seed = environment["RANDOM_HISTORY_SEED"].flatMap(UInt64.init) ?? 1

    @Test("The store does what the articles say, in random histories", arguments: 0..<8 as Range)
    func histories(part: Int) throws {
        for number in stride(from: UInt64(part), to: Self.count, by: 8) {
            let history = ModelHistory(seed: Self.seed &+ number)
            guard try history.difference() != nil else { continue }
            let shortest = try history.shortened()
            Issue.record("\(shortest)\n\(try shortest.difference() ?? "")")
            return
        }
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
