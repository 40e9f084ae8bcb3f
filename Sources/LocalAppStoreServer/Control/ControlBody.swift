import AppReceipt
import Foundation
import StrictJSON

/// The JSON object of a request to the control API, read strictly: each member is taken once, and
/// what nobody takes is refused.
struct ControlBody {
    private var members: [String: JSONValue]
    /// The names of the objects around it, as in `offer.`.
    private let prefix: String

    /// Reads the body of a request; without a body there are no members.
    init(_ request: Request) throws(ControlError) {
        let bytes = Array(request.body)
        prefix = ""
        guard !bytes.isEmpty else {
            members = [:]
            return
        }
        do throws(JSONSyntaxError) {
            members = try JSONParser.object(in: bytes)
        } catch {
            let place = error.place(in: bytes)
            throw ControlError(.badRequest, "malformedJSON", "\(place): \(error.reason)")
        }
    }

    /// Reads the body of a request that has to have one.
    init(requiredIn request: Request) throws(ControlError) {
        guard !request.body.isEmpty else {
            throw ControlError(.badRequest, "malformedJSON", "The request has no body.")
        }
        try self.init(request)
    }

    private init(_ members: [String: JSONValue], prefix: String) {
        self.members = members
        self.prefix = prefix
    }

    /// Refuses the members that were not taken.
    func end() throws(ControlError) {
        guard let name = members.keys.min() else { return }
        throw ControlError(.badRequest, "unknownMember", "There is no member \(prefix)\(name).")
    }

    /// Takes a member; `nil` if it is missing.
    ///
    /// `decode` returns `nil` for a value that is not as expected, which is refused.
    mutating func take<Value>(
        _ name: String,
        expected: String,
        _ decode: (JSONValue) -> Value?
    ) throws(ControlError) -> Value? {
        guard let json = members.removeValue(forKey: name) else { return nil }
        guard let value = decode(json) else { throw invalid(name, expected: expected) }
        return value
    }

    func invalid(_ name: String, expected: String) -> ControlError {
        .invalid(prefix + name, expected: expected)
    }

    /// Requires a member that may be missing elsewhere.
    func require<Value>(
        _ name: String,
        _ value: Value?,
        expected: String
    ) throws(ControlError) -> Value {
        guard let value else { throw invalid(name, expected: expected) }
        return value
    }
}

extension ControlBody {
    /// A text that is not empty and has no NUL.
    mutating func text(_ name: String) throws(ControlError) -> String? {
        try take(name, expected: "a text without NUL, which is not empty") { $0.plainText }
    }

    /// A text that has to be there.
    mutating func requiredText(
        _ name: String,
        expected: String
    ) throws(ControlError) -> String {
        let text = try text(name)
        return try require(name, text, expected: expected)
    }

    mutating func flag(_ name: String) throws(ControlError) -> Bool? {
        try take(name, expected: "true or false") { json in
            if case .bool(let flag) = json { flag } else { nil }
        }
    }

    /// The value of the only member.
    mutating func onlyFlag(_ name: String) throws(ControlError) -> Bool {
        let flag = try require(name, flag(name), expected: "true or false")
        try end()
        return flag
    }

    mutating func integer(
        _ name: String,
        in range: ClosedRange<Int64>
    ) throws(ControlError) -> Int64? {
        let expected = "an integer from \(range.lowerBound) to \(range.upperBound)"
        return try take(name, expected: expected) { json in
            json.integer.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    mutating func number(
        _ name: String,
        in range: ClosedRange<Double>
    ) throws(ControlError) -> Double? {
        let bounds = "\(Int64(range.lowerBound)) to \(Int64(range.upperBound))"
        return try take(name, expected: "a number from \(bounds)") { json in
            guard case .number(let text) = json, let number = Double(text),
                range.contains(number)
            else { return nil }
            return number
        }
    }

    mutating func date(_ name: String) throws(ControlError) -> Date? {
        try take(name, expected: "a date such as 2024-06-01T12:00:00.000Z") { json in
            json.plainText.flatMap { Date(rfc3339: $0) }
        }
    }

    mutating func uuid(_ name: String) throws(ControlError) -> UUID? {
        try take(name, expected: "a UUID") { $0.plainText.flatMap { UUID(uuidString: $0) } }
    }

    /// One of several values, by its name.
    mutating func choice<Choice>(
        _ name: String,
        of choices: [Choice],
        named: (Choice) -> String
    ) throws(ControlError) -> Choice? {
        let names = choices.map(named)
        return try take(name, expected: "one of \(names.joined(separator: ", "))") { json in
            json.plainText.flatMap { names.firstIndex(of: $0) }.map { choices[$0] }
        }
    }

    mutating func object(_ name: String) throws(ControlError) -> ControlBody? {
        let inner = "\(prefix)\(name)."
        return try take(name, expected: "an object") { json in
            guard case .object(let members) = json else { return nil }
            return ControlBody(members, prefix: inner)
        }
    }

    /// Takes a member that is `null`; returns whether it was there.
    mutating func null(_ name: String) -> Bool {
        guard members[name] == .null else { return false }
        members[name] = nil
        return true
    }
}

extension JSONValue {
    fileprivate var plainText: String? {
        guard case .string(let text) = self, !text.isEmpty, !text.utf8.contains(0) else {
            return nil
        }
        return text
    }

    fileprivate var integer: Int64? {
        if case .number(let text) = self { Int64(text) } else { nil }
    }
}
