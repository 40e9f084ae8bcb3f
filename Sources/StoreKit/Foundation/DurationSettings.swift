import Foundation

/// The settings of a `DateComponentsFormatter`, and formatting with them.
struct DurationSettings {
    var unitsStyle = DateComponentsFormatter.UnitsStyle.positional
    var allowedUnits: NSCalendar.Unit = []
    var zeroFormattingBehavior = DateComponentsFormatter.ZeroFormattingBehavior.default
    var calendar: Calendar? = .autoupdatingCurrent
    var referenceDate: Date?
    var allowsFractionalUnits = false
    var maximumUnitCount = 0
    var formattingContext = Formatter.Context.unknown

    var usedCalendar: Calendar { calendar ?? .autoupdatingCurrent }

    /// The start of durations.
    ///
    /// Without a reference date there is no time zone, so that all days have 24 hours.
    var origin: (start: Date, calendar: Calendar) {
        var calendar = usedCalendar
        if let referenceDate { return (referenceDate, calendar) }
        calendar.timeZone = .gmt
        return (Date(timeIntervalSinceReferenceDate: 0), calendar)
    }

    /// The units for a time without units of its own.
    var units: [DurationUnit] {
        guard !allowedUnits.isEmpty else { return DurationUnit.allCases }
        return DurationUnit.allCases.filter { allowedUnits.contains($0.option) }
    }

    /// The units for date components; by default their own.
    func units(for components: DateComponents) -> [DurationUnit] {
        guard allowedUnits.isEmpty else { return units }
        return DurationUnit.allCases.filter { $0.count(in: components) != nil }
    }

    /// Formats a span in `units`, largest first.
    func string(of span: DurationSpan, in units: [DurationUnit]) -> String? {
        let behavior = zeroFormattingBehavior.resolved(for: unitsStyle)
        guard let units = limited(units, for: span, dropsLeading: behavior.contains(.dropLeading)),
            let amounts = span.amounts(in: units, fraction: allowsFractionalUnits)
        else { return nil }
        return text(behavior.dropping(amounts), digits: behavior.digits).map(inContext)
    }

    private var locale: Locale {
        guard let locale = usedCalendar.locale, !locale.identifier.isEmpty else { return .current }
        return locale
    }

    private func limited(
        _ units: [DurationUnit],
        for span: DurationSpan,
        dropsLeading: Bool
    ) -> [DurationUnit]? {
        guard !units.isEmpty else { return nil }
        guard maximumUnitCount > 0 else { return units }
        guard let amounts = span.amounts(in: units, fraction: false) else { return nil }
        let largest = amounts.firstIndex { $0.value != 0 } ?? units.count - 1
        return Array(units.dropFirst(dropsLeading ? largest : 0).prefix(maximumUnitCount))
    }

    private func text(_ amounts: [DurationAmount], digits: PositionalText.Digits) -> String? {
        switch unitsStyle {
        case .positional: PositionalText(locale: locale, digits: digits).text(amounts)
        case .abbreviated: words(.narrow).digits(amounts)
        case .short: words(.short).digits(amounts)
        case .full: words(.full).digits(amounts)
        case .spellOut: words(.full).words(amounts)
        case .brief: words(.shorter).digits(amounts)
        }
    }

    private func words(_ width: DurationText.Width) -> DurationText {
        DurationText(locale: locale.identifier(.icu), width: width)
    }

    private func inContext(_ text: String) -> String {
        guard formattingContext == .beginningOfSentence else { return text }
        return text.prefix(1).uppercased(with: locale) + text.dropFirst()
    }
}
