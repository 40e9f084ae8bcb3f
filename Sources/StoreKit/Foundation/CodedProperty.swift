import Foundation

/// Access to one property of a class for key-value coding.
struct CodedProperty {
    let read: (_KeyValueCodedObject) -> Any?
    /// Sets the property; `false` if the value has the wrong type.
    let write: (_KeyValueCodedObject, Any?) -> Bool

    /// A property with its own storage.
    init<Root: _KeyValueCodedObject, Value: CodedValue>(
        _ property: ReferenceWritableKeyPath<Root, Value>
    ) {
        self.init(property, in: property)
    }

    /// A property that is set in other storage.
    init<Root: _KeyValueCodedObject, Read: CodedValue, Written: CodedValue>(
        _ property: KeyPath<Root, Read>,
        in storage: ReferenceWritableKeyPath<Root, Written>
    ) {
        self.init(property, in: storage, code: \.coded, decode: Written.decoded)
    }

    /// An error that is set in other storage.
    init<Root: _KeyValueCodedObject>(
        error: KeyPath<Root, (any Error)?>,
        in storage: ReferenceWritableKeyPath<Root, (any Error)?>
    ) {
        self.init(error, in: storage, code: { $0 }) { value in
            guard let value else { return .some(nil) }
            return (value as? any Error).map(Optional.some)
        }
    }

    private init<Root: _KeyValueCodedObject, Read, Written>(
        _ property: KeyPath<Root, Read>,
        in storage: ReferenceWritableKeyPath<Root, Written>,
        code: @escaping (Read) -> Any?,
        decode: @escaping (Any?) -> Written?
    ) {
        read = { object in (object as? Root).flatMap { code($0[keyPath: property]) } }
        write = { object, value in
            guard let object = object as? Root, let value = decode(value) else { return false }
            object[keyPath: storage] = value
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
extension _KeyValueCodedObject: CodedValue {}

extension NSNumber: CodedValue {
    /// Makes a price from any number, which key-value coding accepts as Apple's does.
    static func decoded(_ value: Any?) -> Self? {
        (value as? NSNumber).flatMap { number in
            number as? Self ?? NSDecimalNumber(decimal: number.decimalValue) as? Self
        }
    }
}
