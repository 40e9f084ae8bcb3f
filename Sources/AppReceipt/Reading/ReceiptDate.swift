import Foundation

/// Reads and writes the dates of receipts: RFC 3339, in the Gregorian calendar, whatever the device
/// is set to.
enum ReceiptDate {
    /// Reads `2024-06-01T12:00:00Z`, with a fraction of a second or an offset (`+01:00`, and
    /// `+0100` as Xcode writes it).
    @inline(__always)
    static func parse(_ range: Range<Int>, in octets: Span<UInt8>) -> Date? {
        usual(range, in: octets) ?? parseAny(range, in: octets)
    }

    /// A date of any of the forms.
    static func parseAny(_ range: Range<Int>, in octets: Span<UInt8>) -> Date? {
        guard range.count >= 20 else { return nil }
        let at = range.lowerBound
        guard octets[at + 4] == hyphen, octets[at + 7] == hyphen, octets[at + 10] == letterT,
            octets[at + 13] == colon, octets[at + 16] == colon,
            let century = pair(at, octets), let yearOfCentury = pair(at + 2, octets),
            let month = pair(at + 5, octets), let day = pair(at + 8, octets),
            let hour = pair(at + 11, octets), let minute = pair(at + 14, octets),
            let second = pair(at + 17, octets)
        else { return nil }
        let year = century * 100 + yearOfCentury
        guard year > 0, 1...12 ~= month, day >= 1, day <= daysInMonth(month, of: year),
            hour < 24, minute < 60, second < 60
        else { return nil }
        var rest = at + 19..<range.upperBound
        guard let fraction = fraction(&rest, octets), let offset = offset(rest, octets) else {
            return nil
        }
        let midnight = CivilDate(year: year, month: month, day: day).secondsSince1970
        let seconds = midnight + Int64((hour * 60 + minute) * 60 + second - offset)
        // An offset may lead out of the years that can be written.
        guard years.contains(Double(seconds)) else { return nil }
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    /// Writes whole seconds in UTC, and `nil` outside the years 1 to 9999.
    static func format(_ date: Date) -> String? {
        let interval = date.timeIntervalSince1970.rounded(.down)
        guard years.contains(interval) else { return nil }
        let seconds = Int64(interval)
        let civil = CivilDate(at: seconds)
        let time = Int(seconds - civil.secondsSince1970)
        let date = "\(padded(civil.year, 4))-\(padded(civil.month, 2))-\(padded(civil.day, 2))"
        let clock = [time / 3600, time / 60 % 60, time % 60].map { padded($0, 2) }
        return "\(date)T\(clock.joined(separator: ":"))Z"
    }

    /// The date for a sentence that people read.
    static func text(_ date: Date) -> String {
        format(date) ?? "\(date.timeIntervalSince1970) seconds from 1970"
    }

    /// The years 1 to 9999 in seconds since 1970.
    private static let years: Range<TimeInterval> = -62_135_596_800..<253_402_300_800
    private static let hyphen = UInt8(ascii: "-")
    private static let colon = UInt8(ascii: ":")
    private static let letterT = UInt8(ascii: "T")

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func digit(_ at: Int, _ octets: Span<UInt8>) -> Int? {
        let value = octets[at] &- UInt8(ascii: "0")
        return value < 10 ? Int(value) : nil
    }

    private static func pair(_ at: Int, _ octets: Span<UInt8>) -> Int? {
        guard let tens = digit(at, octets), let ones = digit(at + 1, octets) else { return nil }
        return tens * 10 + ones
    }

    /// Takes a point and up to nine digits from the front of `rest`; 0 where there is no point.
    private static func fraction(_ rest: inout Range<Int>, _ octets: Span<UInt8>) -> Double? {
        guard let first = rest.first, octets[first] == UInt8(ascii: ".") else { return 0 }
        var at = first + 1
        var (value, scale) = (0, 1)
        while at < rest.upperBound, scale < 1_000_000_000, let next = digit(at, octets) {
            (value, scale, at) = (value * 10 + next, scale * 10, at + 1)
        }
        rest = at..<rest.upperBound
        return scale > 1 ? Double(value) / Double(scale) : nil
    }

    /// How many seconds the written time is ahead of UTC.
    private static func offset(_ range: Range<Int>, _ octets: Span<UInt8>) -> Int? {
        guard let first = range.first else { return nil }
        if octets[first] == UInt8(ascii: "Z") { return range.count == 1 ? 0 : nil }
        let hasColon = range.count == 6
        guard hasColon || range.count == 5, !hasColon || octets[first + 3] == colon,
            let hours = pair(first + 1, octets),
            let minutes = pair(first + (hasColon ? 4 : 3), octets), hours < 24, minutes < 60
        else { return nil }
        let seconds = hours * 3600 + minutes * 60
        switch octets[first] {
        case UInt8(ascii: "+"): return seconds
        case hyphen: return -seconds
        default: return nil
        }
    }

    static func daysInMonth(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
