import Foundation
import LocalAppStore
import Testing

@Suite struct TimeRateTests {
    /// Noon UTC on 31 January 2025.
    private static let start = Date(timeIntervalSince1970: 1_738_324_800)

    private static let periods = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"]

    @Test(arguments: [
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
    ])
    func `a period lasts what the tables say`(rate: TimeRate, seconds: [Int]) throws {
        let lengths = try Self.periods.map { try Self.length($0, at: rate) }
        #expect(lengths == seconds.map(Double.init))
    }

    @Test(arguments: [
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
    ])
    func `days and counts follow`(
        period: String,
        count: Int,
        rate: TimeRate,
        seconds: Double
    ) throws {
        #expect(try Self.length(period, count: count, at: rate) == seconds)
    }

    @Test func `raw values are those of Apple`() {
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
