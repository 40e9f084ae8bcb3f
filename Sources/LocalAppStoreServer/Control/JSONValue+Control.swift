import AppReceipt
import Foundation
import LocalAppStore
import StrictJSON

extension JSONValue {
    static func number(_ number: some BinaryInteger) -> JSONValue { .number("\(number)") }

    static func date(_ date: Date) -> JSONValue { .string(date.rfc3339) }

    /// An amount of money as text, so that nobody reads it as a binary number.
    static func amount(_ amount: Decimal) -> JSONValue { .string("\(amount)") }

    /// A signed document with its parts, for people.
    static func document(_ text: String, hasHeader: Bool = true) throws -> JSONValue {
        let parts = try JWSParts(unverified: text)
        return .members([
            "jws": .string(text),
            "header": hasHeader ? parts.header : nil,
            "payload": parts.payload,
        ])
    }

    /// An object of the members that have a value.
    static func members(_ members: [String: JSONValue?]) -> JSONValue {
        .object(members.compactMapValues { $0 })
    }
}
