import Foundation

/// Reads the two forms of dates in certificates (RFC 5280, section 4.1.2.5).
enum CertificateDate {
    /// Reads a UTCTime, `240601120000Z`, or a GeneralizedTime, which has the century:
    /// `20240601120000Z`.
    ///
    /// `nil` for any other form, such as one with a fraction of a second, and for no moment of the
    /// years 1 to 9999.
    static func parse(_ element: Element, in octets: Span<UInt8>) -> Date? {
        let range = element.content
        let hasCentury = element.tag == Tag.generalizedTime
        guard hasCentury || element.tag == Tag.utcTime, range.count == (hasCentury ? 15 : 13),
            let last = range.last, octets[last] == UInt8(ascii: "Z")
        else { return nil }
        var numbers: [Int] = []
        for at in stride(from: range.lowerBound, to: last, by: 2) {
            let (tens, ones) = (
                octets[at] &- UInt8(ascii: "0"), octets[at + 1] &- UInt8(ascii: "0")
            )
            guard tens < 10, ones < 10 else { return nil }
            numbers.append(Int(tens) * 10 + Int(ones))
        }
        // Two digits mean the years 1950 to 2049.
        if !hasCentury { numbers.insert(numbers[0] < 50 ? 20 : 19, at: 0) }
        return date(numbers)
    }

    private static func date(_ numbers: [Int]) -> Date? {
        let (year, month, day) = (numbers[0] * 100 + numbers[1], numbers[2], numbers[3])
        let (hour, minute, second) = (numbers[4], numbers[5], numbers[6])
        guard year > 0, 1...12 ~= month,
            1...ReceiptDate.daysInMonth(month, of: year) ~= day,
            hour < 24, minute < 60, second < 60
        else { return nil }
        let midnight = CivilDate(year: year, month: month, day: day).secondsSince1970
        let seconds = midnight + Int64((hour * 60 + minute) * 60 + second)
        return Date(timeIntervalSince1970: Double(seconds))
    }
}
