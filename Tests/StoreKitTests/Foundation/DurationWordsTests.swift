import Foundation
import StoreKit
import Testing

@Suite("The words of durations")
struct DurationWordsTests {
    static let everything = DateComponents(year: 1, month: 1, day: 2, weekOfMonth: 2)

    @Test(
        "Each style has its width",
        arguments: [
            (.full, "1 year, 1 month, 2 weeks, 2 days"),
            (.short, "1 yr, 1 mth, 2 wks, 2 days"),
            (.brief, "1yr 1mth 2wks 2days"),
            (.abbreviated, "1y 1mo 2w 2d"),
            (.spellOut, "one year, one month, two weeks, two days"),
            (.positional, "1y 1mo 2w 2d"),
        ] as [(DateComponentsFormatter.UnitsStyle, String)]
    )
    func width(_ style: DateComponentsFormatter.UnitsStyle, _ expected: String) {
        #expect(DateComponentsFormatter.make(style).string(from: Self.everything) == expected)
    }

    @Test(
        "A time of day has the widths that Apple's documentation shows",
        arguments: [
            (.full, "9 hours, 41 minutes, 30 seconds"),
            (.short, "9 hr, 41 min, 30 sec"),
            (.brief, "9hr 41min 30sec"),
            (.abbreviated, "9h 41m 30s"),
            (.spellOut, "nine hours, forty-one minutes, thirty seconds"),
            (.positional, "9:41:30"),
        ] as [(DateComponentsFormatter.UnitsStyle, String)]
    )
    func timeOfDay(_ style: DateComponentsFormatter.UnitsStyle, _ expected: String) {
        let time = DateComponents(hour: 9, minute: 41, second: 30)
        #expect(DateComponentsFormatter.make(style).string(from: time) == expected)
    }

    @Test(
        "Every locale has its plurals and its digits",
        arguments: [
            ("en_US", "1 month", "3 weeks"),
            ("en_GB", "1 month", "3 weeks"),
            ("en_US@currency=JPY", "1 month", "3 weeks"),
            ("de_DE", "1 Monat", "3 Wochen"),
            ("fr_FR", "1\u{A0}mois", "3\u{A0}semaines"),
            ("es_ES", "1 mes", "3 semanas"),
            ("it_IT", "1 mese", "3 settimane"),
            ("pt_BR", "1 m\u{EA}s", "3 semanas"),
            ("nl_NL", "1 maand", "3 weken"),
            ("da_DK", "1 m\u{E5}ned", "3 uger"),
            ("sv_SE", "1 m\u{E5}nad", "3 veckor"),
            ("nb_NO", "1 m\u{E5}ned", "3 uker"),
            ("fi_FI", "1 kuukausi", "3 viikkoa"),
            ("pl_PL", "1 miesi\u{105}c", "3 tygodnie"),
            ("cs_CZ", "1 m\u{11B}s\u{ED}c", "3 t\u{FD}dny"),
            ("hu_HU", "1 h\u{F3}nap", "3 h\u{E9}t"),
            ("ro_RO", "1 lun\u{103}", "3 s\u{103}pt\u{103}m\u{E2}ni"),
            ("el_GR", "1 μήνας", "3 εβδομάδες"),
            ("ru_RU", "1 месяц", "3 недели"),
            ("uk_UA", "1 місяць", "3 тижні"),
            ("tr_TR", "1\u{202F}ay", "3 hafta"),
            ("ar_EG", "شهر", "٣ أسابيع"),
            ("hi_IN", "1 महीना", "3 सप्ताह"),
            ("th_TH", "1 เดือน", "3 สัปดาห์"),
            ("vi_VN", "1 tháng", "3 tuần"),
            ("ko_KR", "1개월", "3주"),
            ("zh-Hans-CN", "1个月", "3周"),
            ("id_ID", "1 bulan", "3 minggu"),
        ]
    )
    func locales(_ locale: String, _ month: String, _ weeks: String) {
        let formatter = DateComponentsFormatter.make(locale: locale)
        #expect(formatter.string(from: DateComponents(month: 1)) == month)
        #expect(formatter.string(from: DateComponents(weekOfMonth: 3)) == weeks)
    }

