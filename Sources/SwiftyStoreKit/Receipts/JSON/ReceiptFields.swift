import Foundation

/// The fields of one JSON object, by key.
///
/// Foundation's dictionaries are read as they are: on Linux a cast to a Swift dictionary converts
/// everything below it.
enum ReceiptFields {
    case swift([String: Any])
    case foundation(NSDictionary)

    /// Nil if `value` is not an object.
    init?(_ value: Any) {
        if type(of: value) is AnyClass, let fields = value as? NSDictionary {
            self = .foundation(fields)
        } else if let fields = value as? [String: Any] {
            self = .swift(fields)
        } else {
            return nil
        }
    }

    /// The value, which may be null.
    subscript(_ key: String) -> Any? {
        switch self {
        case .swift(let fields): fields[key]
        case .foundation(let fields): fields.object(forKey: key)
        }
    }

    func string(_ key: String) -> String? {
        self[key].flatMap(ReceiptScalar.string)
    }

    func integer(_ key: String) -> Int? {
        self[key].flatMap(ReceiptScalar.integer)
    }

    /// True for a true value of any spelling; everything else is false.
    func flag(_ key: String) -> Bool {
        self[key].flatMap(ReceiptScalar.flag) ?? false
    }

    /// The date in milliseconds below the key with `_ms`, otherwise the string below the key
    /// itself.
    func date(_ key: String) -> Date? {
        self[key + "_ms"].flatMap(ReceiptScalar.milliseconds)
            ?? self[key].flatMap(ReceiptScalar.date)
    }

    /// The object below the key.
    func fields(_ key: String) -> ReceiptFields? {
        self[key].flatMap { ReceiptFields($0) }
    }

    /// The list below the key; an object stands for a list of itself.
    func list(_ key: String) -> [Any]? {
        guard let value = self[key] else { return nil }
        if let list = value as? [Any] { return list }
        return ReceiptFields(value) == nil ? nil : [value]
    }

    /// Whether the key has a value that is neither null nor an empty string.
    func hasContent(_ key: String) -> Bool {
        guard let value = self[key], type(of: value) != NSNull.self else { return false }
        return (value as? String)?.isEmpty != true
    }
}
