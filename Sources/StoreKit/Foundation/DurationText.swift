import Foundation
import _FoundationICU

/// ICU's words for durations in one locale.
///
/// Apple's own formatters use the same functions and data; see `uameasureformat.h`.
struct DurationText {
    let locale: Locale
    let style: DateComponentsFormatter.UnitsStyle

    /// Formats the amounts as a list; nil when ICU reports an error.
    func text(_ amounts: [DurationAmount]) -> String? {
        guard style == .spellOut else { return list(amounts) }
        // In a list, ICU spells out the last number alone.
        let texts = amounts.compactMap { list([$0]) }
        return texts.formatted(.list(type: .and, width: .narrow).locale(locale))
    }

    private func list(_ amounts: [DurationAmount]) -> String? {
        var status = U_ZERO_ERROR
        let locale = locale.identifier(.icu)
        // The format releases the numbers' format.
        let numbers =
            style == .spellOut
            ? swift_unum_open(UNUM_SPELLOUT, nil, 0, locale, nil, &status) : nil
        let format = uameasfmt_open(locale, width, numbers, &status)
        guard let format, status.isSuccess else { return nil }
        defer { uameasfmt_close(format) }
        let measures = amounts.map { UAMeasure(value: Double($0.value), unit: $0.unit.icuUnit) }
        // The longest string, of seven units in Burmese, has less than a quarter of this.
        return String(capacity: 1024) {
            uameasfmt_formatMultiple(format, measures, Int32(measures.count), $0, $1, &$2)
        }
    }

    private var width: UAMeasureFormatWidth {
        switch style {
        case .positional, .abbreviated: UAMEASFMT_WIDTH_NARROW
        case .short: UAMEASFMT_WIDTH_SHORT
        case .full, .spellOut: UAMEASFMT_WIDTH_WIDE
        case .brief: UAMEASFMT_WIDTH_SHORTER
        }
    }
}

/// A number of units of time.
struct DurationAmount {
    let value: Int
    let unit: DurationUnit

    /// The amounts other than zero of some units in date components.
    static func nonzero(in components: DateComponents, _ units: [DurationUnit]) -> [Self] {
        units.map { Self(value: $0.count(in: components) ?? 0, unit: $0) }.filter { $0.value != 0 }
    }
}

/// A unit of durations.
struct DurationUnit {
    let component: Calendar.Component
    /// The option that allows this unit in a formatter.
    let option: NSCalendar.Unit
    let icuUnit: UAMeasureUnit

    /// All units, largest first.
    static let all = [
        Self(component: .year, option: .year, icuUnit: UAMEASUNIT_DURATION_YEAR),
        Self(component: .month, option: .month, icuUnit: UAMEASUNIT_DURATION_MONTH),
        Self(component: .weekOfMonth, option: .weekOfMonth, icuUnit: UAMEASUNIT_DURATION_WEEK),
        Self(component: .day, option: .day, icuUnit: UAMEASUNIT_DURATION_DAY),
        Self(component: .hour, option: .hour, icuUnit: UAMEASUNIT_DURATION_HOUR),
        Self(component: .minute, option: .minute, icuUnit: UAMEASUNIT_DURATION_MINUTE),
        Self(component: .second, option: .second, icuUnit: UAMEASUNIT_DURATION_SECOND),
    ]

    /// Whether a clock shows this unit.
    var isClockTime: Bool { [.hour, .minute, .second].contains(component) }

    /// The number of this unit in `components`; nil if it is not set.
    func count(in components: DateComponents) -> Int? {
        let isWeek = component == .weekOfMonth
        return components.value(for: component) ?? (isWeek ? components.weekOfYear : nil)
    }
}

extension UErrorCode {
    /// Whether ICU reports no error; warnings are below zero.
    var isSuccess: Bool { rawValue <= U_ZERO_ERROR.rawValue }
}

extension String {
    /// Reads a string from a function of ICU; nil when it is empty, too long, or ICU reports an
    /// error.
    init?(
        capacity: Int32,
        _ read: (UnsafeMutablePointer<UInt16>, Int32, inout UErrorCode) -> Int32
    ) {
        var status = U_ZERO_ERROR
        var buffer = [UInt16](repeating: 0, count: Int(capacity))
        let length = read(&buffer, capacity, &status)
        guard status.isSuccess, 1...capacity ~= length else { return nil }
        self.init(decoding: buffer[..<Int(length)], as: UTF16.self)
    }
}

/// The format of a range of dates as the length between them in words, such as `three months`.
///
/// It stands in for Apple's `Date.ComponentsFormatStyle` in the style `spellOut`, which Foundation
/// for Linux declares without an initializer.
struct DurationFormatStyle: FormatStyle {
    let locale: Locale

    func format(_ value: Range<Date>) -> String {
        let units = DurationUnit.all
        let components = Calendar(identifier: .gregorian).dateComponents(
            Set(units.map(\.component)),
            from: value.lowerBound,
            to: value.upperBound
        )
        let amounts = DurationAmount.nonzero(in: components, units)
        let zero = units.suffix(1).map { DurationAmount(value: 0, unit: $0) }
        return DurationText(locale: locale, style: .spellOut)
            .text(amounts.isEmpty ? zero : amounts) ?? ""
    }

    func locale(_ locale: Locale) -> DurationFormatStyle {
        Self(locale: locale)
    }
}
