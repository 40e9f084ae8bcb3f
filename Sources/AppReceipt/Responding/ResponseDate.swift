package import Foundation

/// A moment in the three spellings of verifyReceipt.
///
/// The texts are put together by hand: a formatter would take longer than all the rest of a long
/// answer.
package struct ResponseDate: Hashable, Sendable {
    private let count: Int64

    /// Takes the nearest millisecond, and the nearest of the years 1 to 9999; `nil` for a date that
    /// is no number.
    package init?(_ date: Date) {
        let exact = (date.timeIntervalSince1970 * 1000).rounded()
        guard !exact.isNaN else { return nil }
        count = Int64(min(max(exact, -62_135_596_800_000), 253_402_300_799_999))
    }

    /// In UTC, such as `2020-07-22 17:39:08 Etc/GMT`.
    package var utc: String { Self.text(seconds, "Etc/GMT") }

    /// Milliseconds since 1970, such as `1595439548000`.
    package var milliseconds: String { String(count) }

    /// As clocks show it in California, such as `2020-07-22 10:39:08 America/Los_Angeles`.
    package var pacific: String {
        Self.text(seconds + Int64(PacificTime.offset(at: seconds)), "America/Los_Angeles")
    }

    private var seconds: Int64 { (count >= 0 ? count : count - 999) / 1000 }

    private static func text(_ seconds: Int64, _ zone: String) -> String {
        let date = CivilDate(at: seconds)
        let time = Int(seconds - date.secondsSince1970)
        var octets: [UInt8] = []
        octets.reserveCapacity(40)
        append(date.year / 100, to: &octets)
        append(date.year % 100, to: &octets)
        append(date.month, after: "-", to: &octets)
        append(date.day, after: "-", to: &octets)
        append(time / 3600, after: " ", to: &octets)
        append(time / 60 % 60, after: ":", to: &octets)
        append(time % 60, after: ":", to: &octets)
        octets.append(UInt8(ascii: " "))
        octets.append(contentsOf: zone.utf8)
        return String(decoding: octets, as: UTF8.self)
    }

    private static func append(
        _ number: Int,
        after separator: Unicode.Scalar,
        to octets: inout [UInt8]
    ) {
        octets.append(UInt8(ascii: separator))
        append(number, to: &octets)
    }

    private static func append(_ number: Int, to octets: inout [UInt8]) {
        octets.append(UInt8(ascii: "0") + UInt8(number / 10))
        octets.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
