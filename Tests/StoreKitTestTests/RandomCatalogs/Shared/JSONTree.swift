import Foundation

/// JSON that can be changed at random, also into invalid catalogs: duplicate keys, numbers of any
/// size, any text.
indirect enum JSONTree: Sendable {
    case object([(key: String, value: JSONTree)])
    case array([JSONTree])
    /// A value other than a container, as it is written in the file.
    case scalar(String)

    /// Decodes the text of a file; `nil` when it is not JSON.
    init?(_ text: Data) {
        guard let value = try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)
        else { return nil }
        self.init(value)
    }

    private init(_ value: Any) {
        switch value {
        case let members as [String: Any]:
            let sorted = members.sorted { $0.key < $1.key }
            self = .object(sorted.map { (key: $0.key, value: JSONTree($0.value)) })
        case let elements as [Any]: self = .array(elements.map { JSONTree($0) })
        default: self = .scalar(Self.text(of: value))
        }
    }

    /// The text of a file.
    var text: String {
        switch self {
        case .object(let members):
            "{" + members.map { "\(Self.text(of: $0.key)):\($0.value.text)" }.joined(separator: ",")
                + "}"
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .scalar(let text): text
        }
    }

    private static func text(of value: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
        return String(decoding: data ?? Data("null".utf8), as: UTF8.self)
    }

    /// The number of places, including this one.
    var count: Int {
        switch self {
        case .object(let members): members.reduce(1) { $0 + $1.value.count }
        case .array(let elements): elements.reduce(1) { $0 + $1.count }
        case .scalar: 1
        }
    }

    /// Changes the value at a place, counted from the root, depth first.
    mutating func change(at place: Int, _ body: (inout JSONTree) -> Void) {
        var left = place
        change(&left, body)
    }

    /// `left` is below zero once the place has been found.
    private mutating func change(_ left: inout Int, _ body: (inout JSONTree) -> Void) {
        left -= 1
        guard left >= 0 else { return body(&self) }
        switch self {
        case .object(var members):
            for index in members.indices where left >= 0 {
                members[index].value.change(&left, body)
            }
            self = .object(members)
        case .array(var elements):
            for index in elements.indices where left >= 0 {
                elements[index].change(&left, body)
            }
            self = .array(elements)
        case .scalar: break
        }
    }
}
