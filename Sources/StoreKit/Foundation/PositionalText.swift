import Foundation

/// Durations as a clock shows them, `1:00:10`, after the days and larger units in letters.
struct PositionalText {
    let locale: Locale
    let digits: Digits

    /// How many digits the numbers of a clock time have at least.
    enum Digits {
        /// One: `1:0:10`.
        case one
        /// Two, the first number excepted: `1:00:10`.
        case twoAfterFirst
        /// Two: `01:00:10`.
        case two
    }

    /// Writes the amounts; nil when a clock time lacks a unit between two others.
    func text(_ amounts: [DurationAmount]) -> String? {
        let time = amounts.filter(\.unit.isClockTime)
        let narrow = DurationText(locale: locale.identifier(.icu), width: .narrow)
        guard time.count < amounts.count else { return clock(time, narrow) }
        guard time.count > 1 else { return narrow.digits(amounts) }
        guard let dates = narrow.digits(amounts.filter { !$0.unit.isClockTime }),
            let clock = clock(time, narrow)
        else { return nil }
        return "\(dates) \(clock)"
    }

    private func clock(_ amounts: [DurationAmount], _ narrow: DurationText) -> String? {
        let span = (amounts.last?.unit.rawValue ?? 0) - (amounts.first?.unit.rawValue ?? 0)
        guard span == amounts.count - 1, let pattern = narrow.clockPattern() else { return nil }
        let numbers = amounts.enumerated().compactMap { number($1.value, isFirst: $0 == 0) }
        guard numbers.count == amounts.count else { return nil }
        return numbers.joined(separator: separator(in: pattern))
    }

    private func separator(in pattern: String) -> String {
        let afterHours = pattern.drop { !"hH".contains($0) }.drop { "hH".contains($0) }
        return String(afterHours.prefix { $0 != "m" })
    }

    private func number(_ value: Double, isFirst: Bool) -> String? {
        let formatter = NumberFormatter()
        formatter.locale = locale
        formatter.numberStyle = .decimal
        formatter.usesGroupingSeparator = false
        formatter.roundingMode = .down
        formatter.minimumIntegerDigits = minimumDigits(isFirst: isFirst)
        return formatter.string(from: NSNumber(value: value))
    }

    private func minimumDigits(isFirst: Bool) -> Int {
        switch digits {
        case .one: 1
        case .twoAfterFirst: isFirst ? 1 : 2
        case .two: 2
        }
    }
}
