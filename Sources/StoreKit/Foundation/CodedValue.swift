import Foundation

/// A type of properties that key-value coding reads and sets.
///
/// A cast makes a value of Swift from Foundation's object, and Foundation's number from any number.
protocol CodedValue {
    /// Makes a value of what a caller gives; `nil` when that is none.
    static func decoded(_ value: Any?) -> Self?
    /// The value as callers get it.
    var coded: Any? { get }
}

extension CodedValue {
    static func decoded(_ value: Any?) -> Self? { value as? Self }
    var coded: Any? { self }
}

extension CodedValue where Self: RawRepresentable, RawValue: FixedWidthInteger {
    static func decoded(_ value: Any?) -> Self? {
        (value as? NSNumber).flatMap { RawValue(exactly: $0.int64Value) }.flatMap(Self.init)
    }

    var coded: Any? { NSNumber(value: Int64(clamping: rawValue)) }
}

extension Bool: CodedValue {
    static func decoded(_ value: Any?) -> Bool? { (value as? NSNumber)?.boolValue }
    var coded: Any? { NSNumber(value: self) }
}

extension Int: CodedValue {
    static func decoded(_ value: Any?) -> Int? { (value as? NSNumber).flatMap(Int.init(exactly:)) }
    var coded: Any? { NSNumber(value: self) }
}

extension String: CodedValue {
    static func decoded(_ value: Any?) -> String? { value == nil ? "" : value as? String }
}

extension Array: CodedValue where Element: CodedValue {
    static func decoded(_ value: Any?) -> [Element]? { value == nil ? [] : value as? [Element] }
}

extension Optional: CodedValue where Wrapped: CodedValue {
    static func decoded(_ value: Any?) -> Wrapped?? {
        guard let value else { return .some(nil) }
        return Wrapped.decoded(value).map(Optional.some)
    }

    var coded: Any? { self?.coded }
}

extension Data: CodedValue {}
extension Date: CodedValue {}
extension Locale: CodedValue {}
extension NSNumber: CodedValue {}
extension SKDownload: CodedValue {}
extension SKPayment: CodedValue {}
extension SKPaymentDiscount: CodedValue {}
extension SKPaymentTransaction: CodedValue {}
extension SKPaymentTransactionState: CodedValue {}
extension SKProduct.PeriodUnit: CodedValue {}
extension SKProductDiscount: CodedValue {}
extension SKProductDiscount.PaymentMode: CodedValue {}
extension SKProductDiscount.`Type`: CodedValue {}
extension SKProductSubscriptionPeriod: CodedValue {}

extension NSDecimalNumber {
    /// Any number serves as a price, as with Apple's.
    convenience init(_ number: NSNumber) {
        self.init(decimal: number.decimalValue)
    }
}
