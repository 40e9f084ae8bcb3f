extension ResponseObject {
    /// The object as Swift's own dictionaries, arrays, texts and numbers.
    ///
    /// A number is an `Int`, and an `Int64` where an `Int` cannot hold it.
    package var fields: [String: Any] {
        var fields = [String: Any](minimumCapacity: members.count)
        for member in members { fields[member.name] = member.value.native }
        return fields
    }
}

extension ResponseValue {
    fileprivate var native: Any {
        switch self {
        case .text(let text): text
        case .integer(let integer): Int(exactly: integer) ?? integer as Any
        case .object(let object): object.fields
        case .list(let list): list.map { $0.fields as Any }
        }
    }
}
