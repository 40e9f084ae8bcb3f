import Foundation

/// Puts decoded JSON into a ``ReceiptInfo`` and takes it out again without converting the tree.
enum ReceiptBridge {
    #if canImport(Darwin)
    static func object(_ value: Any) -> AnyObject { value as AnyObject }

    static func list(_ array: NSArray) -> ReceiptList { .native(array as? [Any] ?? []) }

    static func value(_ key: ReceiptKey, of fields: NSDictionary) -> Any? {
        fields.object(forKey: key.object)
    }
    #else
    // Foundation on Linux converts a collection whole, key by key, when it becomes an object and
    // when it comes back. The dictionary is a mutable one only to be told from those whose lists
    // Foundation would convert. It is no subclass, because Foundation crashes when it writes one to
    // a property list.
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
        // A mirror shows what is stored, and every other way to an element converts it. It is
        // documented for people to look at, so whatever does not look like the elements is read in
        // the ordinary way.
        let mirror = Mirror(reflecting: array)
        guard mirror.displayStyle == .collection, mirror.children.count == array.count else {
            return .native(array as? [Any] ?? [])
        }
        return .objects(mirror.children.map { $0.value as AnyObject })
    }

    /// A value that may be a list, of Foundation's own dictionary as the object it is.
    static func value(_ key: ReceiptKey, of fields: NSDictionary) -> Any? {
        guard type(of: fields) == NSDictionary.self else {
            return fields.object(forKey: key.object)
        }
        let mirror = Mirror(reflecting: fields)
        guard mirror.displayStyle == .dictionary, mirror.children.count == fields.count else {
            return fields.object(forKey: key.object)
        }
        for child in mirror.children {
            guard let field = child.value as? (key: NSObject, value: AnyObject) else {
                return fields.object(forKey: key.object)
            }
            if (field.key as? NSString)?.isEqual(to: key.text) == true { return field.value }
        }
        return nil
    }
    #endif
}
