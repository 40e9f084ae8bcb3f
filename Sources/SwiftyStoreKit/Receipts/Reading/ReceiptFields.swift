import Foundation

/// The fields of one JSON object, whichever kind of dictionary holds them.
///
/// A field is looked up where it is. To cast a dictionary to another type would convert the whole
/// tree below it.
enum ReceiptFields {
    case native([String: Any])
    case objects(ReceiptInfo)
    case hashed([AnyHashable: Any])
    case foundation(NSDictionary)

    /// Nil if `value` is not an object.
    init?(_ value: Any) {
        if type(of: value) == [String: Any].self, let fields = value as? [String: Any] {
            self = .native(fields)
        } else if type(of: value) == [AnyHashable: Any].self,
            let fields = value as? [AnyHashable: Any]
        {
            self = .hashed(fields)
        } else if let fields = value as? NSDictionary {
            self = .foundation(fields)
        } else if let fields = value as? [String: Any] {
            self = .native(fields)
        } else {
            return nil
        }
    }

    /// Nil if `object` is not an object of JSON.
    init?(object: AnyObject) {
        // To cast an object of a class is cheaper than to cast anything.
        if let fields = object as? NSDictionary {
            self = .foundation(fields)
        } else {
            self.init(object)
        }
    }

    /// The value, unless there is none or it is null.
    subscript(_ key: ReceiptKey) -> Any? {
        // To ask `is NSNull` would make an object of a whole list first, on Linux.
        guard let value = raw(key), type(of: value) != NSNull.self else { return nil }
        return value
    }

    func string(_ key: ReceiptKey) -> String? {
        // Null is no scalar, which spares a look for it here and below.
        raw(key).flatMap(ReceiptScalar.string)
    }

    func integer(_ key: ReceiptKey) -> Int? {
        raw(key).flatMap(ReceiptScalar.integer)
    }

    /// True for a true value of any spelling; everything else is false.
    func flag(_ key: ReceiptKey) -> Bool {
        raw(key).flatMap(ReceiptScalar.flag) ?? false
    }

    func date(_ key: ReceiptDateKey) -> Date? {
        if let date = raw(key.milliseconds).flatMap(ReceiptScalar.milliseconds) { return date }
        return raw(key.text).flatMap(ReceiptScalar.date)
    }

    /// A date, and whether one is noted, even one that cannot be read; an empty text notes none.
    func noted(_ key: ReceiptDateKey) -> (date: Date?, isNoted: Bool) {
        let (milliseconds, text) = (self[key.milliseconds], self[key.text])
        guard milliseconds != nil || text != nil else { return (nil, false) }
        let date =
            milliseconds.flatMap(ReceiptScalar.milliseconds) ?? text.flatMap(ReceiptScalar.date)
        return (date, date != nil || isFilled(milliseconds) || isFilled(text))
    }

    /// The object below the key.
    func fields(_ key: ReceiptKey) -> ReceiptFields? {
        guard case .objects(let fields) = self else {
            return self[key].flatMap { ReceiptFields($0) }
        }
        return fields[key.text].flatMap { ReceiptFields(object: $0) }
    }

    /// The list, or the object that stands for one.
    func list(_ key: ReceiptKey) -> ReceiptList? {
        switch self {
        case .objects(let fields): fields[key.text].flatMap { ReceiptList(object: $0) }
        case .foundation(let fields):
            ReceiptBridge.value(key, of: fields).flatMap { ReceiptList($0) }
        case .native, .hashed: self[key].flatMap { ReceiptList($0) }
        }
    }

    private func isFilled(_ value: Any?) -> Bool {
        guard let value else { return false }
        return (value as? String)?.isEmpty != true
    }

    // Inlined, what is found need not be handed on through memory.
    @inline(__always)
    private func raw(_ key: ReceiptKey) -> Any? {
        switch self {
        case .native(let fields): fields[key.text]
        case .objects(let fields): fields[key.text]
        case .hashed(let fields): fields[AnyHashable(key.text)]
        case .foundation(let fields): fields.object(forKey: key.object)
        }
    }
}
