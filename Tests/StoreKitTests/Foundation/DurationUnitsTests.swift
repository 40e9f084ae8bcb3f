import Foundation
import StoreKit
import Testing

@Suite("The units of durations")
struct DurationUnitsTests {
    @Test(
        "Time is written in the units that are allowed",
        arguments: [
            (DateComponents(day: 7), .weekOfMonth, "1 week"),
            (DateComponents(weekOfMonth: 1), .day, "7 days"),
            (DateComponents(weekOfYear: 2), .weekOfMonth, "2 weeks"),
            (DateComponents(month: 12), .year, "1 year"),
            (DateComponents(year: 1), .month, "12 months"),
            (DateComponents(day: 10), [.weekOfMonth, .day], "1 week, 3 days"),
            (DateComponents(month: 14), [.year, .month], "1 year, 2 months"),
            (DateComponents(month: 14), .month, "14 months"),
            (DateComponents(day: 10, hour: 5), [.weekOfMonth, .hour], "1 week, 77 hours"),
            (DateComponents(day: 10), .weekOfMonth, "1 week"),
            (DateComponents(month: 1), .day, "31 days"),
            (DateComponents(hour: 25), [.day, .hour], "1 day, 1 hour"),
            (DateComponents(month: 1), [.month, .era], "1 month"),
        ] as [(DateComponents, NSCalendar.Unit, String)]
    )
    func allowed(_ components: DateComponents, _ units: NSCalendar.Unit, _ expected: String) {
        let formatter = DateComponentsFormatter.make(units: units)
        #expect(formatter.string(from: components) == expected)
    }

    @Test(
        "Without allowed units, components are written in their own",
        arguments: [
            (DateComponents(day: 7), "7 days"),
            (DateComponents(month: 12), "12 months"),
            (DateComponents(month: 1, day: 40), "2 months, 12 days"),
            (DateComponents(weekOfYear: 2), "2 weeks"),
        ]
    )
    func ownUnits(_ components: DateComponents, _ expected: String) {
        #expect(DateComponentsFormatter.make().string(from: components) == expected)
    }

    @Test("Without allowed units, an interval is written in all of them")
    func interval() {
        let formatter = DateComponentsFormatter.make(.abbreviated)
        #expect(formatter.string(from: 694_861.9) == "1w 1d 1h 1m 1s")
    }

    @Test("A year has as many months as the calendar gives it")
    func otherCalendars() {
        let months = DateComponents(month: 13)
        let coptic = DateComponentsFormatter.make(units: [.year, .month], calendar: .coptic)
        #expect(coptic.string(from: months) == "1 year")
        let gregorian = DateComponentsFormatter.make(units: [.year, .month])
        #expect(gregorian.string(from: months) == "1 year, 1 month")
    }

    @Test("The reference date decides how long a month is")
    func referenceDate() throws {
        let formatter = DateComponentsFormatter.make(units: .day)
        let february = DateComponents(year: 2023, month: 2, day: 1)
        formatter.referenceDate = try #require(formatter.calendar?.date(from: february))
        #expect(formatter.string(from: DateComponents(month: 1)) == "28 days")
    }

