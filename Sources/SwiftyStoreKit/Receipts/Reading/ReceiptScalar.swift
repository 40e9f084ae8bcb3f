import Foundation

/// Reads scalars as leniently as the answers of Apple, of StoreKit's tests and of own servers need
/// it.
enum ReceiptScalar {
    /// A text that is not empty, or a number as text.
    static func string(_ value: Any) -> String? {
        if let text = value as? String { return text.isEmpty ? nil : text }
        return (value as? NSNumber)?.stringValue
    }

    /// A whole number, or a text that holds one.
    static func integer(_ value: Any) -> Int? {
        if let text = value as? String {
            return Int(text) ?? Double(text).flatMap(Int.init(exactly:))
        }
        guard let number = value as? NSNumber, !isBoolean(number) else { return nil }
        return Int(exactly: number.doubleValue) == nil ? nil : number.intValue
    }

    /// A truth value, `1` or `0`, or a text that holds one of them.
    static func flag(_ value: Any) -> Bool? {
        if let text = value as? String { return flag(text: text) }
        return (value as? NSNumber)?.boolValue
    }

    /// A date from milliseconds since 1970, as a number or as text.
    static func milliseconds(_ value: Any) -> Date? {
        if let text = value as? String { return milliseconds(text: text) }
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

    private static func flag(text: String) -> Bool? {
        switch text {
        case "true", "1": true
        case "false", "0": false
        default: ["true": true, "false": false][text.lowercased()]
        }
    }

    private static func milliseconds(text: String) -> Date? {
        if let whole = Int64(text) { return date(milliseconds: Double(whole)) }
        return Double(text).flatMap(date(milliseconds:))
    }

    private static func date(milliseconds: Double) -> Date? {
        milliseconds.isFinite ? Date(timeIntervalSince1970: milliseconds / 1000) : nil
    }
}
