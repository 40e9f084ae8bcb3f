public import Foundation
import LocalAppStore

/// Writes amounts of time, such as "1 month, 2 days", in the words of a locale.
///
/// Stands in for Apple's class, which Foundation on Linux declares but does not have; the day it
/// has one, this goes. The words are those of the calendar's locale.
///
/// Apple's `allowsFractionalUnits` has its documented effect here. Apple's approximation and
/// time-remaining phrases and `collapsesLargestUnit` are missing: their words and thresholds are
/// Apple's own and published nowhere. Methods may be called on any thread.
open class DateComponentsFormatter: Formatter {
    private let settings = Locked(DurationSettings())

    /// Makes a formatter with Apple's defaults: positional, all units, no zeros in front.
    public override init() {
        super.init()
    }

    /// Fails: formatters are not archived here.
    public required init?(coder: NSCoder) {
        nil
    }

    /// How units are written; `positional` by default.
    open var unitsStyle: UnitsStyle {
        get { settings.withLock { $0.unitsStyle } }
        set { settings.withLock { $0.unitsStyle = newValue } }
    }

    /// The units to write the time in; none, the default, leaves the choice to the formatter.
    ///
    /// Left to itself it takes the units that date components bring along, or for intervals and
    /// dates all it knows: years, months, weeks (`weekOfMonth`), days, hours, minutes, seconds.
    /// Time of a unit that is not allowed is written in those that are. Units beyond the seven
    /// are ignored, where Apple's class raises an exception.
    open var allowedUnits: NSCalendar.Unit {
        get { settings.withLock { $0.allowedUnits } }
        set { settings.withLock { $0.allowedUnits = newValue } }
    }

    /// What becomes of units that count zero; `default` by default.
    open var zeroFormattingBehavior: ZeroFormattingBehavior {
        get { settings.withLock { $0.zeroFormattingBehavior } }
        set { settings.withLock { $0.zeroFormattingBehavior = newValue } }
    }

    /// The calendar that counts the time and whose locale writes it.
    ///
    /// `Calendar.autoupdatingCurrent` by default, and for nil. A calendar without a locale of its
    /// own writes in the current locale.
    open var calendar: Calendar? {
        get { settings.withLock { $0.calendar } }
        set { settings.withLock { $0.calendar = newValue } }
    }

    /// The moment at which date components and intervals begin to count; nil by default.
    ///
    /// It decides how long a month or a year is when the time is written in smaller units. For nil
    /// that is the first of January 2001, and days have 24 hours.
    open var referenceDate: Date? {
        get { settings.withLock { $0.referenceDate } }
        set { settings.withLock { $0.referenceDate = newValue } }
    }

    /// Whether the smallest unit is written with a fraction for what is left; false by default.
    ///
    /// A fraction has three digits at most and is cut, not rounded.
    open var allowsFractionalUnits: Bool {
        get { settings.withLock { $0.allowsFractionalUnits } }
        set { settings.withLock { $0.allowsFractionalUnits = newValue } }
    }

    /// How many units are written at most; 0, the default, sets no limit.
    ///
    /// The smaller units are cut off, not rounded: at most two write 1 h 10 min 50 s as "1h 10m".
    open var maximumUnitCount: Int {
        get { settings.withLock { $0.maximumUnitCount } }
        set { settings.withLock { $0.maximumUnitCount = newValue } }
    }

    /// Where in a text the result stands; `unknown` by default.
    ///
    /// At the beginning of a sentence a first letter is a capital; other places change nothing.
    open var formattingContext: Context {
        get { settings.withLock { $0.formattingContext } }
        set { settings.withLock { $0.formattingContext = newValue } }
    }

    /// Writes the time that date components cover.
    ///
    /// - Parameter components: Years to seconds; what else they have does not count.
    /// - Returns: The text, or nil when there is no unit to write it in, when it covers more than
    ///   100,000 years, or when a positional time would lack a unit between two others.
    open func string(from components: DateComponents) -> String? {
        let settings = settings.withLock { $0 }
        let (start, calendar) = settings.origin
        guard let span = DurationSpan(of: components, from: start, in: calendar) else { return nil }
        return settings.string(of: span, in: settings.units(for: components))
    }

    /// Writes a time in seconds.
    ///
    /// - Parameter interval: The seconds, whose fraction counts only where fractions are allowed.
    /// - Returns: The text, or nil in the cases in which components have none either.
    open func string(from interval: TimeInterval) -> String? {
        let settings = settings.withLock { $0 }
        let (start, calendar) = settings.origin
        let end = start.addingTimeInterval(interval)
        guard let span = DurationSpan(from: start, to: end, in: calendar) else { return nil }
        return settings.string(of: span, in: settings.units)
    }

    /// Writes the time from one date to another as the calendar and its time zone count it.
    ///
    /// - Parameters:
    ///   - startDate: The date to count from.
    ///   - endDate: The date to count to; one before the start gives a negative time.
    /// - Returns: The text, or nil in the cases in which components have none either.
    open func string(from startDate: Date, to endDate: Date) -> String? {
        let settings = settings.withLock { $0 }
        let calendar = settings.usedCalendar
        guard let span = DurationSpan(from: startDate, to: endDate, in: calendar) else {
            return nil
        }
        return settings.string(of: span, in: settings.units)
    }

    /// Writes the time that date components cover, in the current locale and all else by default.
    ///
    /// - Parameters:
    ///   - components: Years to seconds; what else they have does not count.
    ///   - unitsStyle: How units are written.
    /// - Returns: The text, or nil in the cases in which a formatter has none.
    open class func localizedString(
        from components: DateComponents,
        unitsStyle: UnitsStyle
    ) -> String? {
        let formatter = DateComponentsFormatter()
        formatter.unitsStyle = unitsStyle
        return formatter.string(from: components)
    }

    /// Writes an object that is `DateComponents`; nil for any other.
    ///
    /// - Parameter obj: The components.
    /// - Returns: What `string(from:)` gives for them.
    open override func string(for obj: Any?) -> String? {
        guard let components = obj as? DateComponents else { return nil }
        return string(from: components)
    }

    /// Makes a formatter of the same settings.
    ///
    /// - Parameter zone: Ignored, as everywhere.
    /// - Returns: A `DateComponentsFormatter` that changes apart from this one.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = DateComponentsFormatter()
        let settings = settings.withLock { $0 }
        copy.settings.withLock { $0 = settings }
        return copy
    }
}