    @Test(
        "Short names are the locale's own",
        arguments: [
            ("en_US", "1 yr", "6 mths"), ("de_DE", "1 J", "6 Mon."), ("nl_NL", "1 jr", "6 mnd"),
            ("tr_TR", "1\u{202F}yıl", "6\u{202F}ay"), ("cs_CZ", "1 rok", "6 měs."),
            ("zh_CN", "1年", "6个月"),
        ]
    )
    func shortNames(_ locale: String, _ year: String, _ months: String) {
        let formatter = DateComponentsFormatter.make(.short, locale: locale)
        #expect(formatter.string(from: DateComponents(year: 1)) == year)
        #expect(formatter.string(from: DateComponents(month: 6)) == months)
    }

    @Test(
        "Numbers are spelled out and joined as the locale does",
        arguments: [
            ("en", "one month, two days"), ("fr", "un mois et deux jours"),
            ("da", "et måned og to dage"), ("fi", "yksi kuukausi ja kaksi päivää"),
            ("ja", "一か月 二日"),
        ]
    )
    func spelledOut(_ locale: String, _ expected: String) {
        let formatter = DateComponentsFormatter.make(.spellOut, locale: locale)
        #expect(
            formatter.string(from: DateComponents(month: 1, day: 2))?
                .replacing("\u{A0}", with: " ") == expected
        )
    }

    @Test("A long text is complete")
    func longText() {
        let components = DateComponents(
            year: 7_777,
            month: 7,
            day: 27,
            hour: 17,
            minute: 37,
            second: 57
        )
        let text = DateComponentsFormatter.make(.spellOut).string(from: components)
        let expected = """
            seven thousand seven hundred seventy-seven years, seven months, twenty-seven days, \
            seventeen hours, thirty-seven minutes, fifty-seven seconds
            """
        #expect(text == expected)
    }

    @Test("Every locale of Foundation has words")
    func allLocales() {
        let styles: [DateComponentsFormatter.UnitsStyle] = [.full, .short, .brief, .abbreviated]
        for locale in Locale.availableIdentifiers {
            for style in styles + [.spellOut, .positional] {
                let text = DateComponentsFormatter.make(style, locale: locale)
                    .string(from: Self.everything)
                #expect(text?.isEmpty == false, "\(locale) \(style)")
            }
        }
    }

    @Test("A calendar without a locale uses the current one")
    func currentLocale() {
        let formatter = DateComponentsFormatter.make(locale: Locale.current.identifier)
        let expected = formatter.string(from: Self.everything)
        formatter.calendar = Calendar(identifier: .gregorian)
        #expect(formatter.string(from: Self.everything) == expected)
        formatter.calendar = nil
        #expect(formatter.string(from: Self.everything) == expected)
    }

    @Test("A localized string has the current locale and the given style")
    func localizedString() {
        let formatter = DateComponentsFormatter.make(.short, locale: Locale.current.identifier)
        let text = DateComponentsFormatter.localizedString(
            from: DateComponents(month: 1),
            unitsStyle: .short
        )
        #expect(text == formatter.string(from: DateComponents(month: 1)))
        #expect(text != nil)
    }

    @Test("Only the beginning of a sentence is capitalized")
    func context() {
        let formatter = DateComponentsFormatter.make(.spellOut)
        #expect(formatter.string(from: DateComponents(month: 1)) == "one month")
        formatter.formattingContext = .beginningOfSentence
        #expect(formatter.string(from: DateComponents(month: 1)) == "One month")
        formatter.formattingContext = .middleOfSentence
        #expect(formatter.string(from: DateComponents(month: 1)) == "one month")
    }
}
