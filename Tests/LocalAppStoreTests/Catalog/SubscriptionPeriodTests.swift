import Foundation
import LocalAppStore
import Testing

@Suite struct SubscriptionPeriodTests {
    @Test(arguments: [
        ("P3D", SubscriptionPeriod(value: 3, unit: .day)),
        ("P1W", SubscriptionPeriod(value: 1, unit: .week)),
        ("P2M", SubscriptionPeriod(value: 2, unit: .month)),
        ("P12M", SubscriptionPeriod(value: 12, unit: .month)),
        ("P1Y", SubscriptionPeriod(value: 1, unit: .year)),
        ("P9999Y", SubscriptionPeriod(value: 9999, unit: .year)),
    ])
    func `a period is read and written`(text: String, period: SubscriptionPeriod) {
        #expect(SubscriptionPeriod(iso8601: text) == period)
        #expect(period.iso8601 == text)
    }

    @Test(arguments: [
        "", "P", "P1", "PM", "1M", "P0M", "P-1M", "P+1M", "P1.5M", "P1H", "PT1M", "P1M2D", "p1m",
        "P 1M", "P1M ", "P10000D", "P\u{661}M", "P99999999999999999999D",
    ])
    func `anything else is no period`(text: String) {
        #expect(SubscriptionPeriod(iso8601: text) == nil)
    }

    @Test(arguments: [
        ("P3D", 1, "2024-02-27T10:00:00Z", "2024-03-01T10:00:00Z"),
        ("P1W", 2, "2025-01-01T00:00:00Z", "2025-01-15T00:00:00Z"),
        ("P1M", 1, "2025-01-31T12:30:15Z", "2025-02-28T12:30:15Z"),
        ("P1M", 2, "2025-01-31T12:30:15Z", "2025-03-31T12:30:15Z"),
        ("P1M", 1, "2024-01-31T12:30:15Z", "2024-02-29T12:30:15Z"),
        ("P6M", 1, "2025-08-31T23:59:59Z", "2026-02-28T23:59:59Z"),
        ("P1Y", 1, "2024-02-29T00:00:00Z", "2025-02-28T00:00:00Z"),
        ("P1Y", 4, "2024-02-29T00:00:00Z", "2028-02-29T00:00:00Z"),
        // New York and Berlin change their clocks in these months; the store does not.
        ("P1M", 1, "2025-03-01T06:30:00Z", "2025-04-01T06:30:00Z"),
        ("P1M", 0, "2025-03-01T06:30:00Z", "2025-03-01T06:30:00Z"),
    ])
    func `a period ends by the calendar`(
        text: String,
        count: Int,
        start: String,
        end: String
    ) throws {
        let period = try #require(SubscriptionPeriod(iso8601: text))
        let start = try Date(start, strategy: .iso8601)
        #expect(period.end(from: start, count: count) == (try Date(end, strategy: .iso8601)))
    }

    @Test(arguments: [Int.max, .min, 1_000_001])
    func `what no calendar reaches is the distant future`(count: Int) {
        let period = SubscriptionPeriod(value: 2, unit: .year)
        #expect(period.end(from: Date(timeIntervalSince1970: 0), count: count) == .distantFuture)
    }
}
