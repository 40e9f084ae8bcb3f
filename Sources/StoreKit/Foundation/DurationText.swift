import _FoundationICU

/// The words and patterns that ICU has for durations in one locale.
///
/// These are the functions and the data behind Apple's own formatters; see `uameasureformat.h`.
struct DurationText {
    /// How much of a unit's name is written.
    enum Width {
        case full
        case short
        case shorter
        case narrow
    }

    /// The locale in ICU's own form, such as `en_US`.
    let locale: String
    let width: Width

    /// Writes the amounts as a list, numbers in digits; nil when ICU reports an error.
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

    /// Writes the amounts as a list, numbers in words; nil when ICU reports an error.
    func words(_ amounts: [DurationAmount]) -> String? {
        var status = U_ZERO_ERROR
        let numbers = swift_unum_open(UNUM_SPELLOUT, nil, 0, locale, nil, &status)
        guard let numbers, status.isSuccess else { return nil }
        // The measure format takes the number format over and closes it.
        let format = uameasfmt_open(locale, icuWidth, numbers, &status)
        guard let format, status.isSuccess else { return nil }
        defer { uameasfmt_close(format) }
        let items = amounts.compactMap { item($0, format) }
        return items.count == amounts.count ? list(items) : nil
    }

    /// The locale's pattern of a time of hours, minutes and seconds, such as `h:mm:ss`.
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
