/// The header fields of a request or a response, in their order (RFC 9110, 5).
struct HeaderFields: Sendable {
    private var fields: [(name: String, value: String)] = []

    /// The fields as lines of a message.
    var lines: [String] { fields.map { "\($0.name): \($0.value)" } }

    mutating func add(_ name: String, _ value: String) {
        fields.append((name, value))
    }

    /// The values of a field, in their order; its name is in lower case.
    func values(of name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name }.map(\.value)
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
