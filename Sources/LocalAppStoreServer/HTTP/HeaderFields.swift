/// The header fields of a request or a response, in their order (RFC 9110, 5).
struct HeaderFields: Sendable, Equatable {
    private var fields: [Field] = []

    private struct Field: Sendable, Equatable {
        /// In lower case, because names do not differ by case.
        let name: String
        let value: String
    }

    mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name.lowercased(), value: value))
    }

    /// The values of a field, in their order; its name is in lower case.
    func values(of name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    /// The value of a field that a request has once.
    ///
    /// - Parameter name: The name in lower case.
    /// - Returns: The value; `nil` if the field is missing.
    /// - Throws: A refusal if there are several, of which another program might read another one.
    func value(of name: String) throws(RequestRefusal) -> String? {
        let values = values(of: name)
        guard values.count <= 1 else {
            throw RequestRefusal(.badRequest, "The field \(name) occurs more than once.")
        }
        return values.first
    }
}
