import StrictJSON

/// JSON for people and scripts: indented, the members of objects in the order of their names.
struct PrettyJSON {
    let text: String

    init(_ value: JSONValue) {
        text = Self.text(value, indent: "") + "\n"
    }

    private static func text(_ value: JSONValue, indent: String) -> String {
        let inner = indent + "  "
        switch value {
        case .object(let members) where !members.isEmpty:
            let lines = members.sorted { $0.key < $1.key }.map { name, value in
                "\(inner)\(compact(.string(name))): \(text(value, indent: inner))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
        case .array(let values) where !values.isEmpty:
            let lines = values.map { inner + text($0, indent: inner) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
        default: return compact(value)
        }
    }

    private static func compact(_ value: JSONValue) -> String {
        String(decoding: value.bytes, as: UTF8.self)
    }
}
