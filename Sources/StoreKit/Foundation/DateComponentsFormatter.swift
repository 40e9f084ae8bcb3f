public import Foundation
import LocalAppStore

/// Formats amounts of time, such as "1 month, 2 days", in the locale of a calendar.
///
/// Stands in for Apple's class, which Foundation on Linux lacks.
///
/// `allowsFractionalUnits` has the effect that Apple documents. The phrases of Apple's class for
/// approximations and remaining time, and `collapsesLargestUnit`, are missing, because their words
/// and thresholds are not published. Methods may be called on any thread.
open class DateComponentsFormatter: Formatter {
    private let settings = Locked(DurationSettings())

    /// Makes a formatter with Apple's defaults: positional, all units, no leading zeros.
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

    /// The units of the text; by default the empty set, which lets the formatter choose.
    ///
    /// It chooses the units of the date components, or for intervals and dates all seven: years,
    /// months, weeks (`weekOfMonth`), days, hours, minutes, seconds. Time of a unit that is not
    /// allowed is converted to those that are. Other units are ignored, where Apple's class raises
    /// an exception.
    open var allowedUnits: NSCalendar.Unit {
        get { settings.withLock { $0.allowedUnits } }
        set { settings.withLock { $0.allowedUnits = newValue } }
    }

    /// The treatment of units whose count is zero; `default` by default.
    open var zeroFormattingBehavior: ZeroFormattingBehavior {
        get { settings.withLock { $0.zeroFormattingBehavior } }
        set { settings.withLock { $0.zeroFormattingBehavior = newValue } }
    }

    /// The calendar that counts the time and whose locale formats it.
    ///
    /// `Calendar.autoupdatingCurrent` by default, and for nil. For a calendar without a locale the
    /// current locale is used.
    open var calendar: Calendar? {
        get { settings.withLock { $0.calendar } }
        set { settings.withLock { $0.calendar = newValue } }
    }

    /// The start of date components and intervals; nil by default.
    ///
    /// It determines the length of a month or a year in smaller units. Nil stands for 1 January
    /// 2001, with days of 24 hours.
    open var referenceDate: Date? {
        get { settings.withLock { $0.referenceDate } }
        set { settings.withLock { $0.referenceDate = newValue } }
    }

    /// Whether the smallest unit has a fraction for the rest; false by default.
    ///
    /// A fraction has three digits at most and is truncated, not rounded.
    open var allowsFractionalUnits: Bool {
        get { settings.withLock { $0.allowsFractionalUnits } }
        set { settings.withLock { $0.allowsFractionalUnits = newValue } }
    }

    /// The maximum number of units; 0, the default, sets no limit.
    ///
    /// Smaller units are truncated, not rounded: with a maximum of two, 1 h 10 min 50 s is
    /// "1h 10m".
    open var maximumUnitCount: Int {
        get { settings.withLock { $0.maximumUnitCount } }
        set { settings.withLock { $0.maximumUnitCount = newValue } }
    }

    /// The place of the result in a text; `unknown` by default.
    ///
    /// At the beginning of a sentence the first letter is capitalized; other places have no effect.
    open var formattingContext: Context {
        get { settings.withLock { $0.formattingContext } }
        set { settings.withLock { $0.formattingContext = newValue } }
    }

    /// Formats the duration of date components.
    ///
    /// - Parameter components: Years to seconds; other components are ignored.
    /// - Returns: The text, or nil when there is no unit, when the duration exceeds 100,000 years,
    ///   or when a positional time would lack a unit between two others.
    open func string(from components: DateComponents) -> String? {
        let settings = settings.withLock { $0 }
        let (start, calendar) = settings.origin
        guard let span = DurationSpan(of: components, from: start, in: calendar) else { return nil }
        return settings.string(of: span, in: settings.units(for: components))
    }

    /// Formats a time interval.
    ///
    /// - Parameter interval: The seconds; their fraction is ignored unless fractions are allowed.
    /// - Returns: The text, or nil in the same cases as for date components.
    open func string(from interval: TimeInterval) -> String? {
        let settings = settings.withLock { $0 }
        let (start, calendar) = settings.origin
        let end = start.addingTimeInterval(interval)
        guard let span = DurationSpan(from: start, to: end, in: calendar) else { return nil }
        return settings.string(of: span, in: settings.units)
    }

