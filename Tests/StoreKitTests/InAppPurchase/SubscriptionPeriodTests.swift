import Foundation
import Testing

@testable import StoreKit

@Suite("Periods of subscriptions")
struct SubscriptionPeriodTests {
    private let calendar = Calendar(identifier: .gregorian)
    /// 10 January 2025, 12:00 UTC: far from changes of clocks.
    private let start = Date(timeIntervalSince1970: 1_736_510_400)

    @Test(
        "A constant has its length",
        arguments: [
            (.weekly, .week, 1), (.monthly, .month, 1), (.yearly, .year, 1),
            (.everyThreeDays, .day, 3), (.everyTwoWeeks, .week, 2), (.everyTwoMonths, .month, 2),
            (.everyThreeMonths, .month, 3), (.everySixMonths, .month, 6),
        ] as [(Product.SubscriptionPeriod, Product.SubscriptionPeriod.Unit, Int)]
    )
    func constants(
        _ period: Product.SubscriptionPeriod,
        _ unit: Product.SubscriptionPeriod.Unit,
        _ value: Int
    ) {
        #expect(period.unit == unit)
        #expect(period.value == value)
    }

    @Test(
        "A range of dates is as long in the Gregorian calendar",
        arguments: [
            (.everyThreeDays, DateComponents(month: 0, day: 3)),
            (.everyTwoWeeks, DateComponents(month: 0, day: 14)),
            (.monthly, DateComponents(month: 1, day: 0)),
            (.yearly, DateComponents(month: 12, day: 0)),
        ] as [(Product.SubscriptionPeriod, DateComponents)]
    )
    func dateRange(_ period: Product.SubscriptionPeriod, _ length: DateComponents) {
        let range = period.dateRange(referenceDate: start)
        #expect(range.lowerBound == start)
        let counted = calendar.dateComponents([.month, .day], from: start, to: range.upperBound)
        #expect(counted.month == length.month)
        #expect(counted.day == length.day)
    }

    @Test("A month from the last day of January ends on the last day of February")
    func monthEnd() throws {
        let day = try #require(calendar.date(from: DateComponents(year: 2025, month: 1, day: 31)))
        let end = Product.SubscriptionPeriod.monthly.dateRange(referenceDate: day).upperBound
        #expect(calendar.dateComponents([.month, .day], from: end).month == 2)
        #expect(calendar.dateComponents([.month, .day], from: end).day == 28)
    }

    @Test("A period that is not positive has no dates", arguments: [0, -1])
    func noDates(value: Int) {
        let period = Product.SubscriptionPeriod(unit: .month, value: value)
        #expect(period.dateRange(referenceDate: start).isEmpty)
    }

    @Test(
        "Components have the period in one unit",
        arguments: [
            (.everyThreeDays, DateComponents(day: 3)),
            (.everyTwoWeeks, DateComponents(weekOfYear: 2)), (.monthly, DateComponents(month: 1)),
            (.yearly, DateComponents(year: 1)),
        ] as [(Product.SubscriptionPeriod, DateComponents)]
    )
    func components(_ period: Product.SubscriptionPeriod, _ expected: DateComponents) {
        #expect(DateComponents(subscriptionPeriod: period) == expected)
    }

    @Test(
        "A period is read from ISO 8601",
        arguments: [
            ("P3D", .everyThreeDays), ("P1W", .weekly), ("P2M", .everyTwoMonths),
            ("P1Y", .yearly),
        ] as [(String, Product.SubscriptionPeriod)]
    )
    func iso8601(_ text: String, _ period: Product.SubscriptionPeriod) {
        #expect(Product.SubscriptionPeriod(iso8601: text) == period)
    }

    @Test(
        "A malformed period is not read",
        arguments: ["", "P", "1M", "PM", "P0M", "P-1M", "P1H", "P1M1D", "p1m", "PT1M", "P1.5M"]
    )
    func malformed(_ text: String) {
        #expect(Product.SubscriptionPeriod(iso8601: text) == nil)
    }

    @Test("A period is described in English")
    func debugDescription() {
        #expect(String(reflecting: Product.SubscriptionPeriod.monthly) == "1 month")
        #expect(String(reflecting: Product.SubscriptionPeriod.everyThreeDays) == "3 days")
    }

    @Test("A style for dates gets the range from the reference date on")
    func formattingDates() {
        let range = Product.SubscriptionPeriod.weekly.formatted(Dates(), referenceDate: start)
        #expect(range == Product.SubscriptionPeriod.weekly.dateRange(referenceDate: start))
    }

    @Test("A style for durations gets the time from the reference date on")
    func formattingDurations() {
        let period = Product.SubscriptionPeriod.monthly
        let seconds = period.formatted(Seconds(), referenceDate: start)
        let range = period.dateRange(referenceDate: start)
        #expect(seconds == Int64(range.upperBound.timeIntervalSince(start)))
        #expect(seconds > 30 * 86_400)
    }

    @Test(
        "A product's style spells out the length of a period",
        arguments: [
            ("en_US", ["three days", "two weeks", "one month", "one year"]),
            ("ja_JP", ["三日", "二週間", "一か月", "一年"]),
            ("fr_FR", ["trois\u{A0}jours", "deux\u{A0}semaines", "un\u{A0}mois", "un\u{A0}an"]),
        ]
    )
    func spelledOut(locale: String, lengths: [String]) throws {
        let style = DurationFormatStyle(locale: Locale(identifier: "it_IT"))
        let periods: [Product.SubscriptionPeriod] = [
            .everyThreeDays, .everyTwoWeeks, .monthly, .yearly,
        ]
        let local = style.locale(Locale(identifier: locale))
        #expect(periods.map { $0.formatted(local, referenceDate: start) } == lengths)
        let data = try JSONEncoder().encode(local)
        #expect(try JSONDecoder().decode(DurationFormatStyle.self, from: data) == local)
    }

    @Test("An empty range has no seconds, and a long one several units")
    func spelledOutRanges() {
        let style = DurationFormatStyle(locale: Locale(identifier: "en_US"))
        #expect(style.format(start..<start) == "zero seconds")
        #expect(
            style.format(start..<start.addingTimeInterval(10 * 86_400)) == "one week, three days"
        )
    }
}

private struct Dates: FormatStyle {
    func format(_ value: Range<Date>) -> Range<Date> { value }
}

private struct Seconds: FormatStyle {
    func format(_ value: Duration) -> Int64 { value.components.seconds }
}
