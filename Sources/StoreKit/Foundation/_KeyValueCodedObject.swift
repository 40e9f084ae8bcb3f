public import Foundation

/// Provides key-value coding; Apple's classes have it from `NSObject`, but Linux's Foundation lacks
/// it.
///
/// Tests make products and transactions by setting properties that Swift declares read-only. The
/// keys are the names of Apple's Objective-C properties. As with Apple's, a key without a property
/// ends the process.
open class _KeyValueCodedObject: NSObject {
    /// Makes an object whose properties have their initial values.
    public override init() {
        super.init()
    }

    /// The value of the property with this name.
    ///
    /// It is read through the property, which a subclass may override. Numbers and enumerations are
    /// returned as `NSNumber`.
    open func value(forKey key: String) -> Any? {
        guard let property = Self.codedProperties[key] else { return value(forUndefinedKey: key) }
        return property.read(self)
    }

    /// Sets the property with this name, even if it is read-only in Swift.
    ///
    /// Must not be used on an object that is shared between threads. An enumeration is set by its
    /// raw value. `nil` makes a string or an array empty.
    open func setValue(_ value: Any?, forKey key: String) {
        guard let property = Self.codedProperties[key] else {
            return setValue(value, forUndefinedKey: key)
        }
        guard !property.write(self, value) else { return }
        guard let value else { return setNilValueForKey(key) }
        stop(
            "setValue:forKey:",
            "\(value) of type \(type(of: value)) is not a value for the key \(key)."
        )
    }

    /// The value at the end of a path such as `payment.productIdentifier`; `nil` if an object on
    /// the path is `nil`.
    open func value(forKeyPath keyPath: String) -> Any? {
        let keys = keyPath.split(separator: ".", maxSplits: 1).map(String.init)
        guard keys.count == 2 else { return value(forKey: keyPath) }
        guard let next = value(forKey: keys[0]) else { return nil }
        guard let object = next as? _KeyValueCodedObject else {
            return value(forUndefinedKey: keyPath)
        }
        return object.value(forKeyPath: keys[1])
    }

    /// Sets the property at the end of a path such as `payment.productIdentifier`; does nothing if
    /// an object on the path is `nil`.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) {
        let keys = keyPath.split(separator: ".", maxSplits: 1).map(String.init)
        guard keys.count == 2 else { return setValue(value, forKey: keyPath) }
        guard let next = self.value(forKey: keys[0]) else { return }
        guard let object = next as? _KeyValueCodedObject else {
            return setValue(value, forUndefinedKey: keyPath)
        }
        object.setValue(value, forKeyPath: keys[1])
    }

    /// Sets several properties; `NSNull` stands for `nil`.
    open func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues {
            setValue(value is NSNull ? nil : value, forKey: key)
        }
    }

    /// The values of several properties; `NSNull` stands for `nil`.
    open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(
            keys.map { ($0, value(forKey: $0) ?? NSNull()) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Is called for a key without a property; ends the process unless it is overridden.
    open func value(forUndefinedKey key: String) -> Any? {
        stop("valueForUndefinedKey:", Self.notCompliant(key))
    }

    /// Is called for a key without a property; ends the process unless it is overridden.
    open func setValue(_ value: Any?, forUndefinedKey key: String) {
        stop("setValue:forUndefinedKey:", Self.notCompliant(key))
    }

    /// Is called for a property that cannot be `nil`; ends the process unless it is overridden.
    open func setNilValueForKey(_ key: String) {
        stop("setNilValueForKey", "could not set nil as the value for the key \(key).")
    }

    /// The properties of the class by their keys.
    class var codedProperties: [String: CodedProperty] { [:] }

    private static func notCompliant(_ key: String) -> String {
        "this class is not key value coding-compliant for the key \(key)."
    }

    /// Ends the process with the message of the exception that Apple's Foundation raises.
    ///
    /// A wrong key is a mistake of the programmer that the compiler cannot find, and Apple's
    /// methods cannot return an error.
    private func stop(_ method: String, _ reason: String) -> Never {
        let address = String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16)
        fatalError("[<\(type(of: self)) 0x\(address)> \(method)]: \(reason)")
    }
}
