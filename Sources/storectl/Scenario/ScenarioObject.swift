import AppReceipt
import Foundation
import StrictJSON

/// An object of a scenario, every member of which has to be read.
struct ScenarioObject {
    private var members: [String: JSONValue]
    /// Where it is, as in `trial.json, step 3, line 12`.
    let place: String

    init(_ value: JSONValue, place: String) throws {
        self.place = place
        guard case .object(let members) = value else {
            throw Self.failure(place, "expected an object, but found \(value.quoted)")
        }
        self.members = members
    }

    /// The names of the members that were not read yet.
    var names: [String] { members.keys.sorted() }

    func failure(_ reason: String, _ suggestion: String? = nil) -> Failure {
        Self.failure(place, reason, suggestion)
    }

    private static func failure(
        _ place: String,
        _ reason: String,
        _ suggestion: String? = nil
    ) -> Failure {
        Failure(.malformedFile, "\(place): \(reason).", suggestion: suggestion)
    }

    /// Throws if a member was not read.
    func requireNothingElse() throws {
        if let name = names.first { throw failure("\"\(name)\" is not known here") }
    }

    /// Reads a member.
    mutating func take(_ name: String) throws -> JSONValue {
        guard let value = members.removeValue(forKey: name) else {
            throw failure("\"\(name)\" is missing")
        }
        return value
    }

    /// Reads a member if it is there.
    mutating func takeIfPresent(_ name: String) -> JSONValue? {
        members.removeValue(forKey: name)
    }
}

// Values.
extension ScenarioObject {
    mutating func text(_ name: String) throws -> String {
        let value = try take(name)
        return try text(value, name)
    }

    mutating func optionalText(_ name: String) throws -> String? {
        try takeIfPresent(name).map { try text($0, name) }
    }

    mutating func optionalChoice(_ name: String, of choices: [String]) throws -> String? {
        guard let text = try optionalText(name) else { return nil }
        guard choices.contains(text) else {
            throw unexpected(.string(text), name, "one of \(choices.joined(separator: ", "))")
        }
        return text
    }

    mutating func optionalDate(_ name: String) throws -> Date? {
        guard let text = try optionalText(name) else { return nil }
        guard let date = Date(iso8601: text) else {
            throw unexpected(.string(text), name, "a date such as 2026-01-31T12:00:00Z")
        }
        return date
    }

    mutating func optionalFlag(_ name: String) throws -> Bool? {
        guard let value = takeIfPresent(name) else { return nil }
        guard case .bool(let flag) = value else { throw unexpected(value, name, "true or false") }
        return flag
    }

    mutating func optionalInteger(_ name: String) throws -> Int? {
        guard let value = takeIfPresent(name) else { return nil }
        guard case .number(let text) = value, let number = Int(text) else {
            throw unexpected(value, name, "an integer")
        }
        return number
    }

    mutating func optionalObject(_ name: String) throws -> ScenarioObject? {
        try takeIfPresent(name).map { try ScenarioObject($0, place: place) }
    }

    mutating func list(_ name: String) throws -> [JSONValue] {
        let value = try take(name)
        guard case .array(let values) = value else { throw unexpected(value, name, "a list") }
        return values
    }

    mutating func object(_ name: String) throws -> ScenarioObject {
        try ScenarioObject(try take(name), place: place)
    }

    private func text(_ value: JSONValue, _ name: String) throws -> String {
        guard case .string(let text) = value else { throw unexpected(value, name, "a text") }
        return text
    }

    func unexpected(_ value: JSONValue, _ name: String, _ expected: String) -> Failure {
        failure("\"\(name)\" is \(value.quoted), but it has to be \(expected)")
    }
}
