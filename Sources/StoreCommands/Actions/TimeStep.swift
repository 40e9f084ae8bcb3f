import AppReceipt
package import Foundation
package import LocalAppStore
package import StrictJSON

/// An advance of a store's time, by a length of time or to a date.
package enum TimeStep: Equatable, Sendable {
    case seconds(TimeInterval)
    case calendar(SubscriptionPeriod)
    case date(Date)

    /// The seconds of each unit, roughly, and its name in the calendar.
    private static let units: [String: (seconds: TimeInterval, unit: SubscriptionPeriod.Unit?)] = [
        "s": (1, nil), "m": (60, nil), "h": (3600, nil), "d": (86_400, .day), "w": (604_800, .week),
        "mo": (2_629_800, .month), "y": (31_557_600, .year),
    ]

    /// Ten thousand years, beyond which dates cannot be computed.
    private static let longest: TimeInterval = 10_000 * 31_557_600

    /// Makes a step of a length of time, such as `30d`; `nil` for another string.
    package init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let value = Int(digits), value > 0,
            let (seconds, unit) = Self.units[String(text.dropFirst(digits.count))],
            Double(value) * seconds <= Self.longest
        else { return nil }
        let period = unit.map { SubscriptionPeriod(value: value, unit: $0) }
        self = period.map(TimeStep.calendar) ?? .seconds(Double(value) * seconds)
    }

    /// Reads a length of time or a date.
    package init(_ node: JSONNode) throws(JSONMismatch) {
        let expected = "a duration such as 30d, 12h, 1mo or 1y, or a date in RFC 3339"
        let text = try node.text(expected: expected)
        guard let step = TimeStep(text) ?? Date(rfc3339: text).map(TimeStep.date) else {
            throw node.mismatch(expected: expected)
        }
        self = step
    }

    /// Advances the time of a store.
    ///
    /// - Throws: ``PastDate`` for a date that has passed, `StoreError.excessiveAdvance` for more
    ///   than ten years.
    package func run(in store: Store) throws {
        switch self {
        case .seconds(let seconds): try store.time.advance(by: seconds)
        case .calendar(let period): try store.time.advance(by: period)
        case .date(let date):
            let now = store.clock.now
            guard date >= now else { throw PastDate(now: now) }
            try store.time.advance(to: date)
        }
    }

    /// A date that has passed in the store.
    package struct PastDate: Error, LocalizedError, Equatable {
        let now: Date

        package var errorDescription: String? {
            "It is \(now.iso8601Seconds) in the store already, and time cannot go back."
        }
    }
}
