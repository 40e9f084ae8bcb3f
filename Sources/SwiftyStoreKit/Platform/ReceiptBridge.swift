import Foundation

/// Puts decoded JSON into a ``ReceiptInfo`` and takes it out again without converting the tree.
enum ReceiptBridge {
    #if canImport(Darwin)
    static func object(_ value: Any) -> AnyObject { value as AnyObject }
    #else
    // Foundation on Linux converts a collection whole, key by key, when it becomes an object and when it comes back.
    static func object(_ value: Any) -> AnyObject {
        switch value {
        case let fields as [String: Any]: NSDictionary(dictionary: fields.mapValues(object))
        case let elements as [Any]: NativeArray(elements)
        default: value as AnyObject
        }
    }
    #endif
}
