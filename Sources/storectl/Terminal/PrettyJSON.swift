import StrictJSON

/// JSON for people and scripts: indented, the members of objects in the order of their names.
struct PrettyJSON {
    let text: String

    init(_ value: JSONValue) {
        var text = ""
        Self.write(value, indent: "", to: &text)
        self.text = text + "\n"
    }

    private static func write(_ value: JSONValue, indent: String, to text: inout String) {
        let inner = indent + "  "
        switch value {
        case .object(let members) where !members.isEmpty:
            var start = "{\n"
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                text += "\(start)\(inner)\(compact(.string(name))): "
                write(value, indent: inner, to: &text)
                start = ",\n"
            }
            text += "\n\(indent)}"
        case .array(let values) where !values.isEmpty:
            var start = "[\n"
            for value in values {
                text += start + inner
                write(value, indent: inner, to: &text)
                start = ",\n"
            }
            text += "\n\(indent)]"
        default: text += compact(value)
        }
    }

    private static func compact(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.write(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
