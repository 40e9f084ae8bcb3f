/// JSON as it was written: a number keeps its text, so that no price is rounded on the way.
enum JSONValue: Equatable {
    case object([String: JSONValue])
    case array([JSONValue])
    case string(String)
    case number(String)
    case bool(Bool)
    case null

    /// The value as an error quotes it, cut short where it is long.
    var quoted: String {
        switch self {
        case .object: "an object"
        case .array: "a list"
        case .string(let text): "\"\(Self.shortened(text))\""
        case .number(let text): Self.shortened(text)
        case .bool(let flag): "\(flag)"
        case .null: "null"
        }
    }

    private static func shortened(_ text: String) -> String {
        text.count > 60 ? text.prefix(60) + "..." : text
    }
}
