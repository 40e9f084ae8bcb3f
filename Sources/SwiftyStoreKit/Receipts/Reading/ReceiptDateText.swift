import Foundation

/// Reads `2020-07-22 17:39:08 Etc/GMT`, and the same as RFC 3339 writes it in UTC.
enum ReceiptDateText {
    static func date(_ text: String) -> Date? {
        let octets = Array(text.utf8)
        guard octets.count >= 19, isUTC(octets[19...]) else { return nil }
        guard octets[4] == UInt8(ascii: "-"), octets[7] == UInt8(ascii: "-") else { return nil }
        guard octets[13] == UInt8(ascii: ":"), octets[16] == UInt8(ascii: ":") else { return nil }
        guard octets[10] == UInt8(ascii: " ") || octets[10] == UInt8(ascii: "T") else { return nil }
        return date(octets)
    }

    private static func isUTC(_ zone: ArraySlice<UInt8>) -> Bool {
        ["", " Etc/GMT", "Z", " GMT", " UTC"].contains { zone.elementsEqual($0.utf8) }
    }

    private static func date(_ octets: [UInt8]) -> Date? {
        let numbers = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19].compactMap {
            number(octets[$0])
        }
        guard numbers.count == 6, (1...12).contains(numbers[1]) else { return nil }
        guard (1...31).contains(numbers[2]), numbers[3] < 24, numbers[4] < 60, numbers[5] < 61
        else {
            return nil
        }
        let seconds = numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
        return Date(
            timeIntervalSince1970: Double(
                days(numbers[0], numbers[1], numbers[2]) * 86400 + seconds
            )
        )
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }

    /// Days since 1970 in the Gregorian calendar, with years that begin in March so that the leap
    /// day is last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let leapDays = year / 4 - year / 100 + year / 400
        return year * 365 + leapDays + dayOfYear - 719_468
    }
}
