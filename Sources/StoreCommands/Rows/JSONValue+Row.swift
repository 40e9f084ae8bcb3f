import AppReceipt
package import Foundation
package import StrictJSON

extension JSONValue {
    package static func number(_ number: some BinaryInteger) -> JSONValue { .number("\(number)") }

    /// A date as a string in RFC 3339, in UTC, with milliseconds.
    package static func date(_ date: Date) -> JSONValue { .string(date.rfc3339) }

    /// An amount of money as a string, so that no reader decodes it as a binary number.
    package static func amount(_ amount: Decimal) -> JSONValue { .string("\(amount)") }

    package static func identifier(_ identifier: UUID) -> JSONValue {
        .string(identifier.uuidString.lowercased())
    }

    /// An object of the members that have a value.
    package static func members(_ members: [String: JSONValue?]) -> JSONValue {
        .object(members.compactMapValues { $0 })
    }
}

extension Date {
    /// The date in ISO 8601, in UTC, in whole seconds, for people.
    package var iso8601Seconds: String {
        Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)).shortRFC3339
    }
}
