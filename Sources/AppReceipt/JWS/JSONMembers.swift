import Foundation
import StrictJSON

/// The members of a JSON object that is being decoded or encoded.
///
/// A type names each of its members once, and both ways follow: a property is set to the object's
/// value, or added to the object. `null` counts as missing, and members that no type names are
/// ignored.
struct JSONMembers {
    private enum Mode {
        case decoding([String: JSONValue])
        case encoding([String: JSONValue])
    }

    private var mode: Mode

    /// A member that has another value than its type permits.
    struct Failure: Error, Equatable {
        let member: String
        let expected: String
    }

    static func decode<Value: JSONMembersCoding>(
        _ object: [String: JSONValue]
    ) throws(Failure) -> Value {
        var members = JSONMembers(mode: .decoding(object))
        var value = Value()
        try value.code(with: &members)
        return value
    }

    static func encode(_ value: some JSONMembersCoding) throws(Failure) -> [String: JSONValue] {
        // A transaction has some twenty members, for which the dictionary would grow five times.
        var members = JSONMembers(mode: .encoding(Dictionary(minimumCapacity: 24)))
        var value = value
        try value.code(with: &members)
        guard case .encoding(let object) = members.mode else { return [:] }
        return object
    }

    /// Decodes or encodes one member.
    mutating func code<Value>(
        _ name: String,
        _ form: JSONForm<Value>,
        _ property: inout Value?
    ) throws(Failure) {
        switch mode {
        case .decoding(let object):
            guard let json = object[name], json != .null else { return }
            property = try Self.convert(JSONNode(json), name, form.expected, form.decode)
        case .encoding(var object):
            guard let value = property else { return }
            let json = try Self.convert(value, name, form.expected, form.encode)
            // Otherwise the dictionary would be copied for every member.
            mode = .encoding([:])
            object[name] = json
            mode = .encoding(object)
        }
    }

    private static func convert<Input, Output>(
        _ input: Input,
        _ name: String,
        _ expected: String,
        _ body: (Input) throws(Failure) -> Output?
    ) throws(Failure) -> Output {
        let output: Output?
        do throws(Failure) {
            output = try body(input)
        } catch {
            throw Failure(member: "\(name).\(error.member)", expected: error.expected)
        }
        guard let output else { throw Failure(member: name, expected: expected) }
        return output
    }
}

/// A type whose properties are members of a JSON object.
protocol JSONMembersCoding: Sendable {
    init()

    /// Names every member with its form and its property.
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure)
}
