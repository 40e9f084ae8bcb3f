import Foundation

/// Puts decoded JSON into a ``ReceiptInfo`` and takes it out again without converting the tree.
enum ReceiptBridge {
    #if canImport(Darwin)
    static func object(_ value: Any) -> AnyObject { value as AnyObject }

    static func list(_ array: NSArray) -> ReceiptList { .native(array as? [Any] ?? []) }

    static func value(_ key: String, of fields: NSDictionary) -> Any? {
        fields.object(forKey: key)
    }
    #else
    // Foundation on Linux converts a collection whole, key by key, when it becomes an object and when it comes back.
    // The dictionary is a mutable one only to be told from those whose lists Foundation would convert.
    static func object(_ value: Any) -> AnyObject {
        switch value {
        case let fields as [String: Any]:
            NSMutableDictionary(dictionary: fields.mapValues(object))
        case let elements as [Any]: NativeArray(elements)
        default: value as AnyObject
        }
    }

    /// The elements; those of Foundation's own array as the objects they are.
    static func list(_ array: NSArray) -> ReceiptList {
        if let array = array as? NativeArray { return .native(array.elements) }
        guard type(of: array) == NSArray.self else { return .native(array as? [Any] ?? []) }
        // A mirror shows what is stored, and every other way to an element converts it.
        let objects = Mirror(reflecting: array).children.map { $0.value as AnyObject }
        return objects.count == array.count ? .objects(objects) : .native(array as? [Any] ?? [])
    }

    /// A value that may be a list, of Foundation's own dictionary as the object it is.
    static func value(_ key: String, of fields: NSDictionary) -> Any? {
        guard type(of: fields) == NSDictionary.self else { return fields.object(forKey: key) }
        for child in Mirror(reflecting: fields).children {
            guard let field = child.value as? (key: NSObject, value: AnyObject) else {
                return fields.object(forKey: key)
            }
            if (field.key as? NSString)?.isEqual(to: key) == true { return field.value }
        }
        return nil
    }
    #endif
}
