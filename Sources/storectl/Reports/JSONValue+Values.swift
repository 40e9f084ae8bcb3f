import AppReceipt
import Foundation
import StrictJSON

extension JSONValue {
    static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    static func number(_ number: some BinaryInteger) -> JSONValue { .number("\(number)") }

    static func number(_ number: Int64?) -> JSONValue { number.map { .number("\($0)") } ?? .null }

    /// A date as text in ISO 8601, at UTC.
    static func date(_ date: Date?) -> JSONValue { text(date?.iso8601) }

    /// An amount of money as text, so that nobody reads it as a binary number.
    static func amount(_ amount: Decimal) -> JSONValue { .string("\(amount)") }
}

extension Date {
    /// The date in ISO 8601, at UTC, with milliseconds if there are any.
    var iso8601: String {
        let formatter = ISO8601DateFormatter()
        if milliseconds % 1000 != 0 { formatter.formatOptions.insert(.withFractionalSeconds) }
        return formatter.string(from: self)
    }

    /// The date in ISO 8601, at UTC, in whole seconds, for people.
    var iso8601Seconds: String {
        ISO8601DateFormatter().string(
            from: Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down))
        )
    }

    /// Decodes a date in ISO 8601, with or without fractions of seconds.
    init?(iso8601 text: String) {
        let formatter = ISO8601DateFormatter()
        if text.contains(".") { formatter.formatOptions.insert(.withFractionalSeconds) }
        guard let date = formatter.date(from: text) else { return nil }
        self = date
    }

    /// Milliseconds since 1970, the unit of the ledger.
    private var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}

/// An amount of money with its currency.
struct Money {
    let text: String

    init(_ amount: Decimal, _ currency: String) {
        text = "\(amount) \(currency)"
    }
}
