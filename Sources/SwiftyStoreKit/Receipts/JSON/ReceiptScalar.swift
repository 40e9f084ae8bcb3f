import Foundation

/// Decodes scalars as leniently as the responses of Apple, of StoreKit's tests and of other servers
/// require.
enum ReceiptScalar {
    /// A string that is not empty, or a number as a string.
    static func string(_ value: Any) -> String? {
        if let text = value as? String { return text.isEmpty ? nil : text }
        return (value as? NSNumber)?.stringValue
    }

    /// A whole number, or a string that contains one.
    static func integer(_ value: Any) -> Int? {
        if let text = value as? String {
            return Int(text) ?? Double(text).flatMap(Int.init(exactly:))
        }
        guard let number = value as? NSNumber, !isBoolean(number) else { return nil }
        return Int(exactly: number.doubleValue) == nil ? nil : number.intValue
    }

    /// A truth value, `1` or `0`, or a string that contains one of them.
    static func flag(_ value: Any) -> Bool? {
        guard let text = value as? String else { return (value as? NSNumber)?.boolValue }
        switch text {
        case "true", "1": return true
        case "false", "0": return false
        default: return ["true": true, "false": false][text.lowercased()]
        }
    }

    /// A date from milliseconds since 1970, as a number or as a string.
    static func milliseconds(_ value: Any) -> Date? {
        if let text = value as? String {
            return (Int64(text).map(Double.init) ?? Double(text)).flatMap(date(milliseconds:))
        }
        guard let number = value as? NSNumber, !isBoolean(number) else { return nil }
        return date(milliseconds: number.doubleValue)
    }

    /// A date from milliseconds, as old receipts have it, or from `2020-07-22 17:39:08 Etc/GMT`.
    static func date(_ value: Any) -> Date? {
        if let date = milliseconds(value) { return date }
        return (value as? String).flatMap(ReceiptDateText.date)
    }

    /// JSON's true and false are numbers for Foundation, but `false` is not the status 0.
    static func isBoolean(_ number: NSNumber) -> Bool {
        "cB".utf8.contains(typeCode(of: number))
    }

    /// Whether a number was written without a point and an exponent.
    static func isWhole(_ number: NSNumber) -> Bool {
        !"cBfd".utf8.contains(typeCode(of: number))
    }

    private static func typeCode(of number: NSNumber) -> UInt8 {
        UInt8(truncatingIfNeeded: number.objCType.pointee)
    }

    private static func date(milliseconds: Double) -> Date? {
        milliseconds.isFinite ? Date(timeIntervalSince1970: milliseconds / 1000) : nil
    }
}

/// Decodes `2020-07-22 17:39:08 Etc/GMT`, and the same as RFC 3339 writes it in UTC.
private enum ReceiptDateText {
    private static let zones = ["", " Etc/GMT", "Z", " GMT", " UTC"]

    static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19,
            zones.contains(where: { bytes[19...].elementsEqual($0.utf8) }),
            let numbers = numbers(bytes), (1...12).contains(numbers[1]),
            (1...31).contains(numbers[2]), numbers[3] < 24, numbers[4] < 60, numbers[5] < 61
        else { return nil }
        let seconds = numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
        let days = days(numbers[0], numbers[1], numbers[2])
        return Date(timeIntervalSince1970: Double(days * 86400 + seconds))
    }

    /// Year, month, day, hour, minute and second.
    private static func numbers(_ bytes: [UInt8]) -> [Int]? {
        var numbers = [0]
        for (byte, pattern) in zip(bytes, "0000-00-00 00:00:00".utf8) {
            if pattern == UInt8(ascii: "0") {
                guard (0x30...0x39).contains(byte) else { return nil }
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - 0x30)
            } else {
                let isDivider = pattern == UInt8(ascii: " ") && byte == UInt8(ascii: "T")
                guard byte == pattern || isDivider else { return nil }
                numbers.append(0)
            }
        }
        return numbers
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
