import Foundation
import StoreModel
import Testing

@Suite("Time rates")
struct TimeRateTests {
    /// Noon UTC on 31 January 2025.
    private static let start = Date(timeIntervalSince1970: 1_738_324_800)

    private static let periods = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"]

    @Test(
        "A period has the length in Apple's tables",
        arguments: [
            (TimeRate.monthlyRenewalEveryHour, [900, 3600, 7200, 10800, 21600, 43200]),
            (.monthlyRenewalEveryThirtyMinutes, [600, 1800, 3600, 5400, 10800, 21600]),
            (.monthlyRenewalEveryFifteenMinutes, [300, 900, 1800, 2700, 5400, 10800]),
            (.monthlyRenewalEveryFiveMinutes, [180, 300, 600, 900, 1800, 3600]),
            (.monthlyRenewalEveryThirtySeconds, [10, 30, 60, 90, 180, 360]),
            (.oneRenewalEveryFifteenMinutes, [900, 900, 900, 900, 900, 900]),
            (.oneRenewalEveryFiveMinutes, [300, 300, 300, 300, 300, 300]),
            (.oneRenewalEveryMinute, [60, 60, 60, 60, 60, 60]),
            (.oneRenewalEveryThirtySeconds, [30, 30, 30, 30, 30, 30]),
            (.oneRenewalEveryTenSeconds, [10, 10, 10, 10, 10, 10]),
            (.oneRenewalEveryTwoSeconds, [2, 2, 2, 2, 2, 2]),
            // A week of 7 days; from 31 January, 28, 59, 89, 181 and 365 days.
            (.oneHourIsOneDay, [7, 28, 59, 89, 181, 365].map { $0 * 3600 }),
            (.thirtyMinutesIsOneDay, [7, 28, 59, 89, 181, 365].map { $0 * 1800 }),
            (.fiveMinutesIsOneDay, [7, 28, 59, 89, 181, 365].map { $0 * 300 }),
            (.oneMinuteIsOneDay, [7, 28, 59, 89, 181, 365].map { $0 * 60 }),
            (.thirtySecondsIsOneDay, [7, 28, 59, 89, 181, 365].map { $0 * 30 }),
            (.oneSecondIsOneDay, [7, 28, 59, 89, 181, 365]),
            (.realTime, [7, 28, 59, 89, 181, 365].map { $0 * 86400 }),
        ]
    )
    func lengths(rate: TimeRate, seconds: [Int]) throws {
        let lengths = try Self.periods.map { try Self.length($0, at: rate) }
        #expect(lengths == seconds.map(Double.init))
    }

    @Test(
        "Days and numbers of periods are derived from the tables",
        arguments: [
            ("P1D", 1, TimeRate.monthlyRenewalEveryHour, 129.0),
            ("P3D", 1, .monthlyRenewalEveryHour, 386),
            ("P7D", 1, .monthlyRenewalEveryHour, 900),
            ("P1D", 1, .monthlyRenewalEveryThirtySeconds, 1),
            ("P2W", 1, .monthlyRenewalEveryFiveMinutes, 360),
            ("P1M", 3, .monthlyRenewalEveryFiveMinutes, 900),
            ("P3D", 1, .oneRenewalEveryMinute, 60),
            ("P1Y", 4, .oneRenewalEveryTenSeconds, 40),
            ("P3D", 2, .oneSecondIsOneDay, 6),
            ("P1M", 0, .monthlyRenewalEveryHour, 0),
            ("P1D", 0, .monthlyRenewalEveryHour, 0),
        ]
    )
    func derivedLengths(
        period: String,
        count: Int,
        rate: TimeRate,
        seconds: Double
    ) throws {
        #expect(try Self.length(period, count: count, at: rate) == seconds)
    }

    @Test("The raw values are Apple's")
    func rawValues() {
        #expect(
            TimeRate.allCases.map(\.rawValue) == [
                0, 1, 2, 3, 4, 5, 6, 10, 11, 12, 13, 15, 1000, 1001, 1002, 1003, 1004, 1005,
            ]
        )
        #expect(TimeRate.allCases.allSatisfy { TimeRate(rawValue: $0.rawValue) == $0 })
    }

    private static func length(
        _ text: String,
        count: Int = 1,
        at rate: TimeRate
    ) throws -> TimeInterval {
        let period = try #require(SubscriptionPeriod(iso8601: text))
        return rate.end(of: period, count: count, from: start).timeIntervalSince(start)
    }
}

@Suite("Subscription periods")
struct SubscriptionPeriodTests {
    @Test(
        "A period is decoded and encoded",
        arguments: [
            ("P3D", SubscriptionPeriod(value: 3, unit: .day)),
            ("P1W", SubscriptionPeriod(value: 1, unit: .week)),
            ("P2M", SubscriptionPeriod(value: 2, unit: .month)),
            ("P12M", SubscriptionPeriod(value: 12, unit: .month)),
            ("P1Y", SubscriptionPeriod(value: 1, unit: .year)),
            ("P9999Y", SubscriptionPeriod(value: 9999, unit: .year)),
        ]
    )
    func coding(text: String, period: SubscriptionPeriod) {
        #expect(SubscriptionPeriod(iso8601: text) == period)
        #expect(period.iso8601 == text)
    }

    @Test(
        "Any other text is not a period",
        arguments: [
            "", "P", "P1", "PM", "1M", "P0M", "P-1M", "P+1M", "P1.5M", "P1H", "PT1M", "P1M2D",
            "p1m",
            "P 1M", "P1M ", "P10000D", "P\u{661}M", "P99999999999999999999D",
        ]
    )
    func invalidText(text: String) {
        #expect(SubscriptionPeriod(iso8601: text) == nil)
    }

    @Test(
        "A period ends by the calendar",
        arguments: [
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
        ]
    )
    func calendarEnd(
        text: String,
        count: Int,
        start: String,
        end: String
    ) throws {
        let period = try #require(SubscriptionPeriod(iso8601: text))
        let start = try Date(start, strategy: .iso8601)
        #expect(period.end(from: start, count: count) == (try Date(end, strategy: .iso8601)))
    }

    @Test(
        "A date beyond the calendar is the distant future",
        arguments: [Int.max, .min, 1_000_001]
    )
    func distantFuture(count: Int) {
        let period = SubscriptionPeriod(value: 2, unit: .year)
        #expect(period.end(from: Date(timeIntervalSince1970: 0), count: count) == .distantFuture)
    }
}
