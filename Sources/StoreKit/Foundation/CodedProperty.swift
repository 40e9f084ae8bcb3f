import Foundation

/// Access to one property of one object for key-value coding.
struct CodedProperty {
    let read: () -> Any?
    /// Sets the property; `false` if the value has the wrong type.
    let write: (Any?) -> Bool

    init<Read: CodedValue, Written: CodedValue>(
        _ read: @autoclosure @escaping () -> Read,
        set: @escaping (Written) -> Void
    ) {
        self.read = { read().coded }
        write = { value in
            guard let value = Written.decoded(value) else { return false }
            set(value)
            return true
        }
    }

    init(
        error read: @autoclosure @escaping () -> (any Error)?,
        set: @escaping ((any Error)?) -> Void
    ) {
        self.read = read
        write = { value in
            guard value == nil || value is any Error else { return false }
            set(value as? any Error)
            return true
        }
    }
}

/// A type of properties that key-value coding can read and set.
///
/// A cast converts Foundation's objects to Swift's values, and any number to `NSNumber`.
protocol CodedValue {
    /// Converts the value that a caller sets; `nil` if it has the wrong type.
    static func decoded(_ value: Any?) -> Self?
    /// The value as it is returned to callers.
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

extension Int64: CodedValue {
    static func decoded(_ value: Any?) -> Int64? {
        (value as? NSNumber).flatMap(Int64.init(exactly:))
    }

    var coded: Any? { NSNumber(value: self) }
}

extension Float: CodedValue {
    static func decoded(_ value: Any?) -> Float? { (value as? NSNumber)?.floatValue }
    var coded: Any? { NSNumber(value: self) }
}

extension Double: CodedValue {
    static func decoded(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue }
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
extension URL: CodedValue {}
extension UUID: CodedValue {}
extension NSNumber: CodedValue {}
extension SKDownload: CodedValue {}
extension SKDownloadState: CodedValue {}
extension SKPayment: CodedValue {}
extension SKPaymentDiscount: CodedValue {}
extension SKPaymentTransaction: CodedValue {}
extension SKPaymentTransactionState: CodedValue {}
extension SKProduct: CodedValue {}
extension SKProduct.PeriodUnit: CodedValue {}
extension SKProductDiscount: CodedValue {}
extension SKProductDiscount.PaymentMode: CodedValue {}
extension SKProductDiscount.`Type`: CodedValue {}
extension SKProductSubscriptionPeriod: CodedValue {}

extension NSDecimalNumber {
    /// Makes a price from any number, which key-value coding accepts as Apple's does.
    convenience init(_ number: NSNumber) {
        self.init(decimal: number.decimalValue)
    }
}
