package import StrictJSON

// Parts of a document, which tests look into.
extension JSONValue {
    /// Parses an object.
    package init(text: String) throws {
        self = .object(try JSONParser.object(in: Array(text.utf8)))
    }

    /// The value as it is sent, which a failed comparison shows.
    package var written: String { String(decoding: bytes, as: UTF8.self) }

    package var members: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    package var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    package subscript(_ name: String) -> JSONValue? { members?[name] }

    package var text: String? { if case .string(let text) = self { text } else { nil } }

    /// Whether it is a null, or has one further inside.
    package var containsNull: Bool {
        switch self {
        case .null: true
        case .array(let elements): elements.contains(where: \.containsNull)
        case .object(let members): members.values.contains(where: \.containsNull)
        case .string, .number, .bool: false
        }
    }

    package var number: Int64? { if case .number(let text) = self { Int64(text) } else { nil } }
}
