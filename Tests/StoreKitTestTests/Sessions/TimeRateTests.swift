import Foundation
import StoreKit
import StoreKitTest
import Testing

extension StoreInUse {
    @Suite("A session's time rate")
    struct TimeRateTests {
        /// Apple's table of the seconds that a week, a month and a year last.
        ///
        /// The older rates shorten the day: a month from 1 March 2024 has 31 days, a year 365.
        static let table: [(rate: SKTestSession.TimeRate, week: Int, month: Int, year: Int)] = [
            (.realTime, 7 * 86_400, 31 * 86_400, 365 * 86_400),
            (.oneHourIsOneDay, 7 * 3_600, 31 * 3_600, 365 * 3_600),
            (.thirtyMinutesIsOneDay, 7 * 1_800, 31 * 1_800, 365 * 1_800),
            (.fiveMinutesIsOneDay, 7 * 300, 31 * 300, 365 * 300),
            (.oneMinuteIsOneDay, 7 * 60, 31 * 60, 365 * 60),
            (.thirtySecondsIsOneDay, 7 * 30, 31 * 30, 365 * 30),
            (.oneSecondIsOneDay, 7, 31, 365),
            (.monthlyRenewalEveryHour, 900, 3_600, 43_200),
            (.monthlyRenewalEveryThirtyMinutes, 600, 1_800, 21_600),
            (.monthlyRenewalEveryFifteenMinutes, 300, 900, 10_800),
            (.monthlyRenewalEveryFiveMinutes, 180, 300, 3_600),
            (.monthlyRenewalEveryThirtySeconds, 10, 30, 360),
            (.oneRenewalEveryFifteenMinutes, 900, 900, 900),
            (.oneRenewalEveryFiveMinutes, 300, 300, 300),
            (.oneRenewalEveryMinute, 60, 60, 60),
            (.oneRenewalEveryThirtySeconds, 30, 30, 30),
            (.oneRenewalEveryTenSeconds, 10, 10, 10),
            (.oneRenewalEveryTwoSeconds, 2, 2, 2),
        ]

        @Test("A period has the length in Apple's table", arguments: table.indices)
        func lengths(row: Int) throws {
            let (rate, week, month, year) = Self.table[row]
            #expect(try length(of: SampleProducts.weekly, at: rate) == TimeInterval(week))
            #expect(try length(of: SampleProducts.monthly, at: rate) == TimeInterval(month))
            #expect(try length(of: SampleProducts.yearly, at: rate) == TimeInterval(year))
        }

        @Test("The raw values are Apple's, and no others are valid")
        func numbers() {
            let numbers = (0...2_000).filter { SKTestSession.TimeRate(rawValue: $0) != nil }
            #expect(numbers == Array(0...6) + Array(10...13) + [15] + Array(1_000...1_005))
            #expect(Self.table.map(\.rate.rawValue) == numbers)
        }

        @Test("A new rate applies to later purchases only")
        func later() throws {
            let session = try SKTestSession.make()
            let before = try session.bought(SampleProducts.monthly).expirationDate
            session.timeRate = .oneRenewalEveryMinute
            #expect(try session.newest().expirationDate == before)
        }

        private func length(
            of product: String,
            at rate: SKTestSession.TimeRate
        ) throws -> TimeInterval? {
            let session = try SKTestSession.make()
            session.timeRate = rate
            #expect(session.timeRate == rate)
            let bought = try session.bought(product)
            return bought.expirationDate?.timeIntervalSince(bought.purchaseDate)
        }
    }
}
