/// A JSON value; a number is stored as its text, so that no price is rounded.
package enum JSONValue: Equatable, Sendable {
    /// An object, whose keys differ.
    case object([String: JSONValue])
    /// A list.
    case array([JSONValue])
    /// A string.
    case string(String)
    /// A number as it is written.
    case number(String)
    /// True or false.
    case bool(Bool)
    /// Null.
    case null

    /// The value as JSON in UTF-8, the members of objects in the order of their names.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }

    /// The value as errors quote it; a long string is cut off.
    package var quoted: String {
        switch self {
        case .object: "an object"
        case .array: "a list"
        case .string(let text): text.quoted
        case .number(let text): text.escaped
        case .bool(let flag): "\(flag)"
        case .null: "null"
        }
    }
}
