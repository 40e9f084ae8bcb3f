package import AppReceipt

// Parts of a document, which tests look into.
extension JSONValue {
    package var members: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    package var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    package subscript(_ name: String) -> JSONValue? { members?[name] }

    package var text: String? { if case .string(let text) = self { text } else { nil } }

    package var number: Int64? { if case .number(let text) = self { Int64(text) } else { nil } }
}
