package import Foundation

/// A date in the three formats of verifyReceipt.
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
        let date = Date(timeIntervalSince1970: TimeInterval(seconds))
        return Self.text(seconds + Int64(PacificTime.offset(at: date)), "America/Los_Angeles")
    }

    private var seconds: Int64 { (count >= 0 ? count : count - 999) / 1000 }

    private static func text(_ seconds: Int64, _ zone: String) -> String {
        let (date, time) = ReceiptDate.dateAndTime(at: seconds)
        return "\(date) \(time) \(zone)"
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

        /// Makes the names from the name of the date in UTC.
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

/// California's time.
enum PacificTime {
    /// Nil where Foundation has no data of time zones; on Linux it brings its own, without tzdata.
    private static let zone = TimeZone(identifier: "America/Los_Angeles")

    /// The offset from UTC in seconds at a date; without a zone, standard time all year.
    static func offset(at date: Date, in zone: TimeZone? = zone) -> Int {
        zone?.secondsFromGMT(for: date) ?? -8 * 3600
    }
}