    /// Formats the time between two dates, counted by the calendar and its time zone.
    ///
    /// - Parameters:
    ///   - startDate: The start.
    ///   - endDate: The end; one before the start gives a negative time.
    /// - Returns: The text, or nil in the same cases as for date components.
    open func string(from startDate: Date, to endDate: Date) -> String? {
        let settings = settings.withLock { $0 }
        let calendar = settings.usedCalendar
        guard let span = DurationSpan(from: startDate, to: endDate, in: calendar) else {
            return nil
        }
        return settings.string(of: span, in: settings.units)
    }

    /// Formats the duration of date components in the current locale, with default settings.
    ///
    /// - Parameters:
    ///   - components: Years to seconds; other components are ignored.
    ///   - unitsStyle: The style of units.
    /// - Returns: The text, or nil in the same cases as for a formatter.
    open class func localizedString(
        from components: DateComponents,
        unitsStyle: UnitsStyle
    ) -> String? {
        let formatter = DateComponentsFormatter()
        formatter.unitsStyle = unitsStyle
        return formatter.string(from: components)
    }

    /// Formats an object that is `DateComponents`.
    ///
    /// - Parameter obj: The components.
    /// - Returns: The result of `string(from:)`; nil for any other object.
    open override func string(for obj: Any?) -> String? {
        guard let components = obj as? DateComponents else { return nil }
        return string(from: components)
    }

    /// Makes an independent formatter with the same settings.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: A `DateComponentsFormatter`.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = DateComponentsFormatter()
        let settings = settings.withLock { $0 }
        copy.settings.withLock { $0 = settings }
        return copy
    }
}

extension DateComponentsFormatter {
    /// The length of the units' names, or numbers without names.
    ///
    /// Stands in for Apple's enumeration, which Foundation on Linux lacks.
    @nonexhaustive
    public enum UnitsStyle: Int, Sendable {
        /// Numbers as on a clock, `9:41:30`; days and larger units as in `abbreviated`.
        case positional = 0
        /// The shortest names, in many locales without a space, as in `9h 41m 30s`.
        case abbreviated = 1
        /// Shortened names, as in `9 hr, 41 min, 30 sec`.
        case short = 2
        /// Full names, as in `9 hours, 41 minutes, 30 seconds`.
        case full = 3
        /// Full names and spelled-out numbers, as in `nine hours, forty-one minutes`.
        case spellOut = 4
        /// Shortened names with fewer spaces than in `short`, as in `9hr 41min 30sec`.
        case brief = 5
    }
}

extension DateComponentsFormatter {
    /// The treatment of units whose count is zero.
    ///
    /// Stands in for Apple's option set, which Foundation on Linux lacks. The empty set retains all
    /// zeros and pads no number.
    public struct ZeroFormattingBehavior: OptionSet, Sendable {
        /// The options as bits, with Apple's values.
        public let rawValue: UInt

        /// Makes options from their bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Drops all zeros; in the positional style, drops leading ones and pads every number but
        /// the first to two digits.
        public static let `default` = Self(rawValue: 1 << 0)

        /// Drops zeros before the first other number: `10m` for `0h 10m`.
        public static let dropLeading = Self(rawValue: 1 << 1)

        /// Drops zeros between other numbers: `1h 10s` for `1h 0m 10s`.
        public static let dropMiddle = Self(rawValue: 1 << 2)

        /// Drops zeros after the last other number: `1h` for `1h 0m`.
        public static let dropTrailing = Self(rawValue: 1 << 3)

        /// Drops all zeros.
        public static let dropAll: Self = [.dropLeading, .dropMiddle, .dropTrailing]

        /// Pads every number of a positional time to two digits: `01:00:10` for `1:0:10`.
        public static let pad = Self(rawValue: 1 << 16)

        /// The minimum digits of positional times.
        var digits: PositionalText.Digits {
            if contains(.pad) { return .two }
            return contains(.default) ? .twoAfterFirst : .one
        }

        /// The options with `default` replaced by its meaning for a style.
        func resolved(for style: UnitsStyle) -> Self {
            guard contains(.default) else { return self }
            return union(style == .positional ? .dropLeading : .dropAll)
        }

        /// Drops zeros; if nothing else is there, the smallest unit remains.
        func dropping(_ amounts: [DurationAmount]) -> [DurationAmount] {
            guard let first = amounts.firstIndex(where: { $0.value != 0 }),
                let last = amounts.lastIndex(where: { $0.value != 0 })
            else { return intersection(.dropAll).isEmpty ? amounts : amounts.suffix(1) }
            let remaining = amounts.enumerated().filter { index, amount in
                if index < first { return !contains(.dropLeading) }
                if index > last { return !contains(.dropTrailing) }
                return amount.value != 0 || !contains(.dropMiddle)
            }
            return remaining.map(\.element)
        }
    }
}
