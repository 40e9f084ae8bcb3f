package import Foundation

/// A date in the three formats of verifyReceipt.
///
/// No `DateFormatter` is used: it would take longer than the rest of a long response.
package struct ResponseDate: Hashable, Sendable {
    private let count: Int64

    /// Rounds a date to milliseconds and clamps it to the years 1 to 9999; `nil` for a date that is
    /// not a number.
    package init?(_ date: Date) {
        let exact = (date.timeIntervalSince1970 * 1000).rounded()
        guard !exact.isNaN else { return nil }
        count = Int64(min(max(exact, -62_135_596_800_000), 253_402_300_799_999))
    }

    /// In UTC, such as `2020-07-22 17:39:08 Etc/GMT`.
    package var utc: String { Self.text(seconds, "Etc/GMT") }

    /// Milliseconds since 1970, such as `1595439548000`.
    package var milliseconds: String { String(count) }

    /// In California's time, such as `2020-07-22 10:39:08 America/Los_Angeles`.
    package var pacific: String {
        Self.text(seconds + Int64(PacificTime.offset(at: seconds)), "America/Los_Angeles")
    }

    private var seconds: Int64 { (count >= 0 ? count : count - 999) / 1000 }

    private static func text(_ seconds: Int64, _ zone: String) -> String {
        let date = CivilDate(at: seconds)
        let time = Int(seconds - date.secondsSince1970)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(40)
        append(date.year / 100, to: &bytes)
        append(date.year % 100, to: &bytes)
        append(date.month, after: "-", to: &bytes)
        append(date.day, after: "-", to: &bytes)
        append(time / 3600, after: " ", to: &bytes)
        append(time / 60 % 60, after: ":", to: &bytes)
        append(time % 60, after: ":", to: &bytes)
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: zone.utf8)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(
        _ number: Int,
        after separator: Unicode.Scalar,
        to bytes: inout [UInt8]
    ) {
        bytes.append(UInt8(ascii: separator))
        append(number, to: &bytes)
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "0") + UInt8(number / 10))
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}

extension ResponseDate {
    /// The three names of a date in a response.
    package struct Name: Hashable, Sendable {
        /// The name of the date in UTC.
        package let utc: String
        /// The name of the milliseconds.
        package let milliseconds: String
        /// The name of the date in California's time.
        package let pacific: String

        /// Makes the names from that of the date in UTC.
        package init(_ name: String) {
            utc = name
            milliseconds = name + "_ms"
            pacific = name + "_pst"
        }
    }
}

extension ResponseDate.Name {
    static let receiptCreation = Self("receipt_creation_date")
    static let request = Self("request_date")
    static let originalPurchase = Self("original_purchase_date")
    static let preorder = Self("preorder_date")
    static let expiration = Self("expiration_date")
    static let purchase = Self("purchase_date")
    static let expires = Self("expires_date")
    static let cancellation = Self("cancellation_date")
}

/// The time zone America/Los_Angeles of the tz database, since 1967.
///
/// Earlier dates, which no receipt has, get standard time.
enum PacificTime {
    private static let standard = -8 * 3600
    private static let daylight = -7 * 3600

    /// The offset from UTC in seconds, at a moment in seconds since 1970.
    static func offset(at seconds: Int64) -> Int {
        let year = CivilDate(at: seconds).year
        guard year >= 1967 else { return standard }
        // Clocks change at 02:00 local time: 10:00 UTC in spring, 09:00 UTC in autumn.
        let start = firstDay(year).secondsSince1970 + 36_000
        let end = lastDay(year).secondsSince1970 + 32_400
        return start..<end ~= seconds ? daylight : standard
    }

    /// The first day of daylight saving time, which was earlier in the oil crisis of 1974 and 1975.
    private static func firstDay(_ year: Int) -> CivilDate {
        switch year {
        case 2007...: CivilDate(year: year, month: 3, day: 8).sundayOnOrAfter
        case 1987...: CivilDate(year: year, month: 4, day: 1).sundayOnOrAfter
        case 1975: CivilDate(year: year, month: 2, day: 23)
        case 1974: CivilDate(year: year, month: 1, day: 6)
        default: CivilDate(year: year, month: 4, day: 24).sundayOnOrAfter
        }
    }

    /// The last day of daylight saving time.
    private static func lastDay(_ year: Int) -> CivilDate {
        year >= 2007
            ? CivilDate(year: year, month: 11, day: 1).sundayOnOrAfter
            : CivilDate(year: year, month: 10, day: 25).sundayOnOrAfter
    }
}
