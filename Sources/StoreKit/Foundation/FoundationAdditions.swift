// A client that writes only `import StoreKit` finds Foundation's types too, as with Apple's module.
// On Linux the networking types of Foundation are in a module of their own.
@_exported public import Foundation
@_exported public import FoundationNetworking

extension NumberFormatter {
    /// A generation of number formatting.
    ///
    /// Stands in for Apple's enumeration, which Foundation on Linux lacks.
    @nonexhaustive
    public enum Behavior: UInt, Sendable {
        /// The default generation, which is `behavior10_4`.
        case `default` = 0
        // swift-format-ignore: AlwaysUseLowerCamelCase
        /// The generation of OS X 10.4, the only one that still exists.
        case behavior10_4 = 1040
    }

    /// The generation of formatting in use, always `behavior10_4`.
    ///
    /// Stands in for Apple's property, which Foundation on Linux lacks. Setting it has no effect,
    /// because both values mean the same generation.
    public var formatterBehavior: Behavior {
        get { .behavior10_4 }
        set { _ = newValue }
    }
}

extension NSMutableDictionary {
    /// Sets the value of a key, or removes the key when the value is nil.
    ///
    /// Stands in for key-value coding of dictionaries, which Foundation on Linux lacks.
    public func setValue(_ value: Any?, forKey key: String) {
        guard let value else { return removeObject(forKey: NSString(string: key)) }
        setObject(value, forKey: NSString(string: key))
    }
}
