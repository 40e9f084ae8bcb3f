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
        guard let format, status.rawValue <= U_ZERO_ERROR.rawValue else { return nil }
        defer { uameasfmt_close(format) }
        let measures = amounts.map { UAMeasure(value: Double($0.value), unit: $0.unit.icuUnit) }
        // The longest string, of seven units in Burmese, has less than a quarter of this.
        var buffer = [UInt16](repeating: 0, count: 1024)
        let count = Int32(buffer.count)
        let length = uameasfmt_formatMultiple(
            format,
            measures,
            Int32(measures.count),
            &buffer,
            count,
            &status
        )
        guard status.rawValue <= U_ZERO_ERROR.rawValue, 0...count ~= length else { return nil }
        return String(decoding: buffer[..<Int(length)], as: UTF16.self)
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
