import Foundation
import StoreKit
import Testing

@Suite("The words of durations")
struct DateComponentsFormatterTests {
    @Test(
        "Time is written in the units that are allowed",
        arguments: [
            (DateComponents(month: 1), .month, "1 month"),
            (DateComponents(month: 12), .month, "12 months"),
            (DateComponents(weekOfYear: 2), .weekOfMonth, "2 weeks"),
            (DateComponents(day: 7), .weekOfMonth, "1 week"),
            (DateComponents(weekOfMonth: 1), .day, "7 days"),
            (DateComponents(month: 1), .day, "31 days"),
            (DateComponents(day: 10), [.weekOfMonth, .day], "1 week, 3 days"),
            (DateComponents(month: 14), [.year, .month, .era], "1 year, 2 months"),
            (DateComponents(hour: 25), [.day, .hour, .second], "1 day, 1 hour"),
            (DateComponents(day: 0), [.day, .hour], "0 hours"),
        ] as [(DateComponents, NSCalendar.Unit, String)]
    )
    func allowed(_ components: DateComponents, _ units: NSCalendar.Unit, _ expected: String) {
        let formatter = DateComponentsFormatter.make()
        formatter.allowedUnits = units
        #expect(formatter.string(from: components) == expected)
    }

    @Test(
        "A fresh formatter is positional and writes components in their own units",
        arguments: [
            (DateComponents(month: 14, day: 2), "14mo 2d"),
            (DateComponents(month: 1, day: 40), "2mo 12d"),
            (DateComponents(day: 1, hour: 1), nil),
        ]
    )
    func defaults(_ components: DateComponents, _ expected: String?) {
        let formatter = DateComponentsFormatter()
        #expect(formatter.unitsStyle == .positional)
        #expect(formatter.allowedUnits == [])
        #expect(formatter.calendar == .autoupdatingCurrent)
        formatter.calendar = DateComponentsFormatter.make().calendar
        #expect(formatter.string(from: components) == expected)
    }

    @Test(
        "Each style has its width",
        arguments: [
            (.full, "1 year, 1 month, 2 weeks, 2 days"),
            (.spellOut, "one year, one month, two weeks, two days"),
            (.short, "1 yr, 1 mth, 2 wks, 2 days"),
            (.brief, "1yr 1mth 2wks 2days"), (.abbreviated, "1y 1mo 2w 2d"),
            (.positional, "1y 1mo 2w 2d"),
        ] as [(DateComponentsFormatter.UnitsStyle, String)]
    )
    func width(_ style: DateComponentsFormatter.UnitsStyle, _ expected: String) {
        let components = DateComponents(year: 1, month: 1, day: 2, weekOfMonth: 2)
        #expect(DateComponentsFormatter.make(style).string(from: components) == expected)
    }

    @Test(
        "A maximum of units leaves the largest ones",
        arguments: [
            (0, "1 year, 2 months, 3 days"), (1, "1 year"), (2, "1 year, 2 months"), (9, nil),
        ]
    )
    func maximumUnitCount(_ count: Int, _ expected: String?) throws {
        let formatter = DateComponentsFormatter.make()
        #expect(formatter.maximumUnitCount == 0)
        let components = DateComponents(year: 1, month: 2, day: 3)
        let all = formatter.string(from: components)
        formatter.maximumUnitCount = count
        #expect(formatter.string(from: components) == expected ?? all)
        let copy = try #require(formatter.copy() as? DateComponentsFormatter)
        #expect(copy.maximumUnitCount == count)
    }

    @Test("A year has as many months as the calendar gives it")
    func otherCalendars() {
        let formatter = DateComponentsFormatter.make(calendar: .coptic)
        formatter.allowedUnits = [.year, .month]
        #expect(formatter.string(from: DateComponents(month: 13)) == "1 year")
    }

    @Test(
        "A locale has its plurals and its digits",
        arguments: [
            ("en_US@currency=JPY", "1 month", "3 weeks"), ("de_DE", "1 Monat", "3 Wochen"),
            ("fr_FR", "1\u{A0}mois", "3\u{A0}semaines"),
            ("pl_PL", "1 miesi\u{105}c", "3 tygodnie"), ("ar_EG", "شهر", "٣ أسابيع"),
            ("ko_KR", "1개월", "3주"), ("zh-Hans-CN", "1个月", "3周"),
        ]
    )
    func locales(_ locale: String, _ month: String, _ weeks: String) {
        let formatter = DateComponentsFormatter.make(locale: locale)
        #expect(formatter.string(from: DateComponents(month: 1)) == month)
        #expect(formatter.string(from: DateComponents(weekOfMonth: 3)) == weeks)
    }

    @Test("Every locale of Foundation has words for the longest text")
    func allLocales() {
        let components = DateComponents(
            year: 77_777,
            month: 7,
            day: 6,
            hour: 17,
            minute: 37,
            second: 57,
            weekOfMonth: 3
        )
        for locale in Locale.availableIdentifiers {
            let text = DateComponentsFormatter.make(locale: locale).string(from: components)
            #expect(text?.isEmpty == false, "\(locale)")
        }
    }

    @Test("A calendar without a locale uses the current one")
    func currentLocale() {
        let formatter = DateComponentsFormatter.make(locale: Locale.current.identifier)
        let expected = formatter.string(from: DateComponents(day: 2))
        for calendar in [Calendar(identifier: .gregorian), nil] {
            formatter.calendar = calendar
            #expect(formatter.string(from: DateComponents(day: 2)) == expected)
        }
    }

    @Test(
        "A duration without units, a negative one and one beyond the limit have no text",
        arguments: [
            DateComponents(), DateComponents(nanosecond: 1), DateComponents(day: -1),
            DateComponents(day: 100_001), DateComponents(year: 1, weekOfYear: .max - 1),
        ]
    )
    func noText(_ components: DateComponents) {
        #expect(DateComponentsFormatter.make().string(from: components) == nil)
    }

    @Test("A formatter formats components and no other objects")
    func objects() {
        let formatter: Formatter = DateComponentsFormatter.make()
        #expect(formatter.string(for: DateComponents(day: 1)) == "1 day")
        #expect(formatter.string(for: 86_400) == nil)
    }

    @Test("A copy has all settings and is independent")
    func copies() throws {
        let formatter = DateComponentsFormatter.make(.short, locale: "nl")
        formatter.allowedUnits = .month
        let copy = try #require(formatter.copy() as? DateComponentsFormatter)
        formatter.unitsStyle = .full
        #expect(copy.string(from: DateComponents(year: 1)) == "12 mnd")
        #expect(formatter.string(from: DateComponents(year: 1)) == "12 maanden")
    }
}

extension DateComponentsFormatter {
    /// A formatter of a calendar in a locale, with Apple's defaults for other settings.
    fileprivate static func make(
        _ style: UnitsStyle = .full,
        locale: String = "en_US",
        calendar identifier: Calendar.Identifier = .gregorian
    ) -> DateComponentsFormatter {
        let formatter = DateComponentsFormatter()
        var calendar = Calendar(identifier: identifier)
        calendar.locale = Locale(identifier: locale)
        formatter.calendar = calendar
        formatter.unitsStyle = style
        return formatter
    }
}