    @Test("Durations have no time zone, dates and reference dates have the calendar's")
    func timeZones() throws {
        let newYork = try #require(TimeZone(identifier: "America/New_York"))
        let formatter = DateComponentsFormatter.make(units: .hour, timeZone: newYork)
        let eve = try #require(
            formatter.calendar?.date(from: DateComponents(year: 2024, month: 3, day: 10))
        )
        #expect(formatter.string(from: DateComponents(month: 4)) == "2,880 hours")
        formatter.referenceDate = eve
        #expect(formatter.string(from: DateComponents(day: 1)) == "23 hours")
        formatter.allowedUnits = .day
        #expect(formatter.string(from: eve, to: eve.addingTimeInterval(82_800)) == "1 day")
    }

    @Test("Two dates are as far apart as the calendar says, in both directions")
    func dates() throws {
        let formatter = DateComponentsFormatter.make()
        let calendar = try #require(formatter.calendar)
        let start = try #require(calendar.date(from: .init(year: 2024, month: 1, day: 31)))
        let end = try #require(calendar.date(from: .init(year: 2024, month: 3, day: 15)))
        #expect(formatter.string(from: start, to: end) == "1 month, 2 weeks, 1 day")
        #expect(
            formatter.string(from: end, to: end.addingTimeInterval(-90_000)) == "-1 day, 1 hour"
        )
    }

    @Test(
        "A maximum number of units truncates the smaller ones",
        arguments: [
            (0, "1h 10m 50s"), (1, "1h"), (2, "1h 10m"), (3, "1h 10m 50s"), (9, "1h 10m 50s"),
        ]
    )
    func maximumUnitCount(_ count: Int, _ expected: String) {
        let formatter = DateComponentsFormatter.make(.abbreviated)
        formatter.maximumUnitCount = count
        #expect(formatter.string(from: 4_250) == expected)
    }

    @Test(
        "Where fractions are allowed the smallest unit has one",
        arguments: [
            (DateComponents(hour: 1, minute: 30), .hour, "1.5 hours"),
            (DateComponents(day: 10, hour: 12), .weekOfMonth, "1.5 weeks"),
            (DateComponents(minute: -90), .hour, "-1.5 hours"),
            (DateComponents(second: 90, nanosecond: 250_000_000), .second, "90.25 seconds"),
            (DateComponents(hour: 25, minute: 30), [.day, .hour], "1 day, 1.5 hours"),
        ] as [(DateComponents, NSCalendar.Unit, String)]
    )
    func fractions(_ components: DateComponents, _ units: NSCalendar.Unit, _ expected: String) {
        let formatter = DateComponentsFormatter.make(units: units)
        formatter.allowsFractionalUnits = true
        #expect(formatter.string(from: components) == expected)
        formatter.allowsFractionalUnits = false
        #expect(formatter.string(from: components) != expected)
    }

    @Test("A fraction is a part of the unit in the direction of the time")
    func fractionOfDates() throws {
        let formatter = DateComponentsFormatter.make(units: .month)
        formatter.allowsFractionalUnits = true
        let calendar = try #require(formatter.calendar)
        let march = try #require(calendar.date(from: .init(year: 2023, month: 3, day: 1)))
        let february = try #require(calendar.date(from: .init(year: 2023, month: 2, day: 15)))
        #expect(formatter.string(from: march, to: february) == "-0.5 months")
    }

    @Test("A duration without units or beyond the limit has no text")
    func noText() {
        let formatter = DateComponentsFormatter.make()
        #expect(formatter.string(from: DateComponents()) == nil)
        #expect(formatter.string(from: DateComponents(day: .max)) == nil)
        #expect(formatter.string(from: DateComponents(day: .min, weekOfMonth: .max / 2)) == nil)
        #expect(formatter.string(from: .infinity) == nil)
        #expect(formatter.string(from: .nan) == nil)
        #expect(formatter.string(from: .distantPast, to: Date(timeIntervalSince1970: 1e15)) == nil)
        formatter.allowedUnits = .era
        #expect(formatter.string(from: DateComponents(day: 1)) == nil)
    }

    @Test("A formatter formats components and no other objects")
    func objects() {
        let formatter: Formatter = DateComponentsFormatter.make()
        #expect(formatter.string(for: DateComponents(day: 1)) == "1 day")
        #expect(formatter.string(for: 86_400) == nil)
    }

    @Test("A copy has all settings and is independent")
    func copies() throws {
        let formatter = DateComponentsFormatter.make(.short, locale: "nl", units: .month)
        let copy = try #require(formatter.copy() as? DateComponentsFormatter)
        formatter.unitsStyle = .full
        #expect(copy.string(from: DateComponents(year: 1)) == "12 mnd")
        #expect(formatter.string(from: DateComponents(year: 1)) == "12 maanden")
    }
}

extension DateComponentsFormatter {
    /// A formatter of a calendar in a locale, with Apple's defaults for other settings.
    static func make(
        _ style: UnitsStyle = .full,
        locale: String = "en_US",
        units: NSCalendar.Unit = [],
        zeros: ZeroFormattingBehavior = .default,
        calendar identifier: Calendar.Identifier = .gregorian,
        timeZone: TimeZone = .gmt
    ) -> DateComponentsFormatter {
        let formatter = DateComponentsFormatter()
        var calendar = Calendar(identifier: identifier)
        calendar.locale = Locale(identifier: locale)
        calendar.timeZone = timeZone
        formatter.calendar = calendar
        formatter.unitsStyle = style
        formatter.allowedUnits = units
        formatter.zeroFormattingBehavior = zeros
        return formatter
    }
}
