import Foundation

extension Date {
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
}

/// An amount of money with its currency.
struct Money {
    let text: String

    init(_ amount: Decimal, _ currency: String) {
        text = "\(amount) \(currency)"
    }
}
