public import Foundation
import LocalAppStore

/// Words lengths of time, such as "1 month, 2 days", in the locale of a calendar.
///
/// A replacement for Apple's class, missing in Foundation on Linux, with the functions that the
/// period of a subscription needs. Left out are times as on a clock, fractions, negative lengths,
/// intervals and pairs of dates, the reference date, the context in a sentence, and a choice about
/// zeros, which are dropped as by Apple's default. Methods may be called on any thread.
open class DateComponentsFormatter: Formatter {
    private struct Settings {
        var unitsStyle = UnitsStyle.positional
        var allowedUnits: NSCalendar.Unit = []
        var maximumUnitCount = 0
        var calendar: Calendar? = .autoupdatingCurrent
    }

    private let settings = Locked(Settings())

    /// The longest that a length may be in any unit: calendars count much longer ones wrongly.
    private static let limit = 100_000

    /// Makes a formatter with Apple's defaults: positional, all units, no zeros.
    public override init() {
        super.init()
    }

    /// Fails: formatters are not archived here.
    public required init?(coder: NSCoder) {
        nil
    }

    /// The style of units; `positional` by default.
    open var unitsStyle: UnitsStyle {
        get { settings.withLock { $0.unitsStyle } }
        set { settings.withLock { $0.unitsStyle = newValue } }
    }

    /// The units of the string; by default the empty set, for the units of the components.
    ///
    /// Years, months, weeks (`weekOfMonth`), days, hours, minutes and seconds may be allowed. Time
    /// of a unit that is not allowed is converted to those that are, from 1 January 2001 on. Other
    /// units are ignored, where Apple's class raises an exception.
    open var allowedUnits: NSCalendar.Unit {
        get { settings.withLock { $0.allowedUnits } }
        set { settings.withLock { $0.allowedUnits = newValue } }
    }

    /// The greatest number of units in the string; by default 0, for no limit.
    ///
    /// The largest units remain, and the rest of the time is dropped.
    open var maximumUnitCount: Int {
        get { settings.withLock { $0.maximumUnitCount } }
        set { settings.withLock { $0.maximumUnitCount = newValue } }
    }

    /// The calendar that counts the time and whose locale words it.
    ///
    /// `Calendar.autoupdatingCurrent` by default, and for nil. For a calendar without a locale the
    /// current locale is used.
    open var calendar: Calendar? {
        get { settings.withLock { $0.calendar } }
        set { settings.withLock { $0.calendar = newValue } }
    }

    /// Words the length of date components.
    ///
    /// - Parameter components: Years to seconds; other components are ignored.
    /// - Returns: The string, or nil without a unit, when a component is negative or beyond
    ///   100,000, or when a positional string would have hours, minutes or seconds.
    open func string(from components: DateComponents) -> String? {
        let settings = settings.withLock { $0 }
        let calendar = settings.calendar ?? .autoupdatingCurrent
        let units = DurationUnit.all.filter {
            settings.allowedUnits.isEmpty
                ? $0.count(in: components) != nil : settings.allowedUnits.contains($0.option)
        }
        guard let amounts = Self.amounts(of: components, in: units, by: calendar),
            settings.unitsStyle != .positional || !amounts.contains(where: \.unit.isClockTime)
        else { return nil }
        let locale = calendar.locale.flatMap { $0.identifier.isEmpty ? nil : $0 } ?? .current
        let count = settings.maximumUnitCount > 0 ? settings.maximumUnitCount : amounts.count
        return DurationText(locale: locale, style: settings.unitsStyle)
            .text(Array(amounts.prefix(count)))
    }

    /// Words an object that is `DateComponents`; nil for any other object.
    open override func string(for obj: Any?) -> String? {
        (obj as? DateComponents).flatMap { string(from: $0) }
    }

    /// Makes an independent formatter with the same settings.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = DateComponentsFormatter()
        let settings = settings.withLock { $0 }
        copy.settings.withLock { $0 = settings }
        return copy
    }

    /// Divides components into whole units without zeros; if all are zero, the smallest unit
    /// remains.
    private static func amounts(
        of components: DateComponents,
        in units: [DurationUnit],
        by calendar: Calendar
    ) -> [DurationAmount]? {
        var length = DateComponents()
        for unit in DurationUnit.all {
            let count = unit.count(in: components)
            guard 0...limit ~= count ?? 0 else { return nil }
            length.setValue(count, for: unit.component)
        }
        // Without a time zone, all days have 24 hours.
        var calendar = calendar
        calendar.timeZone = .gmt
        let start = Date(timeIntervalSinceReferenceDate: 0)
        guard let smallest = units.last, let end = calendar.date(byAdding: length, to: start) else {
            return nil
        }
        let counted = calendar.dateComponents(Set(units.map(\.component)), from: start, to: end)
        let amounts = DurationAmount.nonzero(in: counted, units)
        return amounts.isEmpty ? [DurationAmount(value: 0, unit: smallest)] : amounts
    }

    /// The length of the units' names.
    ///
    /// Stands in for Apple's enumeration.
    @nonexhaustive
    public enum UnitsStyle: Int, Sendable {
        /// The names of `abbreviated`; here without times as on a clock, which Apple's has.
        case positional = 0
        /// The shortest names, in many locales without a space, as in `1mo 2d`.
        case abbreviated = 1
        /// Shortened names, as in `1 mth, 2 days`.
        case short = 2
        /// Full names, as in `1 month, 2 days`.
        case full = 3
        /// Full names with numbers in words, as in `one month, two days`.
        case spellOut = 4
        /// Shortened names with fewer spaces than in `short`, as in `1mth 2days`.
        case brief = 5
    }
}
