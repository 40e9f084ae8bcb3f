import Foundation
import _FoundationICU

/// ICU's words and patterns for durations in one locale.
///
/// Apple's own formatters use the same functions and data; see `uameasureformat.h`.
struct DurationText {
    /// The length of unit names.
    enum Width {
        case full
        case short
        case shorter
        case narrow
    }

    /// The identifier of the locale in ICU's form, such as `en_US`.
    let locale: String
    let width: Width

    /// Formats the amounts as a list, numbers in digits; nil when ICU reports an error.
    func digits(_ amounts: [DurationAmount]) -> String? {
        var status = U_ZERO_ERROR
        let format = uameasfmt_open(locale, icuWidth, nil, &status)
        guard let format, status.isSuccess else { return nil }
        defer { uameasfmt_close(format) }
        let measures = amounts.map { UAMeasure(value: $0.value, unit: $0.unit.icuUnit) }
        return Self.string { buffer, status in
            uameasfmt_formatMultiple(
                format,
                measures,
                Int32(measures.count),
                buffer.baseAddress,
                Int32(buffer.count),
                &status
            )
        }
    }

    /// Formats the amounts as a list, numbers in words; nil when ICU reports an error.
    func words(_ amounts: [DurationAmount]) -> String? {
        var status = U_ZERO_ERROR
        let numbers = swift_unum_open(UNUM_SPELLOUT, nil, 0, locale, nil, &status)
        guard let numbers, status.isSuccess else { return nil }
        // The measure format owns the number format and closes it.
        let format = uameasfmt_open(locale, icuWidth, numbers, &status)
        guard let format, status.isSuccess else { return nil }
        defer { uameasfmt_close(format) }
        let items = amounts.compactMap { item($0, format) }
        return items.count == amounts.count ? list(items) : nil
    }

    /// The locale's pattern for hours, minutes and seconds, such as `h:mm:ss`.
    func clockPattern() -> String? {
        Self.string { buffer, status in
            uatmufmt_getTimePattern(
                locale,
                UATIMEUNITTIMEPAT_HMS,
                buffer.baseAddress,
                Int32(buffer.count),
                &status
            )
        }
    }

    private var icuWidth: UAMeasureFormatWidth {
        switch width {
        case .full: UAMEASFMT_WIDTH_WIDE
        case .short: UAMEASFMT_WIDTH_SHORT
        case .shorter: UAMEASFMT_WIDTH_SHORTER
        case .narrow: UAMEASFMT_WIDTH_NARROW
        }
    }

    private func item(_ amount: DurationAmount, _ format: OpaquePointer) -> String? {
        Self.string { buffer, status in
            uameasfmt_format(
                format,
                amount.value,
                amount.unit.icuUnit,
                buffer.baseAddress,
                Int32(buffer.count),
                &status
            )
        }
    }

    private func list(_ items: [String]) -> String? {
        var status = U_ZERO_ERROR
        let format = swift_ulistfmt_openForType(
            locale,
            ULISTFMT_TYPE_UNITS,
            ULISTFMT_WIDTH_WIDE,
            &status
        )
        guard let format, status.isSuccess else { return nil }
        defer { swift_ulistfmt_close(format) }
        return Self.withTexts(items) { texts, lengths in
            Self.string { buffer, status in
                swift_ulistfmt_format(
                    format,
                    texts,
                    lengths,
                    Int32(items.count),
                    buffer.baseAddress,
                    Int32(buffer.count),
                    &status
                )
            }
        }
    }

    private static func withTexts(
        _ items: [String],
        _ body: ([UnsafePointer<UInt16>?], [Int32]) -> String?
    ) -> String? {
        let lengths = items.map { Int32($0.utf16.count) }
        return items.flatMap(\.utf16).withUnsafeBufferPointer { text in
            var start = 0
            let starts = lengths.map { length in
                defer { start += Int(length) }
                return text.baseAddress.map { $0 + start }
            }
            return body(starts, lengths)
        }
    }

    private static func string(
        _ write: (UnsafeMutableBufferPointer<UInt16>, inout UErrorCode) -> Int32
    ) -> String? {
        var capacity = 128
        for _ in 1...2 {
            var buffer = [UInt16](repeating: 0, count: capacity)
            var status = U_ZERO_ERROR
            let length = Int(buffer.withUnsafeMutableBufferPointer { write($0, &status) })
            if status.isSuccess, (0...capacity).contains(length) {
                return String(decoding: buffer[..<length], as: UTF16.self)
            }
            guard status == U_BUFFER_OVERFLOW_ERROR, length > capacity else { return nil }
            capacity = length
        }
        return nil
    }
}

extension DurationUnit {
    fileprivate var icuUnit: UAMeasureUnit {
        switch self {
        case .year: UAMEASUNIT_DURATION_YEAR
        case .month: UAMEASUNIT_DURATION_MONTH
        case .week: UAMEASUNIT_DURATION_WEEK
        case .day: UAMEASUNIT_DURATION_DAY
        case .hour: UAMEASUNIT_DURATION_HOUR
        case .minute: UAMEASUNIT_DURATION_MINUTE
        case .second: UAMEASUNIT_DURATION_SECOND
        }
    }
}

extension UErrorCode {
    fileprivate var isSuccess: Bool { rawValue <= U_ZERO_ERROR.rawValue }
}

/// Durations as on a clock, `1:00:10`, after days and larger units with abbreviated names.
struct PositionalText {
    let locale: Locale
    let digits: Digits

    /// The minimum number of digits of a clock time's numbers.
    enum Digits {
        /// One: `1:0:10`.
        case one
        /// Two, except for the first number: `1:00:10`.
        case twoAfterFirst
        /// Two: `01:00:10`.
        case two
    }

    /// Formats the amounts; nil when a clock time lacks a unit between two others.
    func text(_ amounts: [DurationAmount]) -> String? {
        let time = amounts.filter(\.unit.isClockTime)
        let narrow = DurationText(locale: locale.identifier(.icu), width: .narrow)
        guard time.count < amounts.count else { return clock(time, narrow) }
        guard time.count > 1 else { return narrow.digits(amounts) }
        guard let dates = narrow.digits(amounts.filter { !$0.unit.isClockTime }),
            let clock = clock(time, narrow)
        else { return nil }
        return "\(dates) \(clock)"
    }

    private func clock(_ amounts: [DurationAmount], _ narrow: DurationText) -> String? {
        let span = (amounts.last?.unit.rawValue ?? 0) - (amounts.first?.unit.rawValue ?? 0)
        guard span == amounts.count - 1, let pattern = narrow.clockPattern() else { return nil }
        let numbers = amounts.enumerated().compactMap { number($1.value, isFirst: $0 == 0) }
        guard numbers.count == amounts.count else { return nil }
        return numbers.joined(separator: separator(in: pattern))
    }

    private func separator(in pattern: String) -> String {
        let afterHours = pattern.drop { !"hH".contains($0) }.drop { "hH".contains($0) }
        return String(afterHours.prefix { $0 != "m" })
    }

    private func number(_ value: Double, isFirst: Bool) -> String? {
        let formatter = NumberFormatter()
        formatter.locale = locale
        formatter.numberStyle = .decimal
        formatter.usesGroupingSeparator = false
        formatter.roundingMode = .down
        formatter.minimumIntegerDigits = minimumDigits(isFirst: isFirst)
        return formatter.string(from: NSNumber(value: value))
    }

    private func minimumDigits(isFirst: Bool) -> Int {
        switch digits {
        case .one: 1
        case .twoAfterFirst: isFirst ? 1 : 2
        case .two: 2
        }
    }
}
