import Foundation

/// A list of a receipt, whichever kind of array holds it; an object stands for a list of itself.
enum ReceiptList {
    case native([Any])
    case objects([AnyObject])

    /// Nil if `value` is neither a list nor an object.
    init?(_ value: Any) {
        if type(of: value) == [Any].self, let list = value as? [Any] {
            self = .native(list)
        } else if let list = value as? NSArray {
            self = ReceiptBridge.list(list)
        } else if ReceiptFields(value) != nil {
            self = .native([value])
        } else {
            return nil
        }
    }

    /// Nil if `object` is neither a list nor an object of JSON.
    init?(object: AnyObject) {
        if let list = object as? NSArray {
            self = ReceiptBridge.list(list)
        } else {
            self.init(object)
        }
    }

    var count: Int {
        switch self {
        case .native(let list): list.count
        case .objects(let list): list.count
        }
    }

    /// Calls `body` with each element's fields, or with nil for one that is no object.
    func forEach(_ body: (ReceiptFields?) -> Void) {
        switch self {
        case .native(let list): for element in list { body(ReceiptFields(element)) }
        case .objects(let list): for element in list { body(ReceiptFields(element)) }
        }
    }

    func appending(_ other: ReceiptList) -> ReceiptList {
        .native(elements + other.elements)
    }

    private var elements: [Any] {
        switch self {
        case .native(let list): list
        case .objects(let list): list
        }
    }
}
