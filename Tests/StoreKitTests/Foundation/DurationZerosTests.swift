import Foundation
import StoreKit
import Testing

@Suite("The zeros of durations")
struct DurationZerosTests {
    typealias Zeros = DateComponentsFormatter.ZeroFormattingBehavior

    static let clock: NSCalendar.Unit = [.hour, .minute, .second]
    static let dayAndClock: NSCalendar.Unit = [.day, .hour, .minute, .second]

    @Test(
        "Units with names drop their zeros by default",
        arguments: [
            (.default, 3_610, "1h 10s"),
            ([], 3_610, "0d 1h 0m 10s"),
            (.dropLeading, 3_610, "1h 0m 10s"),
            (.dropMiddle, 3_610, "0d 1h 10s"),
            (.dropTrailing, 3_600, "0d 1h"),
            (.dropAll, 3_600, "1h"),
            (.pad, 3_600, "0d 1h 0m 0s"),
            (.default, 0, "0s"),
            (.dropAll, 0, "0s"),
            ([], 0, "0d 0h 0m 0s"),
        ] as [(Zeros, TimeInterval, String)]
    )
    func names(_ zeros: Zeros, _ interval: TimeInterval, _ expected: String) {
        let formatter = DateComponentsFormatter.make(
            .abbreviated,
            units: Self.dayAndClock,
            zeros: zeros
        )
        #expect(formatter.string(from: interval) == expected)
    }

    @Test(
        "A positional time drops leading zeros and pads the rest by default",
        arguments: [
            (.default, 3_610, "1:00:10"),
            (.default, 65, "1:05"),
            (.default, 9, "9"),
            (.default, 0, "0"),
            (.default, -3_661, "-1:01:01"),
            (.default, 4_442_410, "1234:00:10"),
            ([], 3_610, "1:0:10"),
            (.pad, 3_610, "01:00:10"),
            (.pad, 9, "00:00:09"),
            ([.pad, .dropLeading], 65, "01:05"),
        ] as [(Zeros, TimeInterval, String)]
    )
    func positional(_ zeros: Zeros, _ interval: TimeInterval, _ expected: String) {
        let formatter = DateComponentsFormatter.make(.positional, units: Self.clock, zeros: zeros)
        #expect(formatter.string(from: interval) == expected)
    }

    @Test("A positional time has the locale's separator and digits")
    func positionalLocales() {
        let time = DateComponents(hour: 1, minute: 2, second: 3)
        #expect(
            DateComponentsFormatter.make(.positional, locale: "da").string(from: time) == "1.02.03"
        )
        #expect(
            DateComponentsFormatter.make(.positional, locale: "ar_EG").string(from: time)
                == "١:٠٢:٠٣"
        )
    }

    @Test(
        "Days are written with names before a positional time",
        arguments: [
            (DateComponents(day: 1, hour: 10, minute: 30), "1d 10:30"),
            (DateComponents(day: 1, hour: 10), "1d 10h"),
            (DateComponents(month: 2), "2mo"),
        ]
    )
    func daysBeforeTime(_ components: DateComponents, _ expected: String) {
        #expect(DateComponentsFormatter.make(.positional).string(from: components) == expected)
    }

    @Test("A positional time that lacks a unit has no text")
    func gap() {
        let allowed = DateComponentsFormatter.make(.positional, units: [.hour, .second])
        #expect(allowed.string(from: 3_610) == nil)
        let dropped = DateComponentsFormatter.make(
            .positional,
            units: Self.clock,
            zeros: .dropMiddle
        )
        #expect(dropped.string(from: 3_610) == nil)
    }

    @Test("The options have Apple's values")
    func rawValues() {
        let values: [Zeros] = [.default, .dropLeading, .dropMiddle, .dropTrailing, .dropAll, .pad]
        #expect(values.map(\.rawValue) == [1, 2, 4, 8, 14, 65_536])
    }
}
