package import Foundation

/// A value of a JSON document and its path there.
///
/// Reading is strict: every unexpected value is a ``JSONMismatch`` with its path. The call site
/// decides whether a member is required: `try node["name"].text()` requires it, ``present`` and
/// ``given`` make it optional.
package struct JSONNode: Sendable {
    /// The value; `nil` if the member is missing.
    package let value: JSONValue?
    /// The path of the value, such as `rules[0].point`; empty for the document.
    package let path: String

    /// Makes the node of a value.
    package init(_ value: JSONValue?, at path: String = "") {
        self.value = value
        self.path = path
    }

    /// The node, or `nil` if its value is missing or `null`.
    package var present: JSONNode? { value == .null ? nil : given }

    /// The node, or `nil` if its value is missing.
    package var given: JSONNode? { value == nil ? nil : self }

    /// Returns the node, or `nil` if its value may be missing, and is missing or `null`.
    package func required(if isRequired: Bool) -> JSONNode? { isRequired ? self : present }

    /// Whether there is a value other than `null`.
    package var isPresent: Bool { present != nil }

    /// Whether the value is `null`.
    package var isNull: Bool { value == .null }

    /// The member of an object; a node without a value for a missing one.
    package subscript(name: String) -> JSONNode {
        let path = path.isEmpty ? name : "\(path).\(name)"
        guard case .object(let members) = value else { return JSONNode(nil, at: path) }
        return JSONNode(members[name], at: path)
    }

    /// Returns the error for an unexpected value.
    package func mismatch(expected: String, suggestion: String = "") -> JSONMismatch {
        let found = value.map { "found \($0.quoted)" } ?? "it is missing"
        return JSONMismatch(path: path, reason: "expected \(expected), but \(found)\(suggestion)")
    }
}

/// An unexpected value in a JSON document.
package struct JSONMismatch: Error, Equatable {
    /// The path of the value, such as `rules[0].point`; empty for the document.
    package let path: String
    /// The expectation and the value found there.
    package let reason: String
    package let kind: Kind

    package enum Kind: Sendable {
        /// The document is not JSON in UTF-8.
        case syntax
        /// The object has an unknown member.
        case unknownMember
        /// The value is missing, or another one than expected.
        case value
    }

    /// Makes the error of a value at a path.
    package init(path: String, reason: String, kind: Kind = .value) {
        self.path = path
        self.reason = reason
        self.kind = kind
    }
}

// Documents.
extension JSONNode {
    /// Parses a document in UTF-8, which may begin with a byte order mark.
    package init(document bytes: [UInt8]) throws(JSONMismatch) {
        guard String(bytes: bytes, encoding: .utf8) != nil else {
            throw JSONMismatch(path: "", reason: "expected UTF-8 text", kind: .syntax)
        }
        do throws(JSONSyntaxError) {
            self.init(try JSONParser.parse(bytes, skipsByteOrderMark: true))
        } catch {
            let reason = "not JSON at \(error.place(in: bytes)): \(error.reason)"
            throw JSONMismatch(path: error.path, reason: reason, kind: .syntax)
        }
    }
}

// Objects and lists.
extension JSONNode {
    /// Returns the node; throws unless it is an object.
    package func object() throws(JSONMismatch) -> JSONNode {
        guard case .object = value else { throw mismatch(expected: "an object") }
        return self
    }

    /// The names of an object's members, in order.
    package var memberNames: [String] {
        if case .object(let members) = value { members.keys.sorted() } else { [] }
    }

    /// Returns the node; throws unless it is an object with no members but these.
    @discardableResult
    package func object(of names: String...) throws(JSONMismatch) -> JSONNode {
        try object(of: names)
    }

    /// Returns the node; throws unless it is an object with no members but these.
    @discardableResult
    package func object(of names: [String]) throws(JSONMismatch) -> JSONNode {
        guard let name = try object().memberNames.first(where: { !names.contains($0) }) else {
            return self
        }
        throw JSONMismatch(
            path: self[name.escaped].path,
            reason: names.isEmpty
                ? "expected no member" : "unknown member; expected \(Self.oneOf(names))",
            kind: .unknownMember
        )
    }

    /// Returns the elements of a list.
    package func elements() throws(JSONMismatch) -> [JSONNode] {
        guard case .array(let values) = value else { throw mismatch(expected: "a list") }
        return values.enumerated().map { JSONNode($1, at: "\(path)[\($0)]") }
    }
}

// Strings, numbers and flags.
extension JSONNode {
    /// Returns a string, possibly empty.
    package func text(
        expected: @autoclosure () -> String = "a string"
    ) throws(JSONMismatch) -> String {
        guard case .string(let text) = value else { throw mismatch(expected: expected()) }
        return text
    }

    /// Returns a nonempty string without NUL, the end of a string in databases.
    package func plainText(
        expected: @autoclosure () -> String = "a non-empty string without NUL"
    ) throws(JSONMismatch) -> String {
        guard case .string(let text) = value, !text.isEmpty, !text.containsNUL else {
            throw mismatch(expected: expected())
        }
        return text
    }

    /// Returns a Boolean value.
    package func flag() throws(JSONMismatch) -> Bool {
        guard case .bool(let flag) = value else { throw mismatch(expected: "true or false") }
        return flag
    }

    /// Returns an integer written without a fraction or an exponent.
    package func integer<Integer: FixedWidthInteger>(
        as type: Integer.Type = Int.self
    ) throws(JSONMismatch) -> Integer {
        try integer(in: .min ... .max, expected: "an integer")
    }

    /// Returns an integer of a range, written without a fraction or an exponent.
    package func integer<Integer: FixedWidthInteger>(
        in range: ClosedRange<Integer>,
        expected: String? = nil
    ) throws(JSONMismatch) -> Integer {
        guard case .number(let text) = value, let number = Integer(text), range.contains(number)
        else {
            let bounds = "\(range.lowerBound) to \(range.upperBound)"
            throw mismatch(expected: expected ?? "an integer from \(bounds)")
        }
        return number
    }

    /// Returns a finite number.
    package func number() throws(JSONMismatch) -> Double {
        guard case .number(let text) = value, let number = Double(text), number.isFinite else {
            throw mismatch(expected: "a number")
        }
        return number
    }

    /// Returns a UUID.
    package func uuid() throws(JSONMismatch) -> UUID {
        // Foundation's parser stops at a NUL.
        guard case .string(let text) = value, !text.containsNUL, let uuid = UUID(uuidString: text)
        else { throw mismatch(expected: "a UUID") }
        return uuid
    }

    /// Returns one of several values by its name, compared byte by byte.
    package func choice<Choice>(
        of choices: some Collection<Choice>,
        named name: (Choice) -> String
    ) throws(JSONMismatch) -> Choice {
        guard case .string(let text) = value,
            let choice = choices.first(where: { name($0).utf8.elementsEqual(text.utf8) })
        else { throw mismatch(expected: Self.oneOf(choices.map(name))) }
        return choice
    }

    /// Returns one of several values by its raw value.
    package func choice<Choice: RawRepresentable<String>>(
        of choices: some Collection<Choice>
    ) throws(JSONMismatch) -> Choice {
        try choice(of: choices, named: \.rawValue)
    }

    /// Returns the value of a name in a table.
    package func choice<Value>(
        of table: KeyValuePairs<String, Value>
    ) throws(JSONMismatch) -> Value {
        try choice(of: table, named: \.key).value
    }

    /// The words for one of several names.
    package static func oneOf(_ names: [String]) -> String {
        (names.count > 1 ? "one of " : "")
            + names.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}
