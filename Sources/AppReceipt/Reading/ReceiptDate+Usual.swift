import Foundation

extension ReceiptDate {
    /// Reads `2024-06-01T12:00:00Z`, digits and separators in words of eight octets; `nil` for any
    /// other form, and for no date.
    @inline(__always)
    static func usual(_ range: Range<Int>, in octets: Span<UInt8>) -> Date? {
        guard range.count == 20 else { return nil }
        let at = range.lowerBound
        // The last word begins four octets before the second one ends.
        let (day, time, end) = (
            octets.word(at: at), octets.word(at: at &+ 8), octets.word(at: at &+ 12) >> 32
        )
        guard day & 0xFF00_00FF_0000_0000 == 0x2D00_002D_0000_0000,
            time & 0x0000_FF00_00FF_0000 == 0x0000_3A00_0054_0000,
            end & 0xFF00_00FF == 0x5A00_003A
        else { return nil }
        // What is left of "2024-06-", "01T12:00" and ":00Z" are digits, as far as none is above 9.
        let (x, y, z) = (
            day & 0x00FF_FF00_FFFF_FFFF ^ 0x0030_3000_3030_3030,
            time & 0xFFFF_00FF_FF00_FFFF ^ 0x3030_0030_3000_3030, end & 0x00FF_FF00 ^ 0x0030_3000
        )
        let limit: UInt64 = 0x7676_7676_7676_7676
        guard ((x &+ limit | x) | (y &+ limit | y) | (z &+ limit | z)) & 0x8080_8080_8080_8080 == 0
        else { return nil }
        return date(pairs(x), pairs(y), pairs(z))
    }

    /// Every octet times ten and the one behind it.
    @inline(__always)
    private static func pairs(_ digits: UInt64) -> UInt64 {
        digits &* 10 &+ digits >> 8
    }

    /// The date of the two-digit numbers that stand in the octets of three words.
    @inline(__always)
    private static func date(_ day: UInt64, _ time: UInt64, _ end: UInt64) -> Date? {
        let year = number(day, 0) &* 100 &+ number(day, 2)
        let (month, dayOfMonth) = (number(day, 5), number(time, 0))
        let (hour, minute, second) = (number(time, 3), number(time, 6), number(end, 1))
        guard year > 0, 1...12 ~= month, dayOfMonth >= 1,
            dayOfMonth <= 28 || dayOfMonth <= daysInMonth(month, of: year),
            hour < 24, minute < 60, second < 60
        else { return nil }
        let midnight = CivilDate(year: year, month: month, day: dayOfMonth).secondsSince1970
        let seconds = midnight &+ Int64((hour &* 60 &+ minute) &* 60 &+ second)
        return Date(timeIntervalSince1970: Double(seconds))
    }

    @inline(__always)
    private static func number(_ pairs: UInt64, _ octet: UInt64) -> Int {
        Int(pairs >> (octet &* 8) & 0xFF)
    }
}
